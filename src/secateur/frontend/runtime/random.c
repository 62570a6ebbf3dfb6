/* stdlib.h: the rand family, with the same numbers as glibc (its additive feedback generator, TYPE_3). */

#include "runtime.h"

enum { DEGREE = 31, SEPARATION = 3 };

static struct {
    int seeded, front, rear;
    unsigned numbers[DEGREE];
} __secateur_random; /* the machine knows this name */

#define state __secateur_random

static int next_random(void) {
    unsigned value = state.numbers[state.front] += state.numbers[state.rear];
    if (++state.front == DEGREE) state.front = 0;
    if (++state.rear == DEGREE) state.rear = 0;
    return value >> 1;
}

static void seed(unsigned first) {
    long word = (int)(first ? first : 1);
    for (int i = 0; i < DEGREE; i++) {
        state.numbers[i] = word;
        word = 16807 * word % 2147483647;
        word += (word < 0) * 2147483647L;
    }
    state.seeded = 1, state.front = SEPARATION, state.rear = 0;
    for (int i = 0; i < 10 * DEGREE; i++) next_random();
}

static int draw(void) {
    if (!state.seeded) seed(1);
    return next_random();
}

void srand(unsigned first) { seed(first); }
void srandom(unsigned first) { seed(first); }
int rand(void) { return draw(); }
long random(void) { return draw(); }

int rand_r(unsigned *first) {
    unsigned next = *first, result = 0;
    for (int i = 0; i < 3; i++) {
        next = next * 1103515245 + 12345;
        result = result << (i ? 10 : 0) ^ (next / 65536 % (i ? 1024 : 2048));
    }
    *first = next;
    return result;
}
