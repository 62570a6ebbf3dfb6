#include <setjmp.h>
#include <stdio.h>
#include <string.h>

static jmp_buf back;

static void deep(int n) {
    char local[64];
    memset(local, n, sizeof local);
    if (n == 0) longjmp(back, 7);
    deep(n - 1);
    if (local[3] != n) printf("wrong\n");
}

static int again(void) {
    char buffer[32];
    int result = setjmp(back);
    if (result) return result;
    memset(buffer, 1, sizeof buffer);
    deep(20);
    return 0;
}

int main(void) {
    int total = 0;
    for (int i = 0; i < 300; i++) {
        char here[16];
        memset(here, i & 1, sizeof here);
        total += again() + here[15];
    }
    printf("%d\n", total);
    volatile int count = 0;
    char *p = __builtin_alloca(40);
    memset(p, 5, 40);
    if (setjmp(back) < 5) {
        count++;
        longjmp(back, count);
    }
    printf("%d %d\n", count, p[39]);
    return 0;
}
