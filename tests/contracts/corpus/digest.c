/* A checksum of blocks of 8 bytes: init, update as often as you like, final. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define BLOCK 8

struct digest {
    uint32_t a, b;
    uint64_t total;
    uint8_t block[BLOCK];
    unsigned filled; /* bytes in block, less than BLOCK between calls */
};

static void digest_block(struct digest *d, const uint8_t *p)
{
    for (unsigned i = 0; i < BLOCK; i++) {
        d->a += p[i];
        d->b = (d->b << 5 | d->b >> 27) + d->a;
    }
}

void digest_init(struct digest *d)
{
    d->a = 1;
    d->b = 0x9e3779b9u;
    d->total = 0;
    d->filled = 0;
    memset(d->block, 0, sizeof d->block);
}

void digest_update(struct digest *d, const void *data, size_t len)
{
    const uint8_t *p = data;
    d->total += len;
    if (d->filled > 0) {
        size_t part = BLOCK - d->filled;
        if (part > len)
            part = len;
        memcpy(d->block + d->filled, p, part);
        d->filled += (unsigned)part;
        p += part;
        len -= part;
        if (d->filled < BLOCK)
            return;
        digest_block(d, d->block);
        d->filled = 0;
    }
    for (; len >= BLOCK; p += BLOCK, len -= BLOCK)
        digest_block(d, p);
    memcpy(d->block, p, len);
    d->filled = (unsigned)len;
}

/* Pads with 0x80 and zeros, then adds the length. */
uint32_t digest_final(struct digest *d)
{
    uint8_t length[BLOCK];
    for (unsigned i = 0; i < BLOCK; i++)
        length[i] = (uint8_t)(d->total >> 8 * i);
    d->block[d->filled++] = 0x80;
    memset(d->block + d->filled, 0, BLOCK - d->filled);
    digest_block(d, d->block);
    digest_block(d, length);
    return d->a ^ d->b;
}

uint32_t digest_of(const void *data, size_t len)
{
    struct digest d;
    digest_init(&d);
    digest_update(&d, data, len);
    return digest_final(&d);
}
