/* Pointers, arrays of several dimensions, pointer arithmetic, function pointers, strings, relocations in initialisers. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {"one", "two\n", "tab\t\"quoted\" back\\slash \x01\xff", ""};
char text[16] = "abc";
char exact[3] = "xyz";
const char *tail = &"hello"[2];
int matrix[3][4] = {{1, 2}, {3, [3] = 4}, [2] = {0}};
int *cell = &matrix[1][2];
int (*row)[4] = &matrix[2];
int **indirect = &cell;
long distance = (long)(&matrix[2][0] - &matrix[0][0]);
uintptr_t address = (uintptr_t)&text[3] + 5;
void *cast = (void *)0x1234;
const int *past = &matrix[2][4];
int sparse[1000] = {[500] = 7, [999] = -1};
const unsigned char bytes[] = {0, 1, 2, 127, 128, 255};
const short shorts[] = {-1, 2, -3};
wchar_t wide[] = L"wide";

typedef int (*operation)(int, int);
static int add(int a, int b) { return a + b; }
static int multiply(int a, int b) { return a * b; }
operation operations[] = {add, multiply, NULL};
struct { const char *name; operation op; void (*done)(void); } commands[] = {{"add", add, abort}, {"mul", multiply, NULL}};

int apply(operation op, int a, int b) { return op(a, b); }
int call_table(int i, int a) { return operations[i](a, 2) + (*operations[0])(a, 3) + apply(&multiply, a, a); }
operation choose(int c) { return c ? add : multiply; }

int sum(const int *p, const int *end) {
    int s = 0;
    while (p != end)
        s += *p++;
    return s;
}
long between(char *a, char *b) { return b - a; }
int *element(int m[][4], int i, int j) { return &m[i][j]; }
int negative(int *p) { return p[-1] + *(p - 2); }
size_t length(const char *s) {
    const char *p = s;
    while (*p)
        ++p;
    return (size_t)(p - s);
}
void swap(void **a, void **b) {
    void *t = *a;
    *a = *b;
    *b = t;
}
int dynamic(int n) {
    int *p = malloc((size_t)n * sizeof *p);
    if (!p)
        return -1;
    for (int i = 0; i < n; i++)
        p[i] = i;
    int r = sum(p, p + n);
    free(p);
    return r;
}
int variable_length(int n, int m) {
    int a[n][m];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = i * j;
    return a[n - 1][m - 1] + (int)sizeof a;
}
void copy(char *restrict to, const char *restrict from) {
    memcpy(to, from, 4);
    memmove(to, from, 2);
    strcpy(to, names[1]);
}
int compare(int *a, int *b) { return a < b || (uintptr_t)a % 8 == 0; }
volatile int device;
int poll(void) {
    device = 3;
    return device + device;
}
void *grow_stack(size_t n) { return __builtin_alloca(n); }
