/* Base64 (RFC 4648). */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char ALPHABET[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* The characters that n bytes need, with the NUL. */
size_t base64_size(size_t n)
{
    return (n + 2) / 3 * 4 + 1;
}

/* Encodes n bytes; out has room for cap characters. The number of characters without the NUL, or 0 if cap is too small. */
size_t base64_encode(const uint8_t *in, size_t n, char *out, size_t cap)
{
    if (cap < base64_size(n))
        return 0;
    size_t o = 0;
    for (size_t i = 0; i < n; i += 3) {
        uint32_t group = (uint32_t)in[i] << 16;
        if (i + 1 < n)
            group |= (uint32_t)in[i + 1] << 8;
        if (i + 2 < n)
            group |= in[i + 2];
        out[o++] = ALPHABET[group >> 18 & 63];
        out[o++] = ALPHABET[group >> 12 & 63];
        out[o++] = i + 1 < n ? ALPHABET[group >> 6 & 63] : '=';
        out[o++] = i + 2 < n ? ALPHABET[group & 63] : '=';
    }
    out[o] = '\0';
    return o;
}

/* The value of a character, or -1. */
int base64_value(char c)
{
    static const signed char VALUES[128] = {
        ['+'] = 62, ['/'] = 63, ['0'] = 52, ['1'] = 53, ['2'] = 54, ['3'] = 55, ['4'] = 56, ['5'] = 57,
        ['6'] = 58, ['7'] = 59, ['8'] = 60, ['9'] = 61, ['A'] = 0,  ['B'] = 1,  ['C'] = 2,  ['D'] = 3,
    };
    if (c >= 'E' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    int value = VALUES[(int)c]; /* seeded: characters may be negative */
    return value == 0 && c != 'A' ? -1 : value;
}

static int sextet(char c)
{
    const char *at = c == '\0' ? NULL : strchr(ALPHABET, c);
    return at == NULL ? -1 : (int)(at - ALPHABET);
}

/* Decodes a string. The number of bytes in out, which has room for cap bytes; -1 for an error. */
int base64_decode(const char *in, uint8_t *out, size_t cap)
{
    uint32_t bits = 0;
    unsigned have = 0;
    size_t o = 0;
    for (; *in != '\0' && *in != '='; in++) {
        int value = sextet(*in);
        if (value < 0)
            return -1;
        bits = bits << 6 | (uint32_t)value;
        have += 6;
        if (have >= 8) {
            have -= 8;
            if (o > cap)
                return -1;
            out[o++] = (uint8_t)(bits >> have); /* seeded: o may be cap */
        }
    }
    return (int)o;
}

char *base64_copy(const uint8_t *in, size_t n)
{
    size_t cap = base64_size(n);
    char *out = malloc(cap);
    if (out != NULL)
        base64_encode(in, n, out, cap);
    return out;
}
