// A program that defines functions with names of the C library, weak and placed variables, constructors.
#include <stddef.h>
#include <stdio.h>

size_t strlen(const char *s) {
    size_t n = 0;
    while (s[n]) n++;
    return n + 100;
}

static char pool[1000];
static size_t used;
void *my_alloc(size_t size) {
    void *p = pool + used;
    used += (size + 15) / 16 * 16;
    return p;
}

__attribute__((weak)) int weak_table[5] = {1, 2, 3, 4, 5};
__attribute__((weak)) int weak_zeros[5];
__attribute__((section("special"))) int placed[4] = {7, 8, 9, 10};
__attribute__((aligned(256))) static char aligned[10];
_Thread_local int per_thread = 3;
static int prepared;
__attribute__((constructor)) static void prepare(void) { prepared = 11; printf("early\n"); }
__attribute__((destructor)) static void finish(void) { printf("late\n"); }

int main(void) {
    char *p = my_alloc(10);
    for (int i = 0; i < 10; i++) p[i] = (char)i, aligned[i] = (char)i;
    for (int i = 0; i < 5; i++) weak_zeros[i] = weak_table[i];
    int *volatile q = placed;
    const char *volatile text = "abc";
    printf("%zu %d %d %d %d %d %d\n", strlen(text), p[9], aligned[9], weak_zeros[4], q[3], per_thread, prepared);
    return 0;
}
