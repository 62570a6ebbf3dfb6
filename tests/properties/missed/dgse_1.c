#include "head.h"
static int f(signed char a, unsigned char b, int c, int d)
{
    int x = d, y = c & 7, z = 2;
    int array[4] = {1, d, 3, 0};
    int *r = &x;
    struct pair s = {d, -1, {2, 0}, &y};
    if (shared.n & 4) {
        if ((d ^ a) != 1) {
            if (*s.to == *s.to || (c ^ a) < 1) {
                table[2] = (int)((unsigned)d + d);
            }
            shared.n = (a & 63) / (*s.to - 2);
        }
    } else {
        assert((*s.to & array[1]) != 4);
        if (a > 2) {
            *s.to = c > -3 ? b : 2;
            *(int *[2]){&array[0], table + (a & 7)}[(d & 1)] = table[1];
            *s.to = d < -3 ? array[1] : c;
        } else {
            if (c < c) {
                *(int *[2]){&*s.to, shared.to}[(a & 1)] = 2;
                switch ((b & 3)) {
                case 0:
                    *s.to = down((d & 3), shared.n);
                    array[1] = *s.to > 2 ? c : c;
                    break;
                case 1:
                    shared.n = b == a ? 100 : array[1];
                    break;
                default:
                    change(r, table[1]);
                }
                shared.n++;
            }
            change(array + (c & 7), d);
            change(&array[1], (int)((unsigned)shared.n + a));
        }
        assert((c & shared.n) != 7);
    }
    r = &array[1];
    if (c & 2) {
        s.a[(shared.n & 1)] = *s.to + 0;
        if ((c ^ table[1]) != 2) {
            *s.to++;
        } else {
            shared.n++;
            array[1]++;
        }
        array[shared.n] = s.a[0];
    } else {
        for (int i1 = 0; i1 < 1; i1++) {
            for (int i2 = (d & 1); i2 > 0; i2--) {
                *s.to = *s.to ^ i1;
            }
            assert(*s.to < 15);
        }
        *s.to -= d;
    }
    assert(*s.to != 100);
    r = &s.a[1];
    s = shared;
    return a;
}
int main(void)
{
    signed char a = __VERIFIER_nondet_char();
    unsigned char b = __VERIFIER_nondet_uchar();
    int c = __VERIFIER_nondet_int();
    int d = __VERIFIER_nondet_int();
    return f(a, b, c, d);
}
// missed [('signed-overflow', 64)] invented []
