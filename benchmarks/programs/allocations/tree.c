/* An expression of 4 bytes is parsed into a tree, and evaluated. */
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
#define BYTE __VERIFIER_nondet_uchar()

struct node {
    int op, value;
    struct node *left, *right;
};

static unsigned char text[7];
static int at;

static struct node *make(int op, int value, struct node *left, struct node *right)
{
    struct node *made = malloc(sizeof *made);
    made->op = op;
    made->value = value;
    made->left = left;
    made->right = right;
    return made;
}

static struct node *sum(void);

static struct node *atom(void)
{
    unsigned char c = text[at];
    if (c == '(') {
        at++;
        struct node *inner = sum();
        if (text[at] == ')')
            at++;
        return inner;
    }
    if (c >= '0' && c <= '9') {
        at++;
        return make('n', c > '4', 0, 0);
    }
    return make('n', 0, 0, 0);
}

static struct node *sum(void)
{
    struct node *node = atom();
    while (text[at] == '+' || text[at] == '-') {
        int op = text[at++];
        node = make(op, 0, node, atom());
    }
    return node;
}

static int evaluate(struct node *node)
{
    int value = node->value;
    if (node->op != 'n') {
        int left = evaluate(node->left), right = evaluate(node->right);
        value = node->op == '+' ? left + right : left - right;
    }
    free(node);
    return value;
}

int main(void)
{
    for (int i = 0; i < 4; i++)
        text[i] = BYTE;
    return evaluate(sum()) > 3;
}
