#include "../base64.c"
#include "check.h"
static void valid(void)
{
    EACH {
        size_t n = below(9), cap = below(20);
        uint8_t *in = bytes(n);
        char *out = malloc(cap);
        base64_encode(in, n, out, cap);
        free(base64_copy(in, n));
        free(out);
        free(in);
    }
}
static void bug(const char *name)
{
    uint8_t *out = malloc(2);
    BUG(base64_value) base64_value((char)-100);
    BUG(base64_decode) base64_decode("AAAA", out, 2);
}
