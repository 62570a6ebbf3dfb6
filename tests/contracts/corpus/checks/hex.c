#include "../hex.c"
#include "check.h"
static void valid(void)
{
    EACH {
        uint8_t rgb[3];
        size_t n = below(9), size = below(5);
        char *s = string(9, "#09afAFx"), *exact = copy_of(strcpy(calloc(1, 16), s), n);
        uint8_t *out = malloc(size), *data = bytes(n);
        hex_decode(exact, n, out, size);
        hex_number(s);
        hex_colour(s, rgb);
        if (round == 0)
            hex_print(data, n);
        free(s);
    }
    uint8_t rgb[3];
    hex_colour("#12ab90", rgb);
}
static void bug(const char *name)
{
    BUG(hex_encode) hex_encode(malloc(2), 2, bytes(1), 1);
}
