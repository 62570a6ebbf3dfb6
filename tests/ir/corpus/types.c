/* The C types that debug information must tell apart. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef unsigned char byte;
typedef struct List List;
struct List { byte value; List *next; struct List *previous; };
typedef struct { int x; const char *label; } Anonymous;
typedef enum { RED, GREEN = 5, BLUE = -2 } Colour;
enum Level { LOW, HIGH = 0xffffffffu };
typedef int Row[4];
typedef int (*Handler)(void *context, int code, ...);
struct Opaque;
union Value { int i; double d; struct { char c; } s; };
struct Bits { unsigned a : 3; int b : 5; enum Level level : 2; _Bool flag : 1; };
typedef const int constant_int;

int global_int = 3;
const int global_constant = 4;
static unsigned long global_static = 5;
extern int global_extern;
List *global_list;
Colour global_colour = GREEN;
Row global_rows[2];
char global_text[10] = "text";
const char *const global_names[] = {"a"};
struct { int inner; } global_anonymous;
volatile int global_volatile;
Handler global_handler;

int basic(char a, signed char b, unsigned char c, short d, unsigned short e, int f, unsigned g, long h, unsigned long i,
          long long j, unsigned long long k, _Bool l, float m, double n, long double o) {
    return a + b + c + d + e + f + (int)g + (int)h + (int)i + (int)j + (int)k + l + (int)m + (int)n + (int)o;
}
void pointers(int *a, const int *b, int *const c, const char *d, char *e, void *f, const void *g, int **h,
              const char *const *i, unsigned char *restrict j, int k[], int l[5], int m[][3]) {
    global_static += (unsigned long)(*a + *b + *c + *d + *e + (f == g) + **h + **i + *j + k[0] + l[0] + m[0][0]);
}
int named(byte a, List *b, Anonymous c, Anonymous *d, Colour e, enum Level f, Row g, Handler h, struct Opaque *i, union Value j,
          struct Bits k, FILE *l, size_t m, uint8_t n, int32_t o, constant_int p, struct List q) {
    static int calls;
    static const int limit = 10;
    calls += a + b->value + c.x + d->x + (int)e + (int)f + g[0] + (h != 0) + (i != 0) + j.i + (int)k.a + (l != 0) + (int)m + n + o + p;
    return calls + q.value + limit;
}
void nothing(void) {}
List *identity(List *list) { return list; }
static int hidden(int (*callback)(int), void (*notify)(void), const volatile int *registers) {
    notify();
    return callback(*registers);
}
int variadic(const char *format, ...) { return format[0]; }
int old_style() { return hidden(0, 0, 0) + global_extern + (int)global_static; }
Anonymous made(void) { Anonymous a = {1, "x"}; return a; }
__int128 wide(__int128 a) { return a; }
