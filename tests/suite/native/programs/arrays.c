#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct point { double x, y; };
struct bits { unsigned a : 3, b : 5; int c : 7; };
union number { int i; float f; unsigned char bytes[4]; };
typedef int (*operation)(int, int);

static int matrix[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
static int add(int a, int b) { return a + b; }
static int multiply(int a, int b) { return a * b; }
static operation operations[] = {add, multiply};

static int sum(int count, ...) {
    va_list rest;
    int total = 0;
    va_start(rest, count);
    for (int i = 0; i < count; i++) total += i % 2 ? (int)va_arg(rest, double) : va_arg(rest, int);
    va_end(rest);
    return total;
}

static int vla(int n) {
    int total = 0;
    for (int round = 1; round <= n; round++) {
        int a[round];
        for (int i = 0; i < round; i++) a[i] = i;
        for (int i = 0; i < round; i++) total += a[i];
    }
    return total;
}

static struct point middle(struct point a, struct point b) {
    return (struct point){(a.x + b.x) / 2, (a.y + b.y) / 2};
}

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int by_tens(const void *a, const void *b) { return *(const int *)a / 10 - *(const int *)b / 10; }
static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
static int depth(int n) { char pad[100]; pad[99] = 1; return n ? depth(n - 1) + pad[99] : 0; }
static const char *name(int n) {
    switch (n) {
        case 0: return "zero";
        case 1: case 2: return "few";
        default: return "many";
    }
}

int main(void) {
    int total = 0, numbers[] = {31, 12, 35, 4, 17, 11, 39, 8};
    for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) total += matrix[i][j];
    printf("%d %d %d\n", total, operations[1](6, 7), sum(4, 1, 2.0, 3, 4.0));
    printf("%d %d %d\n", vla(10), fibonacci(15), depth(20000));
    struct point m = middle((struct point){0, 0}, (struct point){2, 4});
    struct bits b = {5, 17, -3};
    union number n = {.f = 1.0f};
    printf("%g %g %u %u %d %x %d\n", m.x, m.y, b.a, b.b, b.c, n.i, n.bytes[3]);
    qsort(numbers, 8, sizeof *numbers, by_tens);
    for (int i = 0; i < 8; i++) printf("%d ", numbers[i]);
    qsort(numbers, 8, sizeof *numbers, compare);
    for (int i = 0; i < 8; i++) printf("%d ", numbers[i]);
    int key = 17, *found = bsearch(&key, numbers, 8, sizeof *numbers, compare);
    printf("%d\n", found ? (int)(found - numbers) : -1);
    int *end = numbers + 8;
    for (int *p = numbers; p != end; p++) total += *p;
    struct point points[3] = {{1, 2}, {3, 4}}, copy[3];
    memcpy(copy, points, sizeof points);
    printf("%d %g %s %s %s\n", total, copy[1].y, name(0), name(2), name(9));
    for (int i = 0; i < 3; i++) {
        int local = i, *p = &local;
        total += *p;
        if (i == 1) continue;
        goto next;
    next:;
    }
    printf("%d %d\n", total, (unsigned char)200 + 100);
    return total & 127;
}
