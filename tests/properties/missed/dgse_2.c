#include "head.h"
static int first(int p, int q)
{
    int v = 0;
    h = g != 2 ? q : 0;
    table[(q & 3)] = (int)((unsigned)q - g);
    return 0;
}
static int second(int p, int q)
{
    int v = 0;
    h++;
    h -= q;
    assert(g != 100);
    return g;
}
static int f(signed char a, int b, int c, int d)
{
    int x = b, y = d & 7, z = 2;
    int array[4] = {1, c, 3, 0};
    int *r = &x;
    struct pair s = {d, -1, {2, 0}, &y};
    r = d > 5 ? s.to : &z;
    if (s.c & 2) {
        *(int *[2]){&array[0], s.to}[(a & 1)] = b;
        if (c == 7 && b == 0) {
            for (int i1 = 0; i1 < (d & 1); i1++) {
                z = operations[(c & 1)](7);
                z = a & *r;
            }
            *r = 2;
            z = -1 / (z - 5);
        }
        assert(z != 1);
    }
    assert(z != 1);
    z = 5 / (*r - 9);
    z = (c & 7) - (a & 3);
    z = down((a & 3), b);
    s = shared;
    return b;
}
int main(void)
{
    signed char a = __VERIFIER_nondet_char();
    int b = __VERIFIER_nondet_int();
    int c = __VERIFIER_nondet_int();
    int d = __VERIFIER_nondet_int();
    return f(a, b, c, d);
}
// missed [('division-by-zero', 52), ('signed-overflow', 52)] invented []
