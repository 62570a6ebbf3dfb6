/* Single bits of a message, high ones first. */
#include <stddef.h>
#include <stdint.h>

struct bit_reader {
    const uint8_t *data;
    size_t size; /* bytes */
    size_t pos;  /* bits */
};

void bits_init(struct bit_reader *r, const uint8_t *data, size_t size)
{
    r->data = data;
    r->size = size;
    r->pos = 0;
}

size_t bits_left(const struct bit_reader *r)
{
    return r->size * 8 - r->pos;
}

/* One bit, or -1 at the end. */
int bits_one(struct bit_reader *r)
{
    if (r->pos >= r->size * 8)
        return -1;
    int bit = r->data[r->pos / 8] >> (7 - r->pos % 8) & 1;
    r->pos++;
    return bit;
}

/* A number of n bits; n is at most 8. */
int bits_number(struct bit_reader *r, unsigned n)
{
    if (n > 8 || n > bits_left(r))
        return -1;
    size_t byte = r->pos / 8;
    unsigned pair = (unsigned)r->data[byte] << 8 | r->data[byte + 1]; /* seeded: the last byte has no next one */
    unsigned value = pair >> (16 - r->pos % 8 - n) & ((1u << n) - 1);
    r->pos += n;
    return (int)value;
}

/* Counts the ones before a zero, and skips them. */
unsigned bits_unary(struct bit_reader *r)
{
    unsigned n = 0;
    while (bits_one(r) == 1)
        n++;
    return n;
}

void bits_align(struct bit_reader *r)
{
    r->pos = (r->pos + 7) / 8 * 8;
}

/* Sets one bit of a bitmap of n bits. */
int bitmap_set(uint32_t *map, size_t n, size_t bit)
{
    if (bit >= n)
        return -1;
    map[bit / 32] |= UINT32_C(1) << bit % 32;
    return 0;
}

/* How many of the first n bits are set. */
size_t bitmap_count(const uint32_t *map, size_t n)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += map[i / 32] >> i % 32 & 1;
    return count;
}

int message_kind(const uint8_t *message, size_t size)
{
    struct bit_reader r;
    bits_init(&r, message, size);
    return bits_one(&r) == 1 ? bits_number(&r, 4) : (int)bits_unary(&r);
}
