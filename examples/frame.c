/* Frames with a checksum: it has 256 paths for each byte, while the code that handles a frame has only a few. */
#include <stdint.h>

static uint16_t with_byte(uint16_t sum, uint8_t byte)
{
    sum ^= byte << 8;
    for (int i = 0; i < 8; i++)
        sum = sum & 0x8000 ? sum << 1 ^ 0x1021 : sum << 1;
    return sum;
}

int receive(uint8_t kind, uint8_t length, uint8_t value, uint16_t check)
{
    uint16_t sum = with_byte(with_byte(with_byte(0xffff, kind), length), value);
    if (sum != check)
        return -1;
    if (kind > 2)
        return -2;
    if (kind == 2)
        return value / (length - 7); /* a frame of 7 bytes, with the right checksum */
    return kind == 1 && length > 4 ? value : 0;
}
