/* A driver that talks to hardware through functions of its user. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct bus {
    int (*read)(void *context, uint8_t address, uint8_t *value); /* 0 if it worked */
    int (*write)(void *context, uint8_t address, uint8_t value);
    void *context;
};

struct sensor {
    const struct bus *bus;
    uint8_t address;
    int last[4]; /* the last measurements */
    unsigned filled;
};

enum { REG_ID = 0, REG_HIGH = 1, REG_LOW = 2, REG_SCALE = 3 };

int sensor_init(struct sensor *s, const struct bus *bus, uint8_t address)
{
    uint8_t id = 0;
    s->bus = bus;
    s->address = address;
    s->filled = 0;
    memset(s->last, 0, sizeof s->last);
    if (bus->read(bus->context, (uint8_t)(address + REG_ID), &id) != 0)
        return -1;
    return id == 0x42 ? 0 : -1;
}

/* A value with its sign, from two registers; whether it worked. */
int sensor_read(struct sensor *s, int *value)
{
    uint8_t high = 0, low = 0;
    const struct bus *bus = s->bus;
    if (bus->read(bus->context, (uint8_t)(s->address + REG_HIGH), &high) != 0)
        return -1;
    if (bus->read(bus->context, (uint8_t)(s->address + REG_LOW), &low) != 0)
        return -1;
    *value = (int16_t)(high << 8 | low);
    if (s->filled < 4)
        s->filled++;
    memmove(s->last + 1, s->last, 3 * sizeof s->last[0]);
    s->last[0] = *value;
    return 0;
}

/* The mean of the last measurements; 0 if there are none. */
int sensor_mean(const struct sensor *s)
{
    long sum = 0;
    for (unsigned i = 0; i < s->filled; i++)
        sum += s->last[i];
    return s->filled == 0 ? 0 : (int)(sum / (long)s->filled);
}

/* Applies f to each measurement and keeps the results. */
void sensor_map(struct sensor *s, int (*f)(int))
{
    for (unsigned i = 0; i < s->filled; i++)
        s->last[i] = f(s->last[i]);
}

/* How many measurements pass a test. */
unsigned sensor_count_if(const struct sensor *s, int (*test)(int value, void *user), void *user)
{
    unsigned n = 0;
    for (unsigned i = 0; i < s->filled; i++)
        n += test(s->last[i], user) != 0;
    return n;
}

/* Writes the scale register; per is what one step of the sensor stands for. */
int sensor_set_scale(struct sensor *s, int range, int per)
{
    if (per <= 0)
        return -1;
    int steps = range / per;
    if (steps < 0 || steps > 255)
        return -1;
    return s->bus->write(s->bus->context, (uint8_t)(s->address + REG_SCALE), (uint8_t)steps);
}
