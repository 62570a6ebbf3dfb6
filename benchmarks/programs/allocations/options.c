/* Blocks that stay, depending on options; then temporary blocks for some bytes. */
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
#define BYTE __VERIFIER_nondet_uchar()

static char *messages, *trace, *cache;

int main(void)
{
    unsigned char options = BYTE;
    if (options & 1)
        messages = malloc(16);
    if (options & 2)
        trace = malloc(16);
    if (options & 4)
        cache = malloc(16);
    for (int i = 0; i < 5; i++) {
        unsigned char c = BYTE;
        if (c > 100) {
            char *block = malloc(4);
            block[0] = c;
            free(block);
        }
    }
    char *last = malloc(4);
    last[0] = 2;
    int result = last[0];
    free(last);
    return result;
}
