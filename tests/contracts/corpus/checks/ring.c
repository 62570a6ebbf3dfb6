#include "../ring.c"
#include "check.h"
static void valid(void)
{
    EACH {
        size_t cap = 1 + below(5);
        uint8_t *storage = malloc(cap), out[8], data[8] = {0};
        struct ring r;
        ring_init(&r, storage, cap);
        for (int i = 0; i < 20; i++) {
            size_t n = below(9);
            uint8_t *exact = malloc(n);
            switch (below(6)) {
            case 0: ring_put(&r, 1); break;
            case 1: ring_peek(&r, below(7)); break;
            case 2: ring_write(&r, data, n); break;
            case 3: ring_drop(&r, n); break;
            case 4: ring_copy(&r, exact, n); break;
            default: ring_level(&r);
            }
            free(exact);
        }
        (void)out;
        free(storage);
        uart_start();
        uart_interrupt(1);
    }
}
static void bug(const char *name)
{
    BUG(ring_get) {
        uint8_t *storage = malloc(2);
        struct ring r;
        ring_init(&r, storage, 2);
        for (int i = 0; i < 5; i++) {
            ring_put(&r, 1);
            ring_get(&r);
        }
    }
}
