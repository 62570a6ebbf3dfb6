/* Native checks of the corpus: `./check` makes valid calls of the correct functions, `./check NAME` one that shows the
 * seeded bug of NAME. Buffers have exactly the size that they must have, so that AddressSanitizer sees each step outside. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS 300
#define EACH for (int round = 0; round < ROUNDS; round++)

static uint32_t seed = 12345;

static uint32_t any(void)
{
    seed = seed * 1664525u + 1013904223u;
    return seed >> 8 ^ seed << 16;
}

static size_t below(size_t n)
{
    return any() % n;
}

static void *copy_of(const void *data, size_t n)
{
    void *copy = malloc(n);
    memcpy(copy, data, n);
    return copy;
}

/* n bytes. */
static void *bytes(size_t n)
{
    uint8_t *data = malloc(n);
    for (size_t i = 0; i < n; i++)
        data[i] = any() % 4 == 0 ? (uint8_t)(any() % 3) : (uint8_t)any();
    return data;
}

/* A string of up to `most` characters of some set, or of all characters. */
static char *string(size_t most, const char *set)
{
    size_t n = below(most + 1);
    char *s = malloc(n + 1);
    for (size_t i = 0; i < n; i++)
        s[i] = set[0] != '\0' ? set[below(strlen(set))] : (char)(1 + below(255));
    s[n] = '\0';
    return s;
}

static void valid(void);
static void bug(const char *name);

int main(int argc, char **argv)
{
    if (argc > 1)
        bug(argv[1]);
    else
        valid();
    puts("passed");
    return 0;
}

#define BUG(function) if (strcmp(name, #function) == 0)
