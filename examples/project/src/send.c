#include "station.h"

char hex_digit(int value)
{
    return (char)(value < 10 ? '0' + value : 'a' + value - 10);
}

void put_byte(char *to, unsigned char byte)
{
    to[0] = hex_digit(byte >> 4);
    to[1] = hex_digit(byte & 15);
}

int priority(enum quality quality, int is_alarm)
{
    if (is_alarm)
        return 3;
    switch (quality) {
    case GOOD:
        return 1;
    case SUSPECT:
        return 2;
    default:
        return 0;
    }
}

/* Seconds to wait before another attempt: 1, 2, 4 … up to a minute. */
int backoff(int attempt)
{
    if (attempt < 0)
        return 0;
    int seconds = 1 << attempt;
    return seconds > 60 ? 60 : seconds;
}
