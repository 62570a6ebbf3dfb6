// stdout
extern int __VERIFIER_nondet_int(void);
extern void exit(int);
static int (*const operations[2])(int);
static int f(int a, int b)
{
    int x = 0, *p = 0;
    if (a & 1) {
        if (b > 2) exit(3);
    }
    return x + *p;
}
int main(void)
{
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    return f(a, b);
}
