/* The fault kind of a too long array must not depend on whether its length is symbolic. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
int t;
int f(int a, int d, int e, long n) {
    if (n <= 0) return 1;
    if (a > 0) n = 1L << 33;
    if (d > 0) t = 1;
    if (e == 77) { char v[n]; v[0] = 1; t = v[0]; }
    return 0;
}
int main(void)
{
    int x0 = __VERIFIER_nondet_int();
    int x1 = __VERIFIER_nondet_int();
    int x2 = __VERIFIER_nondet_int();
    long x3 = __VERIFIER_nondet_long();
    return f(x0, x1, x2, x3);
}
