#include "station.h"

int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

int is_sign(char c)
{
    return c == '+' || c == '-';
}

/* The number of digits that a text begins with. */
int digits(const char *text)
{
    int count = 0;
    while (is_digit(text[count]))
        count++;
    return count;
}

/* A number with one or two digits; -1 if there is none. */
int small_number(const char *text)
{
    switch (digits(text)) {
    case 1:
        return text[0] - '0';
    case 2:
        return 10 * (text[0] - '0') + text[1] - '0';
    default:
        return -1;
    }
}

/* T12 for a temperature, H50 for a humidity. */
int parse_field(const char *text, struct reading *to)
{
    int value = small_number(text + 1);
    if (value < 0)
        return 0;
    if (text[0] == 'T')
        to->tenths = 10 * value;
    else if (text[0] == 'H')
        to->humidity = (unsigned char)value;
    else
        return 0;
    return 1;
}
