// 128-bit arithmetic that compiled code calls; usually in a compiler library, which we do not link.
#include "runtime.h"

typedef __int128 wide;
typedef unsigned __int128 uwide;

static uwide divide(uwide left, uwide right, uwide *rest) {
    uwide quotient = 0, remainder = 0;
    for (int bit = 127; bit >= 0; bit--) {
        remainder = remainder << 1 | (left >> bit & 1);
        if (remainder >= right) remainder -= right, quotient |= (uwide)1 << bit;
    }
    *rest = remainder;
    return quotient;
}

static uwide magnitude(wide value) { return value < 0 ? -(uwide)value : (uwide)value; }

uwide __udivti3(uwide left, uwide right) { return divide(left, right, &left); }

uwide __umodti3(uwide left, uwide right) {
    divide(left, right, &left);
    return left;
}

wide __divti3(wide left, wide right) {
    uwide rest, result = divide(magnitude(left), magnitude(right), &rest);
    return (wide)((left < 0) != (right < 0) ? -result : result);
}

wide __modti3(wide left, wide right) {
    uwide rest;
    divide(magnitude(left), magnitude(right), &rest);
    return (wide)(left < 0 ? -rest : rest);
}

wide __muloti4(wide left, wide right, int *overflow) {
    uwide result = (uwide)left * (uwide)right, rest, limit = (uwide)1 << 127;
    if ((left < 0) == (right < 0)) limit--;
    *overflow = left != 0 && magnitude(right) > divide(limit, magnitude(left), &rest);
    return (wide)result;
}

static double as_double(uwide value) {
    int shift = 0;
    uwide rest = 0;
    for (; shift < 64 && value >> (64 + shift); shift++) rest |= value >> shift & 1;  // matters only as "not zero"
    uint64_t top = (uint64_t)(value >> shift) | (rest != 0);
    double result = (double)top;
    for (; shift; shift--) result *= 2;
    return result;
}

double __floatuntidf(uwide value) { return as_double(value); }
double __floattidf(wide value) { return value < 0 ? -as_double(magnitude(value)) : as_double((uwide)value); }

uwide __fixunsdfti(double value) {
    if (!(value >= 1)) return 0;
    uint64_t high = (uint64_t)(value / 18446744073709551616.0);
    return (uwide)high << 64 | (uint64_t)(value - (double)high * 18446744073709551616.0);
}

wide __fixdfti(double value) { return value < 0 ? -(wide)__fixunsdfti(-value) : (wide)__fixunsdfti(value); }
