/* Texts and numbers become values in a list that stays alive; each needs a temporary block. */
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
#define BYTE __VERIFIER_nondet_uchar()

struct value {
    int kind;
    struct value *next;
};

static struct value *add(struct value *list, int kind)
{
    struct value *made = malloc(sizeof *made);
    made->kind = kind;
    made->next = list;
    return made;
}

int main(void)
{
    struct value *list = 0;
    int depth = 0, bad = 0, sum = 0;
    for (int i = 0; i < 5 && !bad; i++) {
        unsigned char c = BYTE;
        if (c == '[') {
            depth++;
        } else if (c == ']') {
            if (depth == 0)
                bad = 1;
            else
                depth--;
        } else if (c == '"' || (c >= '0' && c <= '9')) {
            char *text = malloc(8);
            text[0] = c;
            free(text);
            list = add(list, c == '"' ? 1 : 2);
        } else if (c != ' ') {
            bad = 2;
        }
    }
    while (list) {
        struct value *next = list->next;
        sum += list->kind;
        free(list);
        list = next;
    }
    return bad ? 100 : depth ? 50 : sum;
}
