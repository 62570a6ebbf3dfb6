#include "station.h"

int ring_is_full(const struct ring *r)
{
    return r->count >= RING_SIZE;
}

/* The oldest value makes room for a new one. */
int ring_push(struct ring *r, int value)
{
    if (ring_is_full(r)) {
        r->first = (r->first + 1) % RING_SIZE;
        r->count = RING_SIZE - 1;
    }
    r->values[(r->first + r->count) % RING_SIZE] = value;
    r->count++;
    return (int)r->count;
}

int ring_pop(struct ring *r, int *value)
{
    if (r->count == 0)
        return 0;
    *value = r->values[r->first % RING_SIZE];
    r->first = (r->first + 1) % RING_SIZE;
    r->count--;
    return 1;
}

int ring_sum(const struct ring *r)
{
    long sum = 0;
    unsigned count = ring_is_full(r) ? RING_SIZE : r->count;
    for (unsigned i = 0; i < count; i++)
        sum += r->values[(r->first + i) % RING_SIZE];
    return sum > 100000 ? 100000 : sum < -100000 ? -100000 : (int)sum;
}

int ring_mean(const struct ring *r)
{
    return ring_sum(r) / (int)(r->count % 256);
}
