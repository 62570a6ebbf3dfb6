/* Concrete: a linked list and a search tree of structs on the heap, built, walked, changed and freed. */
#include <stdlib.h>

struct item {
    int key;
    int count;
    struct item *next;
};

struct node {
    int key;
    struct node *left, *right;
};

static unsigned state = 1;

static int next_key(void)
{
    state = state * 1103515245u + 12345u;
    return (int)(state >> 16 & 0x7fff);
}

static struct item *reversed(struct item *list)
{
    struct item *result = 0;

    while (list) {
        struct item *next = list->next;
        list->next = result;
        result = list;
        list = next;
    }
    return result;
}

static struct node *inserted(struct node *tree, int key)
{
    if (!tree) {
        tree = calloc(1, sizeof *tree);
        tree->key = key;
    } else if (key < tree->key) {
        tree->left = inserted(tree->left, key);
    } else {
        tree->right = inserted(tree->right, key);
    }
    return tree;
}

static int depth(const struct node *tree)
{
    int left, right;

    if (!tree)
        return 0;
    left = depth(tree->left);
    right = depth(tree->right);
    return 1 + (left > right ? left : right);
}

int pointers(void)
{
    struct item *list = 0;
    struct node *tree = 0;
    int sum = 0;

    for (int i = 0; i < 1000; i++) {
        struct item *item = malloc(sizeof *item);
        item->key = next_key();
        item->count = i;
        item->next = list;
        list = item;
        tree = inserted(tree, item->key);
    }
    for (int pass = 0; pass < 20; pass++) {
        list = reversed(list);
        for (struct item *item = list; item; item = item->next)
            sum += item->key % 7 + item->count % 3;
    }
    while (list) {
        struct item *next = list->next;
        free(list);
        list = next;
    }
    return sum + depth(tree);
}
