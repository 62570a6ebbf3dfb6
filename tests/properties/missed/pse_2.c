/* A value that only another continuation needs, and that this one does not access. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
#include <stdlib.h>
int g, m, k = 1, s, t, arr[10];
int f(int a, int b, int c, int d, int e) {
    m = 0; if (a > 0) m = 1;
    g = 3; if (b > 0) g = 7;
    if (d > 0) s = 1;
    if (k) t = 1;
    if (m == 0) s = arr[g];
    if (c == 77 && m == 1 && g == 7 && e == 5) abort();
    return 0;
}
int main(void)
{
    int x0 = __VERIFIER_nondet_int();
    int x1 = __VERIFIER_nondet_int();
    int x2 = __VERIFIER_nondet_int();
    int x3 = __VERIFIER_nondet_int();
    int x4 = __VERIFIER_nondet_int();
    return f(x0, x1, x2, x3, x4);
}
