#include "station.h"

enum { MINUTE = 60, HOUR = 60 * MINUTE };

int is_night(int hour)
{
    return hour < 6 || hour >= 22;
}

/* Seconds between two readings: more often by day, and when a battery is full. */
int interval(int hour, int battery)
{
    int seconds = is_night(hour) ? HOUR : 10 * MINUTE;
    if (battery < 20)
        seconds *= 4;
    else if (battery > 80)
        seconds /= 2;
    return seconds;
}

int readings_per_day(int hour, int battery)
{
    return 24 * HOUR / interval(hour, battery);
}

int next_due(int now, int hour, int battery)
{
    int due = now + interval(hour, battery);
    return due % (24 * HOUR);
}
