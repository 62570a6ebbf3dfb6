// tick
#include <stdio.h>
static int ticks;

void tick(void) { ticks++; }

int main(void)
{
    tick();
    printf("%d\n", ticks);
}
