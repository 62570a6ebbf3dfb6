/* Calls of the system that may fail (--io-fails): an input decides, with the name of the function. */

#include "runtime.h"

unsigned char secateur_havoc_u8(const char *name);
void secateur_assume(int condition);
void __secateur_by_chance(const char *what);

int __secateur_io_fails = 0; /* so many may still fail */

int __secateur_call_fails(const char *function, const int *errors) {
    static const char end[] = "() fails";
    char name[64];
    size_t length = length_of(function);
    int count = 0;
    __builtin_memcpy(name, function, length);
    __builtin_memcpy(name + length, end, sizeof end);
    while (errors[count]) count++;
    unsigned which = secateur_havoc_u8(name);
    secateur_assume(which <= (unsigned)count);
    for (int i = 0; i < count; i++)
        if (which == (unsigned)i + 1) {
            __secateur_io_fails--;
            __secateur_by_chance(function);
            return errors[i];
        }
    return 0;
}
