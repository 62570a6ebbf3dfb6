#include "../device.c"
#include "check.h"
static int get(void *context, uint8_t address, uint8_t *value)
{
    (void)context;
    *value = address == 0 ? 0x42 : (uint8_t)any();
    return any() % 8 == 0;
}
static int put(void *context, uint8_t address, uint8_t value)
{
    (void)context;
    return address == value;
}
static int half(int n)
{
    return n / 2;
}
static int is_small(int n, void *user)
{
    (void)user;
    return n < 3;
}
static void valid(void)
{
    EACH {
        struct bus bus = {get, put, NULL};
        struct sensor s;
        int value;
        sensor_init(&s, &bus, 0);
        for (size_t i = below(7); i > 0; i--)
            sensor_read(&s, &value);
        sensor_mean(&s);
        sensor_map(&s, half);
        sensor_count_if(&s, is_small, NULL);
        sensor_set_scale(&s, (int)any(), (int)below(5) - 2);
    }
}
static void bug(const char *name)
{
    (void)name;
}
