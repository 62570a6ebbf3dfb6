#include "head.h"
static int first(int p, int q)
{
    int v = 0;
    g = g;
    q++;
    switch ((q & 3)) {
    case 3:
        assert(v < 84);
        assert(q != 0);
        break;
    case 1:
        g &= q;
        ;
    default:
        assert(p == q);
    }
    return q;
}
static int f(signed char a, unsigned char b, int c)
{
    int x = a, y = b & 7, z = 2;
    int array[4] = {1, c, 3, 0};
    int *r = &x;
    struct pair s = {a, -1, {2, 0}, &y};
    for (int i1 = 0; i1 < (c & 1); i1++) {
        s.n = -3;
    }
    for (int i2 = (s.n & 3); i2 > 0; i2--) {
        *(int *[2]){&s.n, &y}[(y & 1)] = 1;
        s.n += z;
    }
    y = 100;
    table[(y & 3)] = (int)((unsigned)z - a);
    s.a[(a & 3)] = c;
    if (b > 0) {
        if ((s.n ^ c) < 100) {
            if (s.n > 1) {
                if (b > 2) {
                    s.n = -1 % (s.n - 8);
                    z = -3 % (z - 8);
                    s.n = *r + c;
                } else {
                    s.n = (int)((unsigned)s.n - y);
                    table[1] = (int)((unsigned)c - y);
                    assert(z != 7);
                }
                s.n += s.n;
            } else {
                s.n &= a;
                s.n = 3;
            }
        } else {
            s.n = (c & 63) / (b - 5);
            z = 5;
        }
        y -= a;
        array[(c & 7)] = a ^ 2;
    }
    s.n = 2;
    r = &s.n;
    return 5;
}
int main(void)
{
    signed char a = __VERIFIER_nondet_char();
    unsigned char b = __VERIFIER_nondet_uchar();
    int c = __VERIFIER_nondet_int();
    return f(a, b, c);
}
// missed [('signed-overflow', 57)] invented []
