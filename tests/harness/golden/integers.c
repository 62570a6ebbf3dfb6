// f
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum color { RED, GREEN = 5 };
typedef enum { SMALL = -1, LARGE } size;

long f(signed char a, unsigned char b, char c, short d, unsigned short e, int g, unsigned h, long i, uint64_t j,
       long long k, size_t l, bool m, enum color n, size o)
{
    return a + b + c + d + e + g + h + i + (long)j + k + (long)l + m + n + o;
}
