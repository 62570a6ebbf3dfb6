/* setjmp and longjmp: through several functions, out of a callback, in a loop, with volatile variables. */
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf outer, inner;
static int depth;

static void descend(int n, int v) {
    depth++;
    if (n == 0) longjmp(v & 1 ? outer : inner, v);
    descend(n - 1, v);
}

static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    if (x == y) longjmp(inner, x);
    return x < y ? -1 : 1;
}

static double leave(double x) {
    if (x > 100) longjmp(outer, 9);
    return x / 2;
}

long f(int a, int b, int c, long d) {
    volatile long result = d & 255;
    depth = 0;
    switch (setjmp(outer)) {
    case 0: break;
    case 9: return 1000 + result;
    default: result += 10000; a = 2; break;
    }
    for (volatile int i = 0; i < 2; i++) {
        int got = setjmp(inner);
        if (got) {
            result = result * 3 + got;
            continue;
        }
        int items[4] = {a & 7, b & 7, c & 7, 9};
        qsort(items, 4, sizeof *items, compare);
        result += items[0] + 10 * items[2] + (long)leave(b & 255);
        if (i == 1 && result < 5000) descend(a & 3, c & 31);
    }
    return result + depth;
}
