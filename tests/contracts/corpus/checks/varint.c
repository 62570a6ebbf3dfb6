#include "../varint.c"
#include "check.h"
static void valid(void)
{
    EACH {
        size_t n = below(14), cap = below(12);
        uint8_t *data = bytes(n), *out = malloc(cap);
        uint64_t value;
        uint32_t small;
        if (round % 2)
            memset(data, 0xff, n);
        varint_read(data, data + n, &value);
        varint_read32(data, n, &small);
        varint_size((uint64_t)any() << below(33));
        varint_write(out, cap, (uint64_t)any() << below(33));
        zigzag_decode(any() << 16);
        free(data);
        free(out);
    }
}
static void bug(const char *name)
{
    BUG(zigzag_encode) zigzag_encode(-5);
}
