#include "head.h"
static int f(signed char a, signed char b, signed char c, unsigned char d)
{
    int x = d, y = b & 7, z = 2;
    int array[4] = {1, d, 3, 0};
    int *r = &x;
    struct pair s = {a, -1, {2, 0}, &y};
    for (int i1 = 0; i1 < 2; i1++) {
        if (i1 == a) {
            s.n = 2;
            if ((s.n ^ d) < 5) continue;
            s.n = 0;
        }
        table[a] = s.n;
    }
    r = *s.to & 1 ? &s.n : &*s.to;
    *s.to = 0;
    shared.n = *s.to >= s.n ? d : d;
    for (int i2 = 0; i2 < 1; i2++) {
        *(int *[2]){s.a + (c & 7), (int *)0}[(a & 1)] = c;
        switch ((a & 3)) {
        case 0:
            shared.n -= a;
            break;
        default:
            change(s.to, (s.n & 7) + (s.n & 3));
        }
    }
    shared.n = 1 << (c & 31);
    s.n = 3;
    change(r, table[c]);
    s = shared;
    return s.n;
}
int main(void)
{
    signed char a = __VERIFIER_nondet_char();
    signed char b = __VERIFIER_nondet_char();
    signed char c = __VERIFIER_nondet_char();
    unsigned char d = __VERIFIER_nondet_uchar();
    return f(a, b, c, d);
}
