// return
extern int __VERIFIER_nondet_int(void);
static int one(int v) { return 1; }
static int two(int v) { return 2; }
static int three(int v) { return 3; }
static int (*const operations[4])(int) = {one, two, three, two};
static int g;
static int f(int a)
{
    if (a > 1) g++;
    if (a > 2) g++;
    return operations[a & 3](0);
}
int main(void) { return f(__VERIFIER_nondet_int()); }
