#include "head.h"
static int first(int p, int q)
{
    int v = 0;
    if (v > 2) exit(0);
    q++;
    return p;
}
static int f(int a, int b, int c)
{
    int x = b, y = a & 7, z = 2;
    int array[4] = {1, c, 3, 0};
    int *r = &x;
    struct pair s = {a, -1, {2, 0}, &y};
    if (x < g) {
        x = down((c & 3), b);
        if (x >= c || x != -3) {
            s.to = y > 5 ? &x : &y;
            y = first(0, c);
            g -= 0;
        }
        s = shared;
    } else {
        x = b;
        x = down((c & 3), b);
        change(r, 5);
    }
    change(&table[0], (int)((unsigned)b - b));
    y = 100 / (*r - 3);
    x = b;
    if (b == -1) {
        r = &y;
        x = 1;
        y = -b;
    }
    if (b < 2) {
        assert(y != 2);
    } else {
        s = shared;
    }
    return y;
}
int main(void)
{
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int c = __VERIFIER_nondet_int();
    __VERIFIER_assume(a < 0);
    return f(a, b, c);
}

