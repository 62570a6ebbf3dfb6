/* Integers of every width, signed and unsigned, and every operator on them. */
#include <limits.h>
#include <stdint.h>

signed char sc = -128;
unsigned char uc = 255;
short ss = SHRT_MIN;
unsigned short us = USHRT_MAX;
int si = INT_MIN;
unsigned ui = UINT_MAX;
long sl = LONG_MIN;
unsigned long ul = ULONG_MAX;
long long sll = LLONG_MAX;
__int128 wide = ((__int128)1 << 100) | 7;
unsigned __int128 huge = ~(unsigned __int128)0;
_Bool flag = 1;
char letter = 'x';

int arithmetic(int a, int b) {
    int r = a + b - a * b;
    r += a / (b | 1);
    r -= a % (b | 1);
    r ^= a << 3;
    r |= b >> 2;
    r &= ~a;
    r = -r;
    r++;
    --r;
    return r;
}

unsigned unsigned_arithmetic(unsigned a, unsigned b) {
    unsigned r = a + b - a * b;
    r += a / (b | 1u);
    r -= a % (b | 1u);
    r <<= 5;
    r >>= 7;
    return r;
}

long long mixed(signed char a, unsigned char b, short c, unsigned short d, int e, unsigned f, long g, unsigned long h) {
    long long r = a + b;
    r += c * d;
    r += e;
    r += f;
    r += g;
    r += (long long)h;
    return r;
}

int comparisons(int a, int b, unsigned c, unsigned d) {
    return (a < b) + (a <= b) + (a > b) + (a >= b) + (a == b) + (a != b) + (c < d) + (c <= d) + (c > d) + (c >= d);
}

_Bool booleans(_Bool a, int b) {
    _Bool c = b;
    a |= c;
    if (a && !c)
        return !a;
    return a ^ c;
}

__int128 wide_arithmetic(__int128 a, unsigned __int128 b) {
    a *= 3;
    a += (__int128)(b >> 64);
    a = a / 7;
    return a < 0 ? -a : a;
}

int8_t narrow(int16_t a, uint64_t b) {
    int8_t r = (int8_t)a;
    r += (int8_t)b;
    r++;
    return r;
}

int overflow(int a, int b, int *r) {
    return __builtin_add_overflow(a, b, r) | __builtin_sub_overflow(a, b, r) | __builtin_mul_overflow(a, b, r);
}

int bits(unsigned a, unsigned long b) {
    return __builtin_popcount(a) + __builtin_clz(a | 1) + __builtin_ctzl(b | 1) + __builtin_parity(a) + __builtin_ffs((int)a) +
           (int)__builtin_bswap32(a) + (int)__builtin_bswap64(b) + __builtin_abs((int)a);
}

unsigned rotate(unsigned a, int n) { return __builtin_rotateleft32(a, (unsigned)n) + __builtin_bitreverse32(a); }

#ifdef __BITINT_MAXWIDTH__
_BitInt(37) odd(_BitInt(37) a, unsigned _BitInt(5) b) { return a + b; }
#endif
