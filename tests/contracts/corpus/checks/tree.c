#include "../tree.c"
#include "check.h"
static void valid(void)
{
    EACH {
        struct tree *root = NULL;
        size_t max = below(5);
        int *out = malloc(max * sizeof *out), found;
        for (size_t i = below(6); i > 0; i--)
            root = tree_insert(root, (int)any());
        tree_contains(root, 3);
        tree_height(root);
        tree_spread(root);
        tree_successor(root, (int)any(), &found);
        tree_keys(root, out, max);
        free(out);
    }
}
static void bug(const char *name)
{
    BUG(tree_free) tree_free(tree_insert(NULL, 1));
}
