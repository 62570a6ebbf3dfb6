/* Vectors as GNU C has them: lanes, arithmetic, comparisons, conversions, shuffles. */
#include <string.h>

typedef int v4 __attribute__((vector_size(16)));
typedef unsigned u4 __attribute__((vector_size(16)));
typedef short s8 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef double d2 __attribute__((vector_size(16)));
typedef long l2 __attribute__((vector_size(16)));
typedef int e3 __attribute__((ext_vector_type(3)));
typedef unsigned char b8 __attribute__((vector_size(8)));

static v4 table[2] = {{1, 2, 3, 4}, {-1, -2, -3, -4}};
static v4 twice(v4 x) { return x + x; }

long f(int a, int b, unsigned c, long d) {
    v4 x = {a, b, 3, a ^ b}, y = twice(table[a & 1]);
    u4 u = (u4)x * 2654435761u + (u4){c, c >> 3, 7, 1};
    v4 mask = x > y, z = (x & mask) | (y & ~mask);
    z = (v4)((u4)z + u) ^ ~x;
    z[b & 3] = (int)c;
    int lane = z[(unsigned)a & 3];
    f4 g = __builtin_convertvector(z, f4) * 0.5f - (f4){1, 2, 3, 4};
    g = -g;
    d2 h = {(double)g[0], (double)(g[1] / 3)};
    l2 m = (l2)h;
    s8 s = (s8)u >> 3;
    s[7] += (short)(s == (s8){} )[2];
    v4 w = __builtin_shufflevector(x, y, 3, 4, 0, 6);
    e3 e = {1, a & 15, 3};
    e = e.zxy + 2;
    b8 bytes;
    memcpy(&bytes, &m, sizeof bytes);
    bytes += 1;
    unsigned long sum = (unsigned long)m[0] + (unsigned long)m[1] + (unsigned long)lane + (unsigned)e.x + (unsigned)e.y;
    for (int i = 0; i < 4; i++) sum = sum * 31 + (unsigned)w[i] + (unsigned)z[i] + (unsigned)s[i + 4] + bytes[i * 2];
    l2 longs = {d, d >> 2};
    longs = (longs >> 1) + (longs == 0);
    v4 limits = __builtin_elementwise_max(x, y);
    sum += (unsigned long)__builtin_reduce_add(limits) + (unsigned long)longs[0];
    return (long)(sum + (unsigned long)__builtin_reduce_max(x) + (unsigned long)longs[1]);
}
