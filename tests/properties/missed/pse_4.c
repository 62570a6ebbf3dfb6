/* The function whose return frees an object is part of the state. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
#include <stdlib.h>
char *p; int t, n = 4;
void g(int k, int inner, int d, int e, int u) {
    for (int i = 0; i < (inner ? 2 - k : 1); i++) { char v[n]; v[0] = 42; if (inner && k == 0 && i == 0) p = v; }
    if (!inner && k == 1) { char v[n]; v[0] = 42; p = v; }
    if (inner) { if (d > 0) t = 1; return; }
    g(k, 1, d, e, u);
    if (e == 77 && p[0] == 42 && u == 5) abort();
}
int f(int a, int d, int e, int u) { int k = 0; if (a > 0) k = 1; g(k, 0, d, e, u); return 0; }
int main(void)
{
    int x0 = __VERIFIER_nondet_int();
    int x1 = __VERIFIER_nondet_int();
    int x2 = __VERIFIER_nondet_int();
    int x3 = __VERIFIER_nondet_int();
    return f(x0, x1, x2, x3);
}
