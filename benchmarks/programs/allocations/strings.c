/* Strings that are duplicated again and again; then another one. */
#include <stdlib.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
#define BYTE __VERIFIER_nondet_uchar()

static char *twin(const char *text)
{
    char *made = malloc(strlen(text) + 1);
    return strcpy(made, text);
}

int main(void)
{
    char *text = twin("abc");
    for (int i = 0; i < 6; i++) {
        unsigned char c = BYTE;
        if (c == 'd') {
            char *one = twin(text);
            free(text);
            text = one;
        } else if (c == 'u') {
            char *one = twin(text), *two = twin(one);
            free(text);
            free(one);
            text = two;
        }
    }
    char *last = twin(text);
    int result = last[0];
    free(last);
    free(text);
    return result;
}
