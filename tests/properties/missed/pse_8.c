/* An address outside one object can be inside another. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
#include <stdlib.h>
int t;
int f(int a, int d, int e, int j) {
    char *q = malloc(4), *r = malloc(4); free(r);
    long i = (long)j * 8; if (a > 0) i = 1L << 36;
    if (d > 0) t = 1;
    if (e == 77) return q[i];
    return 0;
}
int main(void)
{
    int x0 = __VERIFIER_nondet_int();
    int x1 = __VERIFIER_nondet_int();
    int x2 = __VERIFIER_nondet_int();
    int x3 = __VERIFIER_nondet_int();
    return f(x0, x1, x2, x3);
}
