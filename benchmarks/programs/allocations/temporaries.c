/* A temporary block for some bytes, freed at once; then a block. */
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
#define BYTE __VERIFIER_nondet_uchar()

int main(void)
{
    for (int i = 0; i < 6; i++)
        if (BYTE > 100) {
            char *block = malloc(4);
            block[0] = 1;
            free(block);
        }
    char *last = malloc(4);
    last[0] = 2;
    int result = last[0];
    free(last);
    return result;
}
