/* A temperature with its unit, read by strtod: "21.5C", "70F", "300K". Limits, a conversion, and rounding to half degrees. */
#include <math.h>
#include <stdlib.h>

enum { NOT_A_NUMBER = -1000, BAD_UNIT = -1001, TOO_COLD = -1002, TOO_HOT = -1003 };

static int to_celsius(double value, char unit, double *celsius)
{
    switch (unit) {
    case 0:
    case 'C':
        *celsius = value;
        return 1;
    case 'F':
        *celsius = (value - 32) * 5 / 9;
        return 1;
    case 'K':
        *celsius = value - 273.15;
        return 1;
    default:
        return 0;
    }
}

/* The set point in half degrees. */
int setpoint(const char *text)
{
    char *end;
    double value = strtod(text, &end), celsius;

    if (end == text || isnan(value))
        return NOT_A_NUMBER;
    if (!to_celsius(value, *end, &celsius) || (*end && end[1]))
        return BAD_UNIT;
    if (celsius < 5)
        return TOO_COLD;
    if (celsius > 30.5)
        return TOO_HOT;
    if (celsius > 18 && celsius < 19.5)
        celsius = 18;
    return (int)(celsius * 2 + 0.5);
}
