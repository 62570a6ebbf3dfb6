/* Helpers with local buffers, called a varying number of times. */
#include <stdio.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
#define BYTE __VERIFIER_nondet_uchar()

static int width(int number)
{
    char text[16];
    snprintf(text, sizeof text, "%d", number);
    return (int)strlen(text);
}

static int parity(unsigned char c)
{
    unsigned char block[4];
    int sum = 0;
    memset(block, c & 3, sizeof block);
    for (int i = 0; i < 4; i++)
        sum += block[i];
    return sum & 1;
}

int main(void)
{
    int found = 0;
    for (int i = 0; i < 6; i++) {
        unsigned char c = BYTE;
        if (c == 'w')
            found |= width(100) > 9;
        else if (c == 'c')
            found |= parity(3) > 2;
    }
    return found;
}
