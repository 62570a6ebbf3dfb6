/* Numbers of variable length, as in protocol buffers: 7 bits per byte, low ones first. */
#include <stddef.h>
#include <stdint.h>

/* Reads a number from the bytes between p and end. Where it ends, or NULL. */
const uint8_t *varint_read(const uint8_t *p, const uint8_t *end, uint64_t *value)
{
    uint64_t result = 0;
    unsigned shift = 0;
    while (p < end && shift < 64) {
        uint8_t byte = *p++;
        result |= (uint64_t)(byte & 0x7f) << shift;
        if ((byte & 0x80) == 0) {
            *value = result;
            return p;
        }
        shift += 7;
    }
    return NULL;
}

/* Reads a number of at most 32 bits. The bytes it takes, or 0. */
size_t varint_read32(const uint8_t *data, size_t len, uint32_t *value)
{
    uint32_t result = 0;
    for (size_t i = 0; i < len && i < 5; i++) {
        result |= (uint32_t)(data[i] & 0x7f) << 7 * i;
        if ((data[i] & 0x80) == 0) {
            *value = result;
            return i + 1;
        }
    }
    return 0;
}

/* The bytes that a number takes. */
size_t varint_size(uint64_t value)
{
    size_t n = 1;
    while (value >= 0x80) {
        value >>= 7;
        n++;
    }
    return n;
}

/* Writes a number to out, which has room for cap bytes. The bytes written, 0 if it does not fit. */
size_t varint_write(uint8_t *out, size_t cap, uint64_t value)
{
    size_t n = varint_size(value);
    if (n > cap)
        return 0;
    for (size_t i = 0; i + 1 < n; i++) {
        out[i] = (uint8_t)(value | 0x80);
        value >>= 7;
    }
    out[n - 1] = (uint8_t)value;
    return n;
}

uint32_t zigzag_encode(int32_t value)
{
    return (uint32_t)((value << 1) ^ (value >> 31)); /* seeded: shifts a negative number to the left */
}

int32_t zigzag_decode(uint32_t value)
{
    return (int32_t)(value >> 1 ^ -(value & 1));
}
