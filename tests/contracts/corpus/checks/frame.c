#include "../frame.c"
#include "check.h"
static void valid(void)
{
    EACH {
        struct frame_decoder d;
        size_t max = below(20);
        uint8_t *out = malloc(max);
        frame_init(&d);
        frame_step(&d, 0x7e);
        frame_step(&d, 3);
        frame_step(&d, 1);
        frame_payload(&d, out, max);
        free(out);
    }
}
static void bug(const char *name)
{
    BUG(frame_step) {
        struct frame_decoder *d = malloc(sizeof *d);
        frame_init(d);
        frame_step(d, 0x7e);
        frame_step(d, 17);
        for (int i = 0; i < 17; i++)
            frame_step(d, 0);
    }
}
