/* A characteristic curve with six points, given or measured: a look-up, a line between two points, a blend of two curves. */
#include <math.h>

enum { POINTS = 6 };

struct point {
    double x, y;
};

static const struct point cold[POINTS] = {{0, 12.5}, {10, 14}, {25, 20.25}, {50, 41}, {75, 60.5}, {100, 62}};
static const struct point warm[POINTS] = {{0, 10}, {15, 11.5}, {30, 19}, {45, 33}, {80, 57.75}, {100, 58}};

static double curve(const struct point *points, double x)
{
    int i = 1;

    if (x <= points[0].x)
        return points[0].y;
    if (x >= points[POINTS - 1].x)
        return points[POINTS - 1].y;
    while (x > points[i].x)
        i++;
    double t = (x - points[i - 1].x) / (points[i].x - points[i - 1].x);
    return points[i - 1].y + t * (points[i].y - points[i - 1].y);
}

/* The opening of a valve in percent, from a demand in percent and a temperature. */
int interpolation(double demand, double temperature, double offset)
{
    double low, high, share, opening;

    if (isnan(demand) || isnan(temperature) || !(fabs(offset) <= 5))
        return -1;
    low = curve(cold, demand);
    high = curve(warm, demand);
    share = (temperature + 20) / 60;
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    opening = low + share * (high - low) + offset;
    if (opening < 15)
        return 15;
    if (opening > 60)
        return 60;
    return (int)lround(opening);
}
