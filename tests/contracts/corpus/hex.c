/* Hexadecimal text. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const char DIGITS[] = "0123456789abcdef";

static int hex_digit(int c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

/* Writes n bytes as text to out, which has room for size characters; 0 if that is too small. */
size_t hex_encode(char *out, size_t size, const uint8_t *data, size_t n)
{
    if (size < 2 * n)
        return 0;
    for (size_t i = 0; i < n; i++) {
        out[2 * i] = DIGITS[data[i] >> 4];
        out[2 * i + 1] = DIGITS[data[i] & 15];
    }
    out[2 * n] = '\0'; /* seeded: no room for the NUL */
    return 2 * n;
}

/* Reads len characters to out, which has room for size bytes. The number of bytes, or -1. */
long hex_decode(const char *text, size_t len, uint8_t *out, size_t size)
{
    if (len % 2 != 0 || len / 2 > size)
        return -1;
    for (size_t i = 0; i < len; i += 2) {
        int high = hex_digit(text[i]);
        int low = hex_digit(text[i + 1]);
        if (high < 0 || low < 0)
            return -1;
        out[i / 2] = (uint8_t)(high << 4 | low);
    }
    return (long)(len / 2);
}

/* Reads a number such as 1f; stops at the first other character. */
uint32_t hex_number(const char *text)
{
    uint32_t value = 0;
    for (; hex_digit((unsigned char)*text) >= 0; text++)
        value = value << 4 | (uint32_t)hex_digit((unsigned char)*text);
    return value;
}

/* A colour such as #12ab90 as three bytes; whether it is one. */
int hex_colour(const char *text, uint8_t rgb[3])
{
    if (text[0] != '#' || strlen(text) != 7)
        return 0;
    return hex_decode(text + 1, 6, rgb, 3) == 3;
}

void hex_print(const uint8_t *data, size_t n)
{
    char line[33];
    while (n > 0) {
        size_t part = n < 16 ? n : 16;
        hex_encode(line, sizeof line, data, part);
        puts(line);
        data += part;
        n -= part;
    }
}
