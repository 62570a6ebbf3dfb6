#include "tank.h"

int warn(unsigned level)
{
    if (percent(level) > 95)
        return 2;
    return percent(level) > 80;
}

int acknowledged(int code)
{
    int left = code & 3;
    if (left == 2)
        left = 1;
    return left;
}
