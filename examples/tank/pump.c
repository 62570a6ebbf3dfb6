#include "tank.h"

static int limited(int demand) { return demand > 10 ? 10 : demand; }

int pump(unsigned level, int demand)
{
    if (percent(level) > 80)
        return 0;
    return demand < 0 ? 0 : limited(demand);
}
