/* Compound assignments to _Atomic objects of both signs, some of which clang computes as if all were unsigned. */
#include <stdatomic.h>

typedef _Atomic short number;
struct item { number value; };
static number global;
static _Atomic signed char tiny;
static _Atomic unsigned char octet;
static _Atomic int whole;
static _Atomic long wide;
static struct item shared;

long f(int a, int b, unsigned c, long d) {
    number local = (short)a, items[3] = {(short)b, (short)a, -7};
    struct item own = {(short)(b >> 3)}, *at = c & 1 ? &own : &shared;
    volatile _Atomic signed char last = (signed char)c;
    global = (short)(a >> 8);
    tiny = (signed char)b;
    octet = (unsigned char)c;
    whole = a / 3;
    wide = d >> 20;
    shared.value = (short)(c & 0x7fff);
    local >>= 3;
    global /= 3;
    tiny %= 5;
    octet >>= 1;
    octet /= 3;
    items[c & 1] /= -2;
    at->value >>= 2;
    last /= 2;
    whole /= 7;
    whole *= 0.5;
    wide *= 0.25;
    wide %= 1000;
    long result = (local %= 100);
    return result + global * 3L + tiny * 5L + octet * 7L + items[0] + items[1] * 11L + own.value + shared.value + last * 13L + whole + wide;
}
