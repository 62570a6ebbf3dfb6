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
