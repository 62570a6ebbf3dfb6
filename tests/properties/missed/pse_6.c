/* The fault kind of a copy to an invalid pointer must not depend on whether the length is symbolic. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
#include <string.h>
char src[4]; int t;
int f(int a, int d, int e, unsigned n) {
    if (a > 0) n = 9;
    if (d > 0) t = 1;
    if (e == 77) memcpy((void *)0, src, n);
    return 0;
}
int main(void)
{
    int x0 = __VERIFIER_nondet_int();
    int x1 = __VERIFIER_nondet_int();
    int x2 = __VERIFIER_nondet_int();
    unsigned x3 = __VERIFIER_nondet_uint();
    return f(x0, x1, x2, x3);
}
