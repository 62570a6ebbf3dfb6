/* stdlib.h: the drand48 family, a linear congruence modulo 2^48. */

#include "runtime.h"

typedef unsigned short Number[3];

/* As in glibc's struct drand48_data. */
typedef struct {
    Number x, old;
    unsigned short c, is_set;
    bits64 a;
} Generator;

static Generator __secateur_random48; /* the machine knows this name */

#define own __secateur_random48
#define FACTOR 0x5deece66dULL
#define ADDEND 0xb

static bits64 value_of(const Number x) { return x[0] | (bits64)x[1] << 16 | (bits64)x[2] << 32; }

static void store(Number x, bits64 value) { x[0] = (unsigned short)value, x[1] = (unsigned short)(value >> 16), x[2] = (unsigned short)(value >> 32); }

/* The next of the numbers, with 48 bits. */
static bits64 step(Number x, Generator *from) {
    if (!from->is_set) from->a = FACTOR, from->c = ADDEND, from->is_set = 1;
    store(x, value_of(x) * from->a + from->c);
    return value_of(x);
}

static double as_double(bits64 value) { return (double)value * 0x1p-48; }
static long as_long(bits64 value) { return (long)(value >> 17); }
static long as_signed(bits64 value) { return (int)(value >> 16); }

double drand48(void) { return as_double(step(own.x, &own)); }
double erand48(Number x) { return as_double(step(x, &own)); }
long lrand48(void) { return as_long(step(own.x, &own)); }
long nrand48(Number x) { return as_long(step(x, &own)); }
long mrand48(void) { return as_signed(step(own.x, &own)); }
long jrand48(Number x) { return as_signed(step(x, &own)); }

static void seed(Generator *to, long first) {
    to->x[0] = 0x330e, to->x[1] = (unsigned short)first, to->x[2] = (unsigned short)((unsigned long)first >> 16);
    to->a = FACTOR, to->c = ADDEND, to->is_set = 1;
}

void srand48(long first) { seed(&own, first); }

unsigned short *seed48(Number x) {
    for (int i = 0; i < 3; i++) own.old[i] = own.x[i], own.x[i] = x[i];
    own.a = FACTOR, own.c = ADDEND, own.is_set = 1;
    return own.old;
}

void lcong48(unsigned short parameters[7]) {
    for (int i = 0; i < 3; i++) own.x[i] = parameters[i];
    own.a = value_of(parameters + 3), own.c = parameters[6], own.is_set = 1;
}

/* --- with a visible state --- */

int srand48_r(long first, Generator *to) { return seed(to, first), 0; }
int drand48_r(Generator *from, double *to) { return *to = as_double(step(from->x, from)), 0; }
int lrand48_r(Generator *from, long *to) { return *to = as_long(step(from->x, from)), 0; }
int mrand48_r(Generator *from, long *to) { return *to = as_signed(step(from->x, from)), 0; }
int erand48_r(Number x, Generator *from, double *to) { return *to = as_double(step(x, from)), 0; }
int nrand48_r(Number x, Generator *from, long *to) { return *to = as_long(step(x, from)), 0; }
int jrand48_r(Number x, Generator *from, long *to) { return *to = as_signed(step(x, from)), 0; }
