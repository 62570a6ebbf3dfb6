#include "../bits.c"
#include "check.h"
static void valid(void)
{
    EACH {
        size_t n = below(4), bits = below(70), words = (bits + 31) / 32;
        uint8_t *data = bytes(n);
        uint32_t *map = bytes(words * sizeof *map);
        struct bit_reader r;
        bits_init(&r, data, n);
        for (int i = 0; i < 6; i++) {
            bits_one(&r);
            (void)bits_left(&r);
            if (below(4) == 0)
                bits_align(&r);
        }
        bits_unary(&r);
        bitmap_set(map, bits, below(80));
        bitmap_count(map, bits);
        free(data);
        free(map);
    }
}
static void bug(const char *name)
{
    struct bit_reader r;
    bits_init(&r, bytes(1), 1);
    BUG(bits_number) bits_number(&r, 4);
}
