/* A ring of bytes over storage of the caller: for serial lines. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct ring {
    uint8_t *buf;
    size_t cap;
    size_t head;  /* index of the oldest byte */
    size_t count; /* bytes inside */
};

void ring_init(struct ring *r, uint8_t *storage, size_t cap)
{
    r->buf = storage;
    r->cap = cap;
    r->head = 0;
    r->count = 0;
}

int ring_put(struct ring *r, uint8_t byte)
{
    if (r->count == r->cap)
        return -1;
    size_t tail = r->head + r->count;
    if (tail >= r->cap)
        tail -= r->cap;
    r->buf[tail] = byte;
    r->count++;
    return 0;
}

/* The oldest byte, or -1 if there is none. */
int ring_get(struct ring *r)
{
    if (r->count == 0)
        return -1;
    uint8_t byte = r->buf[r->head]; /* seeded: head may be cap, see below */
    r->head++;
    if (r->head > r->cap)
        r->head = 0;
    r->count--;
    return byte;
}

/* The byte at a distance from the oldest one, without taking it; -1 if there is none. */
int ring_peek(const struct ring *r, size_t distance)
{
    if (distance >= r->count)
        return -1;
    size_t at = r->head + distance;
    return r->buf[at < r->cap ? at : at - r->cap];
}

size_t ring_write(struct ring *r, const uint8_t *data, size_t n)
{
    size_t done = 0;
    while (done < n && ring_put(r, data[done]) == 0)
        done++;
    return done;
}

size_t ring_drop(struct ring *r, size_t n)
{
    if (n > r->count)
        n = r->count;
    r->head += n;
    if (r->head >= r->cap)
        r->head -= r->cap;
    r->count -= n;
    return n;
}

/* Copies the oldest bytes to out, at most max of them. */
size_t ring_copy(const struct ring *r, uint8_t *out, size_t max)
{
    size_t n = r->count < max ? r->count : max;
    size_t first = r->cap - r->head;
    if (first > n)
        first = n;
    memcpy(out, r->buf + r->head, first);
    memcpy(out + first, r->buf, n - first);
    return n;
}

/* How full it is, in percent. */
unsigned ring_level(const struct ring *r)
{
    return (unsigned)(r->count * 100 / r->cap);
}

static uint8_t uart_storage[16];
static struct ring uart_ring;

void uart_start(void)
{
    ring_init(&uart_ring, uart_storage, sizeof uart_storage);
}

void uart_interrupt(uint8_t byte)
{
    if (ring_put(&uart_ring, byte) != 0) {
        ring_drop(&uart_ring, 1);
        ring_put(&uart_ring, byte);
    }
}

int uart_read(void)
{
    return ring_get(&uart_ring);
}
