/* Memory as C programs use and abuse it; run to compare what happens with what the analysis allows. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { int key; struct node *next; char tag[4]; };
struct outer { int a; struct node n; int tail[3]; };
union word { int i; struct { short low, high; } s; char b[8]; void *p; };
struct flexible { int n; int data[]; };
struct one { int n; short data[1]; };
struct vector { int x, y, z; };
struct big { int a[10]; struct node *list; };
struct small { int *p; int n; };

static struct outer outers[4];
static struct { char name[8]; int age; } first;

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static struct { const char *name; int (*run)(int, int); } operations[] = {{"add", add}, {"subtract", subtract}};

static struct node *push(struct node *list, int key) {
    struct node *made = malloc(sizeof *made);
    made->key = key;
    made->next = list;
    made->tag[key & 3] = 'x';
    return made;
}

static int total(struct node *list) {
    int sum = 0;
    for (; list; list = list->next) sum += list->key;
    return sum;
}

static int compare(const void *a, const void *b) { return ((const struct vector *)a)->y - ((const struct vector *)b)->y; }

static int through(int n, ...) {
    va_list list;
    va_start(list, n);
    int sum = 0;
    for (int i = 0; i < n; i++) sum += *va_arg(list, int *);
    va_end(list);
    return sum;
}

static void format(char *to, const char *layout, ...) {
    va_list list;
    va_start(list, layout);
    vsnprintf(to, 40, layout, list);
    va_end(list);
}

static void say(const char *layout, ...) {
    va_list list, twin;
    va_start(list, layout);
    va_copy(twin, list);
    vprintf(layout, list);
    vprintf(layout, twin);
    va_end(twin);
    va_end(list);
}

static int factorial(int n) {
    int v[2] = {n, 1};
    if (n < 2) return 1;
    int *p = v;
    int rest = factorial(n - 1);
    return p[0] * rest;
}

static int take(struct big b) {
    b.a[2] = 5;
    return b.a[2] + b.list->key;
}

static struct big give(struct node *list) {
    struct big b;
    memset(&b, 0, sizeof b);
    b.list = list;
    b.a[1] = 9;
    return b;
}

static int deep(struct big b, int n) { return n ? deep(b, n - 1) + b.a[n] : take(b); }

static void swap(void *a, void *b, size_t n) {
    char *x = a, *y = b;
    while (n--) {
        char t = *x;
        *x++ = *y;
        *y++ = t;
    }
}

static struct vector vector(int x) {
    struct vector v = {x, x + 1, x + 2};
    return v;
}

static struct small slice(int *p, int n) { return (struct small){p, n}; }
static int element(struct small s) { return s.p[s.n]; }
static struct small wider(struct small s) { return slice(s.p, s.n + 1); }

static void bye(void) {
    first.age++;
    printf("%s\n", first.name);
}

static int lists(void) {
    int r = 0;
    struct node *list = 0;
    for (int i = 0; i < 5; i++) list = push(list, i);
    r += total(list);
    struct node *some[3] = {list, list->next, 0}, *others[3];
    swap(some, some + 1, sizeof *some);
    memcpy(others, some, sizeof some);
    r += others[0]->key;
    struct big b = give(list);
    return r + take(b) + deep(b, 3);
}

static int containers(void) {
    int r = 0;
    for (int i = 0; i < 4; i++) {
        outers[i].a = i;
        outers[i].n.key = i * 2;
        outers[i].n.next = &outers[(i + 1) & 3].n;
        outers[i].tail[i % 3] = 7;
    }
    struct node *p = &outers[1].n;
    struct outer *o = (struct outer *)((char *)p - offsetof(struct outer, n));
    r += o->a + o->tail[1];
    p = p->next->next;
    o = (struct outer *)((char *)p - offsetof(struct outer, n));
    o->a = 11;
    uintptr_t w = (uintptr_t)&outers[2];
    w |= 0;
    w += offsetof(struct outer, tail);
    r += *(int *)w;
    *(uint64_t *)&outers[0].n.key = 0;
    r += outers[0].n.next != 0;
    struct outer copy = outers[2];
    copy.n.next->key = 77;
    return r + copy.tail[2];
}

static int punning(void) {
    int r = 0;
    union word u;
    u.p = &r;
    *(int *)u.p += 1;
    u.i = 3;
    r += u.s.low + u.b[1];
    for (size_t i = 0; i < sizeof first; i++) r += ((unsigned char *)&first)[i];
    struct vector v[5];
    for (int i = 0; i < 5; i++) v[i] = vector(10 - i);
    qsort(v, 5, sizeof v[0], compare);
    r += v[0].x + (&v[0].x)[2];
    int *ip = (int *)&v[1];
    for (int i = 0; i < 3; i++) r += ip[i];
    swap(&v[0], &v[1], sizeof v[0]);
    struct vector *end = v + 5;
    for (struct vector *it = v; it != end; it++) r += it->x;
    end[-1].y = 3;
    r += v[4].y + (int)*(uint64_t *)&v[0];
    struct { struct vector v, w; } pair = {{1, 2, 3}, {4, 5, 6}};
    memcpy(&pair.v, &pair.w, sizeof pair.v);
    memmove(&pair, v, 24);
    return r + pair.v.x + pair.w.y;
}

static int blocks(void) {
    int r = 0;
    struct flexible *f = malloc(sizeof *f + 5 * sizeof(int));
    f->n = 5;
    for (int i = 0; i < 5; i++) f->data[i] = i;
    r += f->data[3] + f->n;
    struct one *g = malloc(sizeof *g + 10);
    g->n = 5;
    for (int i = 0; i < 5; i++) g->data[i] = (short)i;
    r += g->data[4];
    struct vector *h = calloc(4, sizeof *h);
    h[2].y = 4;
    h = realloc(h, 8 * sizeof *h);
    h[7] = h[2];
    struct { int count; struct vector *items; } *headed = malloc(sizeof *headed + 3 * sizeof(struct vector));
    headed->items = (struct vector *)(headed + 1);
    for (int i = 0; i < 3; i++) headed->items[i] = vector(i);
    r += headed->items[2].z;
    char *text = strdup("hello");
    text[0] = 'j';
    r += strcmp(text, "jello");
    free(text);
    return r + h[7].y;
}

static int arrays(int n) {
    int r = 0, a = 1, b = 2;
    int room[n];
    for (int i = 0; i < n; i++) room[i] = i;
    r += room[n - 1] + through(2, &a, &b) + factorial(5);
    r += element(wider(slice(room, 0)));
    int m[3][4];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++) m[i][j] = i * j;
    int *q = &m[0][0];
    int(*rows)[4] = m;
    r += q[3] + rows[2][3];
    char buffer[40];
    snprintf(buffer, sizeof buffer, "%d %s %c", r, first.name, 'x');
    r += (int)strlen(buffer);
    format(buffer, "%s-%d", first.name, 3);
    puts(buffer);
    say("%d %s\n", r, first.name);
    const char *names[] = {"one", "two"};
    for (int i = 0; i < 2; i++) r += names[i][1];
    return r + operations[r & 1].run(3, 4);
}

int main(void) {
    atexit(bye);
    strcpy(first.name, "abc");
    first.age = 3;
    return (lists() + containers() + punning() + blocks() + arrays(5)) & 127;
}
