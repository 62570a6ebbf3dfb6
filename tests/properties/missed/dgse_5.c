#include "head.h"
static int first(int p, int q)
{
    int v = 0;
    for (int i1 = 0; i1 < 2; i1++) {
        h++;
        g++;
    }
    return p;
}
static int f(signed char a, signed char b, int c)
{
    int x = b, y = a & 7, z = 2;
    int array[4] = {1, b, 3, 0};
    int *r = &x;
    struct pair s = {c, -1, {2, 0}, &y};
    if (c < -3) {
        s.to = *r == c ? s.a + (b & 7) : &table[1];
        if (c != -3) {
            if ((*r ^ a) != -1) {
                change(&array[0], (int)((unsigned)b + a));
                array[0] = 1 / (s.c - 1);
            } else {
                array[0] = operations[(*r & 1)](0);
                if (c < b) {
                    change(r, -*r);
                    *r = down((c & 3), b);
                    *r = (a ^ b) < 2 ? a : 1;
                } else {
                    r = &*r;
                    *(int *[2]){&s.a[0], &*r}[(a & 1)] = 2;
                }
                *r = array[0] ^ 1;
            }
            assert(b != (a & 7) + 2);
            array[0] = 3;
        } else {
            s.a[1] = table[(c & 7)];
            *r = 0;
            if (a < 1) {
                *r = first(s.a[1], 3);
            }
        }
    } else {
        for (int i2 = 0; i2 < 2; i2++) {
            if (a == s.c) {
                s.a[1] = (i2 & 63) % (i2 - 0);
                array[s.c] = b;
                s.a[1]++;
            }
            *r += s.c;
        }
        array[0] = 1;
        *r -= s.c;
    }
    array[0] = (a & 63) / (s.c - 7);
    assert((b ^ *r) != 4);
    *r += c;
    array[0] = 2;
    s.a[1] = -1;
    return a;
}
int main(void)
{
    signed char a = __VERIFIER_nondet_char();
    signed char b = __VERIFIER_nondet_char();
    int c = __VERIFIER_nondet_int();
    return f(a, b, c);
}
// missed [('assertion', 72)] invented []
