// f --buffer 3
#include <string.h>

char *f(const char *s, char *out, unsigned char *bytes, void *raw, const void *data, char letter)
{
    out[0] = letter;
    bytes[0] = 1;
    return raw == data ? strchr(s, letter) : NULL;
}
