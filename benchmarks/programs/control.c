/* A speed controller in floating point: sensor checks, a dead band, a limited step, saturation. */
#include <math.h>

struct controller {
    double target, output, integral;
    int alarms;
};

static double limited(double value, double low, double high)
{
    if (value < low)
        return low;
    if (value > high)
        return high;
    return value;
}

double control(struct controller *c, double speed, float slope, int is_manual)
{
    double error, step;

    if (isnan(speed) || speed < 0 || speed > 300) {
        c->alarms = 1;
        return 0;
    }
    c->target = limited(c->target, 0, 250);
    error = c->target - speed;
    if (fabs(error) < 0.5)
        return c->output;
    if (is_manual)
        return limited(c->output, 0, 100);
    c->integral = limited(c->integral + error * 0.25, -50, 50);
    step = limited(error * 2 + c->integral, -10, 10);
    if (slope > 4.5f && step > 0)
        step = step / 2;
    return limited(limited(c->output, 0, 100) + step, 0, 100);
}
