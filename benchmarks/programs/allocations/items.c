/* Items of two kinds are added to a list at two places; only their number is asked for. */
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
#define BYTE __VERIFIER_nondet_uchar()

struct item {
    int kind;
    struct item *next;
};

static struct item *add(struct item *list, int kind)
{
    struct item *made = malloc(sizeof *made);
    made->kind = kind;
    made->next = list;
    return made;
}

int main(void)
{
    struct item *list = 0;
    int count = 0;
    for (int i = 0; i < 6; i++) {
        unsigned char c = BYTE;
        if (c == 'a')
            list = add(list, 1);
        else if (c == 'b')
            list = add(list, 2);
    }
    while (list) {
        struct item *next = list->next;
        count++;
        free(list);
        list = next;
    }
    return count > 3;
}
