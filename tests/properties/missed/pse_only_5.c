/* Whether there is an object after the last one. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
#include <stdlib.h>
char *p; int t;
int f(int a, int d, int e, int u) {
    char *q = malloc(4), *r = 0;
    if (a > 0) { r = malloc(4); r[0] = 42; }
    p = q + (1L << 36);
    if (d > 0) t = 1;
    if (e == 77 && *p == 42 && u == 5) abort();
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
