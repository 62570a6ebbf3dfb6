#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum color { RED, GREEN = 5, BLUE };
typedef struct {
    int x, y;
} point;
struct flags {
    unsigned a : 3;
    int b : 5;
    bool c : 1;
};
struct node {
    int value;
    struct node *next;
    const char *name;
};
struct big {
    point p;
    struct flags f;
    union {
        char c;
        int i;
    } u;
    char text[6];
    struct {
        short q;
    };
    double d[2];
};

int count = 7;
int table[3] = {1, 2, 3};
double untouched = 0.1;
char *label;

/* Names that a runner might use itself. */
struct test {
    int fork;
};
int fork_count(struct test *t) { return t->fork; }
#define CHECK_INT(x) ((x) + 1)

point f(int x, enum color c, point *p, const char *s, struct big b, struct node *n, char *out, double d, float *fl,
        unsigned char u, void *raw, const char **argv, int m[][2], unsigned long *wide)
{
    count = CHECK_INT(count ^ x);
    printf("hi %d %s\n", x, untouched > 0 ? "?" : "");
    p[1].x = (int)c;
    if (s[0] == 'a')
        out[0] = 'Z';
    n->value ^= x;
    if (b.f.c)
        n->next = NULL;
    fl[0] = (float)d;
    m[0][1] = b.f.b;
    wide[0] += u;
    *(unsigned char *)raw ^= (unsigned char)argv[0][0];
    if (x == 97)
        exit(3);
    point result = {b.p.x, b.q};
    return result;
}

int main(void) { printf("%d\n", fork_count(&(struct test){1})); }
