/* long double: arithmetic, conversions, comparisons, memory, functions of math.h, text. */
#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item { char tag; long double value; float small; };
static long double table[3] = {1.5L, -0.1L, 1e4000L};
static long double third(long double x) { return x / 3; }

static long double sum(int count, ...) {
    va_list list;
    va_start(list, count);
    long double total = 0;
    for (int i = 0; i < count; i++) total += va_arg(list, int) * va_arg(list, long double);
    va_end(list);
    return total;
}

static unsigned long hash(const void *from, unsigned long size) {
    unsigned long result = 7;
    for (unsigned long i = 0; i < size; i++) result = result * 31 + ((const unsigned char *)from)[i];
    return result;
}

long f(int a, int b, unsigned c, long d) {
    long double x = a, y = (long double)d / 7, z = (double)b * 0.1 + third(x);
    float small = (float)b / 3;
    z += small;
    z -= (long double)c * LDBL_EPSILON;
    long double product = x * y, big = product * table[2], tiny = LDBL_MIN / (1 + (c & 7));
    unsigned long result = hash(&product, 10) ^ hash(&z, 10) ^ hash(&big, 10) * 3 ^ hash(&tiny, 10) * 5;
    result += (unsigned long)(x < y) + 2ul * (y == z) + 4ul * (z != z) + 8ul * (product >= big) + 16ul * !x;
    result ^= (unsigned long)(long)(y / 2) + (unsigned long)(int)(z / 64) + (unsigned long)(unsigned char)(c & 7);
    double d1 = (double)product;
    float f1 = (float)y;
    result += hash(&d1, 8) + hash(&f1, 4);
    struct item item = {'x', y, 1}, copy = item;
    result += hash(&copy.value, 10) + sizeof item + (unsigned long)(copy.value == item.value);
    long double more[] = {sqrtl(fabsl(y)), floorl(z), ceill(z), roundl(y), fmodl(y, 3.7L), truncl(-y), rintl(z),
                          copysignl(2, z), fmaxl(y, z), ldexpl(z, (int)(c & 63) - 20), nearbyintl(y), -z, logbl(z)};
    for (int i = 0; i < 13; i++) result = result * 3 + hash(&more[i], 10);
    int power;
    long double fraction = frexpl(y, &power), whole, rest = modfl(z, &whole);
    result += hash(&fraction, 10) + (unsigned long)power + hash(&whole, 10) + hash(&rest, 10);
    long double curve = sinl(a & 15) + expl((long double)(b & 7) / 4) + powl(1.1L, c & 15) + logl(1 + (c & 255)) + hypotl(3, a & 3);
    result += hash(&curve, 10);
    long double total = sum(3, 1, y, a & 7, 0.25L, 3, (long double)small);
    result += hash(&total, 10);
    char text[200];
    snprintf(text, sizeof text, "%Lf %.20Le %Lg %La %30.3Lf|%-12Lg|%+Lg", z, y, product, tiny, y, z, big);
    result += hash(text, strlen(text));
    printf("%Lg %.3Lf %d %Le\n", y, z, a, tiny);
    char *end;
    snprintf(text, sizeof text, "%d.%ue%d rest", a, c, b % 5000);
    long double read = strtold(text, &end);
    result += hash(&read, 10) + (unsigned long)(end - text);
    if (sscanf("0.1 1e-4940 0x1.8p3", "%Lf %Lf %Lf", &read, &y, &z) == 3) result += hash(&read, 10) + hash(&y, 10) + hash(&z, 10);
    if (isnan(x) || isinf(big) || signbit(z)) result++;
    long double nothing = (x - x) / (y - y);
    result += (unsigned long)isnan(nothing);
    return (long)(result >> 1);
}
