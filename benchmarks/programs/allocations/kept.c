/* 0 to 3 blocks, depending on an option, that stay alive during the rest. */
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
#define BYTE __VERIFIER_nondet_uchar()

int main(void)
{
    char *kept[3] = {0};
    int option = BYTE & 3, count = 0;
    for (int i = 0; i < option && i < 3; i++)
        kept[i] = malloc(4);
    for (int i = 0; i < 5; i++)
        if (BYTE > 100)
            count++;
    char *last = malloc(4);
    last[0] = count > 9;
    int result = last[0];
    free(last);
    for (int i = 0; i < 3; i++)
        free(kept[i]);
    return result;
}
