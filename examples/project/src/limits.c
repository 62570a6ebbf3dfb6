#include "station.h"

int in_limits(const struct limits *l, int value)
{
    return value >= l->low && value <= l->high;
}

int clamp(const struct limits *l, int value)
{
    if (value < l->low)
        return l->low;
    return value > l->high ? l->high : value;
}

/* Values just outside of the limits are suspect, all others outside are bad. */
enum quality judge(const struct limits *l, int value)
{
    if (in_limits(l, value))
        return GOOD;
    if (value > l->high)
        return value / 2 > l->high ? BAD : SUSPECT;
    return value / 2 < l->low ? BAD : SUSPECT;
}

int span(const struct limits *l)
{
    return l->high > l->low ? l->high - l->low : 0;
}
