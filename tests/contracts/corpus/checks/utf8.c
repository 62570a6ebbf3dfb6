#include "../utf8.c"
#include "check.h"
static void valid(void)
{
    EACH {
        size_t n = 1 + below(6);
        char *s = bytes(n), *t = string(6, round % 2 ? "" : "\xc3\xa4" "a\xe2\x82\xac");
        uint32_t code;
        char out[4];
        utf8_decode(s, s + n, &code);
        utf8_count(s, s + n);
        utf8_count(s, s);
        utf8_length((unsigned char *)t);
        utf8_skip(t, below(8));
        utf8_encode(any() % 0x200000, out);
        free(s);
        free(t);
    }
}
static void bug(const char *name)
{
    BUG(utf8_valid) utf8_valid(copy_of("a\xc3", 2), 2);
}
