/* A list with a node for some bytes, freed at the end; then a block. */
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
#define BYTE __VERIFIER_nondet_uchar()

struct node {
    struct node *next;
};

int main(void)
{
    struct node *list = 0;
    for (int i = 0; i < 6; i++)
        if (BYTE > 100) {
            struct node *made = malloc(sizeof *made);
            made->next = list;
            list = made;
        }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    char *last = malloc(4);
    last[0] = 2;
    int result = last[0];
    free(last);
    return result;
}
