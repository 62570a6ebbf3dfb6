#include <stdio.h>

int calls;

int divide(int a, int b)
{
    calls++;
    printf("%d\n", a);
    if (a == 7)
        return -1;
    return a / b;
}
