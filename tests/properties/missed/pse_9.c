/* The size of a variable-length array that is allocated after the branch. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
#include <stdlib.h>
int t;
int f(int a, int b, int c) {
    int n = 8; if (a > 0) n = 4;
    if (b > 0) t = 1;
    char p[n]; p[0] = 0;
    if (c == 77) p[6] = 1;
    return 0;
}
int main(void)
{
    int x0 = __VERIFIER_nondet_int();
    int x1 = __VERIFIER_nondet_int();
    int x2 = __VERIFIER_nondet_int();
    return f(x0, x1, x2);
}
