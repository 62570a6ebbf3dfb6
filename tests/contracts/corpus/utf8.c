/* UTF-8. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* How many bytes a character has that begins with this byte; 0 if none does. */
static unsigned sequence_length(unsigned char lead)
{
    if (lead < 0x80)
        return 1;
    if (lead >= 0xc2 && lead < 0xe0)
        return 2;
    if (lead >= 0xe0 && lead < 0xf0)
        return 3;
    if (lead >= 0xf0 && lead < 0xf5)
        return 4;
    return 0;
}

/* Decodes the character at `s`, which is before `end`. Where the next one begins; NULL for an error. */
const char *utf8_decode(const char *s, const char *end, uint32_t *code)
{
    unsigned n = sequence_length((unsigned char)*s);
    if (n == 0 || (size_t)(end - s) < n)
        return NULL;
    uint32_t value = n == 1 ? (unsigned char)*s : (unsigned char)*s & (0x7fu >> n);
    for (unsigned i = 1; i < n; i++) {
        if (((unsigned char)s[i] & 0xc0) != 0x80)
            return NULL;
        value = value << 6 | ((unsigned char)s[i] & 0x3f);
    }
    *code = value;
    return s + n;
}

/* The number of characters between two places. */
size_t utf8_count(const char *s, const char *end)
{
    size_t n = 0;
    while (s < end) {
        uint32_t code;
        const char *next = utf8_decode(s, end, &code);
        s = next != NULL ? next : s + 1;
        n++;
    }
    return n;
}

/* The number of characters of a string. */
size_t utf8_length(const unsigned char *s)
{
    size_t n = 0;
    for (; *s != '\0'; s++)
        n += (*s & 0xc0) != 0x80;
    return n;
}

/* Skips n characters of a string. */
const char *utf8_skip(const char *s, size_t n)
{
    while (n > 0 && *s != '\0') {
        do
            s++;
        while (((unsigned char)*s & 0xc0) == 0x80);
        n--;
    }
    return s;
}

/* Writes a character; the number of bytes, 0 for a code that is none. */
unsigned utf8_encode(uint32_t code, char out[4])
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        out[0] = (char)(0xc0 | code >> 6);
        out[1] = (char)(0x80 | (code & 0x3f));
        return 2;
    }
    if (code < 0x10000) {
        out[0] = (char)(0xe0 | code >> 12);
        out[1] = (char)(0x80 | (code >> 6 & 0x3f));
        out[2] = (char)(0x80 | (code & 0x3f));
        return 3;
    }
    if (code > 0x10ffff)
        return 0;
    out[0] = (char)(0xf0 | code >> 18);
    out[1] = (char)(0x80 | (code >> 12 & 0x3f));
    out[2] = (char)(0x80 | (code >> 6 & 0x3f));
    out[3] = (char)(0x80 | (code & 0x3f));
    return 4;
}

/* Is the text valid? */
int utf8_valid(const uint8_t *text, size_t n)
{
    size_t i = 0;
    while (i < n) {
        unsigned length = sequence_length(text[i]);
        if (length == 0)
            return 0;
        for (unsigned k = 1; k < length; k++)
            if ((text[i + k] & 0xc0) != 0x80) /* seeded: the last character may be cut off */
                return 0;
        i += length;
    }
    return 1;
}
