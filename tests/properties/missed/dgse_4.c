#include "head.h"
static int first(int p, int q)
{
    int v = 0;
    if ((p ^ g) < 100) {
        v++;
        shared.n = 1;
    } else {
        v = 0 / (g - 7);
        h = 7 % (q - 0);
    }
    assert((p ^ g) != 2);
    return 100;
}
static int second(int p, int q)
{
    int v = 0;
    q++;
    assert(h != 3);
    shared.a[(p & 3)] = p ^ p;
    return q;
}
static int f(int a, int b, unsigned char c)
{
    int x = a, y = c & 7, z = 2;
    int array[4] = {1, a, 3, 0};
    int *r = &x;
    struct pair s = {c, -1, {2, 0}, &y};
    assert((array[1] ^ array[1]) != 3);
    switch ((c & 3)) {
    case 3:
        s.to = &s.a[1];
        z = operations[(b & 1)](b);
        break;
    case 1:
        s.to = &array[1];
        array[1] = first(c, b);
        break;
    case 2:
        if (a < c) {
            array[1] = -3;
            array[1] = 5;
        }
        break;
    }
    switch ((a & 3)) {
    case 3:
        change(r, 1 << (array[1] & 31));
        s.to = array[1] == 7 ? &s.a[1] : &z;
        ;
    case 1:
        array[1] = (c & 63) % (z - 1);
        for (int i1 = 0; i1 < (c & 1); i1++) {
            if (c > 0) {
                s.to = &array[0];
                assert(i1 < 77);
                z += *r;
            }
            array[1] = 1;
        }
        break;
    default:
        array[1] = 1;
    }
    array[(b & 3)] = -b;
    array[1] = first(a, z);
    s = shared;
    return *r;
}
int main(void)
{
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    unsigned char c = __VERIFIER_nondet_uchar();
    return f(a, b, c);
}
// missed [('division-by-zero', 67)] invented []
