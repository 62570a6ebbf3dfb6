/* Frames on a serial line: 0x7e, length, payload, checksum. One byte at a time. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define MAX_PAYLOAD 16

enum frame_state { WAIT_START, WAIT_LENGTH, IN_PAYLOAD, WAIT_SUM };

struct frame_decoder {
    enum frame_state state;
    uint8_t payload[MAX_PAYLOAD];
    uint8_t need;
    uint8_t have;
    uint8_t sum;
};

void frame_init(struct frame_decoder *d)
{
    memset(d, 0, sizeof *d);
    d->state = WAIT_START;
}

/* 1 if this byte completes a frame, -1 if it breaks one, else 0. */
int frame_step(struct frame_decoder *d, uint8_t byte)
{
    switch (d->state) {
    case WAIT_START:
        if (byte == 0x7e)
            d->state = WAIT_LENGTH;
        return 0;
    case WAIT_LENGTH:
        if (byte > MAX_PAYLOAD + 1) {
            d->state = WAIT_START;
            return -1;
        }
        d->need = byte;
        d->have = 0;
        d->sum = byte;
        d->state = byte == 0 ? WAIT_SUM : IN_PAYLOAD;
        return 0;
    case IN_PAYLOAD:
        d->payload[d->have++] = byte; /* seeded: the length may be one too large */
        d->sum = (uint8_t)(d->sum + byte);
        if (d->have == d->need)
            d->state = WAIT_SUM;
        return 0;
    default:
        d->state = WAIT_START;
        return byte == d->sum ? 1 : -1;
    }
}

/* Copies the payload of a complete frame; the number of bytes. */
size_t frame_payload(const struct frame_decoder *d, uint8_t *out, size_t max)
{
    size_t n = d->have < max ? d->have : max;
    if (n > MAX_PAYLOAD)
        n = MAX_PAYLOAD;
    memcpy(out, d->payload, n);
    return n;
}

size_t frame_count(const uint8_t *stream, size_t n)
{
    struct frame_decoder d;
    size_t frames = 0;
    frame_init(&d);
    for (size_t i = 0; i < n; i++)
        frames += frame_step(&d, stream[i]) == 1;
    return frames;
}
