/* Structs, unions, packed structs, bit-fields, arrays inside them, passing and returning them by value. */
#include <stddef.h>
#include <string.h>

struct Point { int x, y; };
struct Big { long a[10]; struct Point p; };
struct __attribute__((packed)) Packed { char c; int i; short s; };
union Number { int i; float f; char bytes[8]; double d; };
struct Bits { unsigned a : 3; int b : 5; unsigned : 0; unsigned long long c : 40; _Bool d : 1; };
struct Floats { float x, y; };
struct Doubles { double x, y; };
struct Mixed { double d; int i; };
struct Three { char c[3]; };
struct Nested { struct { int a; union { int b; char c; }; } inner; struct Nested *next; struct Point points[2]; };
struct Flexible { int count; int items[]; };
struct Aligned { char c; _Alignas(32) int i; };
struct Empty {};

struct Point origin;
struct Point corner = {1, -2};
struct Packed packed = {'a', 7, 3};
union Number number = {.f = 1.5f};
union Number doubled = {.d = 2.5};
struct Bits field = {5, -3, 1ull << 39, 1};
struct Nested tree = {{1, {.c = 'q'}}, &tree, {{1, 2}, {3, 4}}};
struct Nested *link = &tree;
int *inside = &tree.points[1].y;
struct Flexible flexible = {2, {10, 20}};
struct Aligned aligned = {'z', 9};
struct Big many = {{1, 2, 3}, {4, 5}};
size_t offset = offsetof(struct Nested, points);

struct Point move(struct Point p, int dx) {
    p.x += dx;
    return p;
}

struct Big grow(struct Big b, long v) {
    b.a[9] = v;
    b.p = move(b.p, 3);
    return b;
}

struct Floats scale(struct Floats f, float k) {
    f.x *= k;
    f.y *= k;
    return f;
}

struct Doubles scale_doubles(struct Doubles f, double k) {
    f.x *= k;
    return f;
}

struct Mixed mix(struct Mixed m) {
    m.i++;
    return m;
}

struct Three three(struct Three t) {
    t.c[1] = t.c[2];
    return t;
}

int read_bits(struct Bits *b) {
    b->a++;
    b->b -= 2;
    b->c = b->c * 3;
    b->d = !b->d;
    return b->a + b->b + (int)b->c;
}

int pun(float f) {
    union Number n;
    n.f = f;
    return n.i + n.bytes[0];
}

int use_packed(struct Packed *p) { return p->i + p->s; }

struct Point literal(int x) {
    struct Point *p = &(struct Point){x, 2};
    int *a = (int[]){1, 2, x};
    p->y = a[2];
    return *p;
}

int whole(void) {
    struct Big b = {{0}}, c;
    memset(&c, 0, sizeof c);
    b = grow(c, 3);
    struct Floats f = scale((struct Floats){1, 2}, 3);
    struct Doubles d = scale_doubles((struct Doubles){1, 2}, 3);
    struct Mixed m = mix((struct Mixed){1, 2});
    struct Three t = three((struct Three){{1, 2, 3}});
    struct Empty e;
    (void)e;
    return (int)b.a[9] + (int)f.x + (int)d.y + m.i + t.c[0] + flexible.items[1];
}
