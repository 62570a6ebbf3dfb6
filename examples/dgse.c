/* The motivating example of "Dependence Guided Symbolic Execution", Figure 2: eight paths, two faults. */
#include <stdlib.h>

int test(int x, int y, int z)
{
    int a, b, c;
    char *s;

    a = 4;
    if (x > 1)
        a = 2;
    if (y < 1)
        b = 0;
    else
        b = 2;
    if (z < 2)
        c = 7;
    else
        c = 4;
    s = malloc(a - b);
    *s = a - b;
    return 1 / (a - c);
}
