#include "station.h"

int smaller(int a, int b)
{
    return a < b ? a : b;
}

int larger(int a, int b)
{
    return a > b ? a : b;
}

/* The middle one of three values. */
int median(int a, int b, int c)
{
    return larger(smaller(a, b), smaller(larger(a, b), c));
}

/* Moves a quarter of the way from the old value to the new one. */
int smooth(int old, int new)
{
    return old + (new - old) / 4;
}

int is_jump(int old, int new, int most)
{
    long change = (long)new - old;
    return change > most || change < -(long)most;
}
