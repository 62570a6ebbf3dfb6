#include "../cobs.c"
#include "check.h"
static void valid(void)
{
    EACH {
        size_t n = round == 0 ? 600 : below(12), cap = round == 0 ? 700 : below(16);
        uint8_t *in = bytes(n), *out = malloc(cap);
        if (round == 0)
            memset(in, 1, n);
        cobs_encode(in, n, out, cap);
        crc16(in, n);
        adler32(any(), in, n);
        crc32(any(), in, n);
        frame_is_intact(in, n);
        free(in);
        free(out);
    }
}
static void bug(const char *name)
{
    BUG(cobs_decode) cobs_decode(copy_of("\x05\x01", 2), 2, malloc(8), 8);
}
