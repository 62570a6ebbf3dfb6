/* Matrices of numbers, and pictures of bytes, by rows. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct image {
    uint32_t width, height;
    uint8_t *pixels; /* width * height */
};

/* A picture of one colour; whether there is memory. */
int image_init(struct image *im, uint32_t width, uint32_t height, uint8_t colour)
{
    im->pixels = NULL;
    im->width = im->height = 0;
    if (width == 0 || height == 0)
        return 0;
    uint32_t size = width * height;
    im->pixels = malloc(size);
    if (im->pixels == NULL)
        return 0;
    memset(im->pixels, colour, width); /* seeded: the product may have wrapped to less */
    for (uint32_t y = 1; y < height && y < size / width; y++)
        memcpy(im->pixels + (size_t)y * width, im->pixels, width);
    im->width = width;
    im->height = height;
    return 1;
}

uint8_t image_get(const struct image *im, uint32_t x, uint32_t y)
{
    if (x >= im->width || y >= im->height)
        return 0;
    return im->pixels[(size_t)y * im->width + x];
}

/* A line from left to right, cut off at the border. */
void image_row(struct image *im, uint32_t y, uint32_t from, uint32_t to, uint8_t colour)
{
    if (y >= im->height)
        return;
    for (uint32_t x = from; x <= to && x < im->width; x++)
        im->pixels[(size_t)y * im->width + x] = colour;
}

void image_free(struct image *im)
{
    free(im->pixels);
    im->pixels = NULL;
    im->width = im->height = 0;
}

/* out = a * b, for n by n numbers. */
void matrix_multiply(const unsigned *a, const unsigned *b, unsigned *out, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            unsigned sum = 0;
            for (size_t k = 0; k < n; k++)
                sum += a[i * n + k] * b[k * n + j];
            out[i * n + j] = sum;
        }
}

unsigned matrix_trace(size_t n, unsigned m[n][n])
{
    unsigned sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += m[i][i];
    return sum;
}

unsigned determinant2(void)
{
    unsigned a[4] = {1, 2, 3, 4}, out[4];
    matrix_multiply(a, a, out, 2);
    return out[0] * out[3] - out[1] * out[2];
}
