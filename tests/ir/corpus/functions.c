/* Calls: variadic functions, recursion, old style, inline, weak, aliases, attributes, many arguments. */
#include <stdarg.h>
#include <stdio.h>
#include <setjmp.h>

int sum(int n, ...) {
    va_list list, other;
    va_start(list, n);
    va_copy(other, list);
    int s = 0;
    while (n--)
        s += va_arg(list, int);
    s += (int)va_arg(other, double);
    s += *va_arg(other, char *);
    va_end(other);
    va_end(list);
    return s;
}
struct Pair { long a, b; };
struct Huge { long a[9]; };
long structs(int n, ...) {
    va_list list;
    va_start(list, n);
    struct Pair p = va_arg(list, struct Pair);
    struct Huge h = va_arg(list, struct Huge);
    va_end(list);
    return p.a + h.a[8];
}
int forward(const char *format, ...) {
    va_list list;
    va_start(list, format);
    int r = vprintf(format, list);
    va_end(list);
    return r;
}
unsigned long factorial(unsigned n) { return n < 2 ? 1 : n * factorial(n - 1); }
int even(int n);
int odd(int n) { return n == 0 ? 0 : even(n - 1); }
int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static inline int small(int a) { return a + 1; }
inline int shared(int a) { return a + 2; }
extern inline int shared(int a);
__attribute__((weak)) int replaceable(void) { return 1; }
int original(int a) { return a; }
int alias(int a) __attribute__((alias("original")));
extern int missing(int) __attribute__((weak));
int old();
int many(int a, int b, int c, int d, int e, int f, int g, int h, double i, char j, short k, long long l) {
    return a + b + c + d + e + f + g + h + (int)i + j + k + (int)l;
}
__attribute__((noinline, cold, section("special"))) void nothing(void) {}
__attribute__((constructor)) void before(void) {}
__attribute__((const)) int pure_function(int a) { return a; }
static void unused_parameters(int a, int b) { (void)a; (void)b; }
_Thread_local int per_thread = 4;
static _Thread_local int hidden_per_thread;
extern int external_variable;
int common_variable;
__attribute__((section("data_section"), aligned(64))) int placed = 1;
__attribute__((visibility("hidden"))) int hidden = 2;
jmp_buf environment;

int everything(int n, char **arguments) {
    unused_parameters(1, 2);
    nothing();
    printf("%d %s %f %c\n", n, arguments[0], 1.5f, 'c');
    struct Huge h = {{0}};
    struct Pair p = {1, 2};
    if (missing)
        n += missing(n);
    if (setjmp(environment))
        return 1;
    return sum(3, 1, 2, 3) + (int)structs(1, p, h) + small(n) + shared(n) + replaceable() + alias(n) + old(1, 2.0, "x") +
           many(1, 2, 3, 4, 5, 6, 7, 8, 9.0, 'a', 11, 12) + per_thread++ + hidden_per_thread + external_variable +
           pure_function(n) + __FUNCTION__[0] + (int)factorial(5) + forward("%d", 1);
}
