#include "tank.h"

int step(unsigned level, int demand) { return warn(level) ? 0 : pump(level, demand); }
