extern int __VERIFIER_nondet_int(void);
extern signed char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
extern void exit(int);
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
struct pair { int n; signed char c; int a[2]; int *to; };
static int g = 1, h;
static int table[4] = {3, 0, -2, 5};
static struct pair shared = {2, 1, {0, 4}, &g};
static void change(int *where, int value) { *where = value; }
static int down(int n, int v) { return n <= 0 ? v : down(n - 1, v ^ n); }
static int twice(int v) { return (v & 15) * 2; }
static int odd(int v) { return v & 1; }
static int (*const operations[2])(int) = {twice, odd};
static int first(int p, int q)
{
    int v = 0;
    if (v > 2) exit(0);
    q++;
    return p;
}
static int f(int a, int b, int c)
{
    int x = b, y = a & 7, z = 2;
    int array[4] = {1, c, 3, 0};
    int *r = &x;
    struct pair s = {a, -1, {2, 0}, &y};
    if (x < g) {
        x = down((c & 3), b);
        if (x >= c || x != -3) {
            s.to = y > 5 ? &x : &y;
            y = first(0, c);
            g -= 0;
        }
        s = shared;
    } else {
        x = b;
        x = down((c & 3), b);
        change(r, 5);
    }
    change(&table[0], (int)((unsigned)b - b));
    y = 100 / (*r - 3);
    x = b;
    if (b == -1) {
        r = &y;
        x = 1;
        y = -b;
    }
    if (b < 2) {
        assert(y != 2);
    } else {
        s = shared;
    }
    return y;
}
int main(void)
{
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int c = __VERIFIER_nondet_int();
    __VERIFIER_assume(a < 0);
    return f(a, b, c);
}

