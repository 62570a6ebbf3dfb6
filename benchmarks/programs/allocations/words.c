/* Words of letters become nodes of a list, which is counted. */
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
#define BYTE __VERIFIER_nondet_uchar()

struct word {
    int length;
    struct word *next;
};

int main(void)
{
    struct word *head = 0, **tail = &head;
    int length = 0, count = 0;
    for (int i = 0; i < 6; i++) {
        unsigned char c = BYTE;
        if (c >= 'a' && c <= 'z') {
            length++;
        } else if (c == ' ' && length) {
            struct word *made = malloc(sizeof *made);
            made->length = length;
            made->next = 0;
            *tail = made;
            tail = &made->next;
            length = 0;
        }
    }
    for (struct word *word = head; word; word = word->next)
        count += word->length > 1;
    while (head) {
        struct word *next = head->next;
        free(head);
        head = next;
    }
    return count;
}
