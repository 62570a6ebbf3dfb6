extern int __VERIFIER_nondet_int();
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern double __VERIFIER_nondet_double();
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int helper(int x);

int main()
{
    int x = __VERIFIER_nondet_int();
    unsigned char c = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(x >= 0);
    if (__VERIFIER_nondet_bool() && __VERIFIER_nondet_double() < 0.5)
        return helper(c);
    if (x == 3)
        reach_error();
    return 0;
}
