/* 0.0 and -0.0 compare equal but are not the same value. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
#include <stdlib.h>
#include <stdarg.h>
int t;
int v(int d, int e, ...) {
    if (d > 0) t = 1;
    if (e == 77) {
        va_list l; va_start(l, e); double x = va_arg(l, double); va_end(l);
        if (1.0 / x < 0) abort();
    }
    return 0;
}
int f(int a, int d, int e) { double x = 0.0; if (a > 0) x = -0.0; return v(d, e, x); }
int main(void)
{
    int x0 = __VERIFIER_nondet_int();
    int x1 = __VERIFIER_nondet_int();
    int x2 = __VERIFIER_nondet_int();
    return f(x0, x1, x2);
}
