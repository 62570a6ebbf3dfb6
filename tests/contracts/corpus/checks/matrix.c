#include "../matrix.c"
#include "check.h"
static void valid(void)
{
    EACH {
        struct image im;
        if (image_init(&im, (uint32_t)below(5), (uint32_t)below(5), 7)) {
            image_get(&im, any() % 6, any() % 6);
            image_row(&im, any() % 6, any() % 6, round % 2 ? UINT32_MAX : any() % 6, 1);
        }
        image_free(&im);
        size_t n = below(4);
        unsigned *a = bytes(n * n * sizeof *a), *out = malloc(n * n * sizeof *out);
        matrix_multiply(a, a, out, n);
        if (n > 0)
            matrix_trace(n, (unsigned(*)[n])a);
        determinant2();
    }
}
static void bug(const char *name)
{
    struct image im;
    BUG(image_init) image_init(&im, 0x10001, 0xffff0001, 0);
}
