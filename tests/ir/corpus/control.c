/* Every statement of C: conditions with negation, loops, switch, goto, computed goto, early returns. */
#include <assert.h>
#include <stdlib.h>

int ifs(int a, int b, int c) {
    if (a)
        return 1;
    if (!a && b)
        return 2;
    if (!(a || b))
        c++;
    else
        c--;
    if (!(a && b) && c)
        c += 2;
    if (!!a)
        c += 3;
    if ((a && !b) || (!a && b))
        return 4;
    if (a ? b : c)
        return 5;
    return a ? b : c ?: a;
}
int loops(int n) {
    int s = 0, i;
    for (i = 0; i < n; i++) {
        if (i == 3)
            continue;
        if (i == 7)
            break;
        s += i;
    }
    while (!(s < 10))
        s -= 3;
    while (s > 0 && i)
        s--, i--;
    do {
        s++;
    } while (s < 5 || !i--);
    for (;;)
        if (s++ > 100)
            return s;
}
int switches(int c, unsigned char d) {
    int r = 0;
    switch (c) {
    case 'a':
    case 'b':
        r = 1;
        /* fall through */
    case -5:
        r += 2;
        break;
    case 10 ... 12:
        r = 9;
        break;
    case 100 ... 100000:
        r = 10;
        break;
    default:
        r = -1;
    }
    switch (d) {
    case 255:
        return r;
    }
    switch (c)
    default:
        return 3;
}
long long long_switch(long long v) {
    switch (v) {
    case 0x100000000LL:
        return 1;
    case -1:
        return 2;
    }
    return 0;
}
int gotos(int n) {
again:
    if (n-- > 0)
        goto again;
    goto out;
out:
    return n;
}
int computed(const unsigned char *code) {
    static const void *const labels[] = {&&stop, &&increment, &&twice};
    int r = 0;
    goto *labels[*code++];
increment:
    r++;
    goto *labels[*code++];
twice:
    r *= 2;
    goto *labels[*code++];
stop:
    return r;
}
int statement_expression(int a) {
    return ({ int b = a * 2; b + 1; });
}
_Noreturn void die(int n) {
    assert(n > 3);
    assert(n > 5 && "message");
    exit(n);
}
int unreachable(int n) {
    switch (n & 1) {
    case 0:
        return 1;
    case 1:
        return 2;
    }
    __builtin_unreachable();
}
int values(int a, int b) {
    int c = a && b;
    int d = a || !b;
    int e = !(a && b) || d;
    int f = !a || b;
    return c + d + e + f + !a;
}
int counter(void) {
    static int calls = 3;
    static char *last;
    last = "x";
    return ++calls + (last != 0);
}
int expect(int a) {
    if (__builtin_expect(!!(a), 0))
        return 1;
    return 2;
}
