/* Consistent overhead byte stuffing, and checksums for what is sent. */
#include <stddef.h>
#include <stdint.h>

/* Encodes n bytes without a zero among the output; out has room for cap bytes. The bytes written, or 0. */
size_t cobs_encode(const uint8_t *in, size_t n, uint8_t *out, size_t cap)
{
    if (cap < n + n / 254 + 1)
        return 0;
    size_t code_at = 0, o = 1;
    uint8_t code = 1;
    for (size_t i = 0; i < n; i++) {
        if (in[i] != 0) {
            out[o++] = in[i];
            code++;
        }
        if (in[i] == 0 || (code == 0xff && i + 1 < n)) {
            out[code_at] = code;
            code = 1;
            code_at = o++;
        }
    }
    out[code_at] = code;
    return o;
}

/* The reverse. out has room for cap bytes. */
size_t cobs_decode(const uint8_t *in, size_t n, uint8_t *out, size_t cap)
{
    size_t i = 0, o = 0;
    while (i < n) {
        uint8_t code = in[i++];
        if (code == 0)
            return 0;
        for (uint8_t k = 1; k < code; k++) {
            if (o == cap)
                return 0;
            out[o++] = in[i++]; /* seeded: the block may be longer than the input */
        }
        if (code != 0xff && i < n) {
            if (o == cap)
                return 0;
            out[o++] = 0;
        }
    }
    return o;
}

uint16_t crc16(const uint8_t *data, size_t n)
{
    uint16_t crc = 0xffff;
    while (n-- > 0) {
        crc ^= (uint16_t)(*data++ << 8);
        for (int bit = 0; bit < 8; bit++)
            crc = (uint16_t)(crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1);
    }
    return crc;
}

uint32_t adler32(uint32_t adler, const unsigned char *buf, size_t len)
{
    uint32_t a = adler & 0xffff, b = adler >> 16;
    for (size_t i = 0; i < len; i++) {
        a = (a + buf[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

static uint32_t crc_table[256];
static int crc_table_made;

static void make_crc_table(void)
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
        crc_table[i] = c;
    }
    crc_table_made = 1;
}

uint32_t crc32(uint32_t crc, const uint8_t *buf, size_t len)
{
    if (!crc_table_made)
        make_crc_table();
    crc = ~crc;
    for (size_t i = 0; i < len; i++)
        crc = crc_table[(crc ^ buf[i]) & 0xff] ^ crc >> 8;
    return ~crc;
}

/* A frame of n bytes ends with its checksum, high byte first. Is it right? */
int frame_is_intact(const uint8_t *frame, size_t n)
{
    if (n < 2)
        return 0;
    uint16_t sum = crc16(frame, n - 2);
    return frame[n - 2] == sum >> 8 && frame[n - 1] == (sum & 0xff);
}
