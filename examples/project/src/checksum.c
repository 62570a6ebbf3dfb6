#include "station.h"

/* The sum of all bytes, in one byte. */
unsigned char checksum(const unsigned char *data, int count)
{
    unsigned char sum = 0;
    for (int i = 0; i < count; i++)
        sum += data[i];
    return sum;
}

int parity(unsigned char byte)
{
    int odd = 0;
    for (; byte; byte >>= 1)
        odd ^= byte & 1;
    return odd;
}

int hash_name(const char *name)
{
    int hash = 1 << 29;
    for (; *name; name++)
        /* secateur: ignore signed-overflow: the station is built with -fwrapv, and the hash may be any number */
        hash = hash * 31 + *name;
    return hash;
}
