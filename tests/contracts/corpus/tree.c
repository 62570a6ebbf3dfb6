/* A search tree of numbers. An empty tree is NULL. */
#include <stddef.h>
#include <stdlib.h>

struct tree {
    int key;
    struct tree *left, *right;
};

struct tree *tree_insert(struct tree *root, int key)
{
    if (root == NULL) {
        struct tree *leaf = calloc(1, sizeof *leaf);
        if (leaf != NULL)
            leaf->key = key;
        return leaf;
    }
    if (key < root->key) {
        struct tree *left = tree_insert(root->left, key);
        if (left != NULL)
            root->left = left;
    } else if (key > root->key) {
        struct tree *right = tree_insert(root->right, key);
        if (right != NULL)
            root->right = right;
    }
    return root;
}

int tree_contains(const struct tree *root, int key)
{
    while (root != NULL && root->key != key)
        root = key < root->key ? root->left : root->right;
    return root != NULL;
}

unsigned tree_height(const struct tree *root)
{
    if (root == NULL)
        return 0;
    unsigned left = tree_height(root->left);
    unsigned right = tree_height(root->right);
    return 1 + (left > right ? left : right);
}

/* The smallest key of a tree that is not empty. */
static int tree_smallest(const struct tree *root)
{
    while (root->left != NULL)
        root = root->left;
    return root->key;
}

/* The difference between the largest and the smallest key; 0 for an empty tree. */
long tree_spread(const struct tree *root)
{
    const struct tree *largest = root;
    if (root == NULL)
        return 0;
    while (largest->right != NULL)
        largest = largest->right;
    return (long)largest->key - tree_smallest(root);
}

/* The smallest key that is larger than `key`, in *found; 0 if there is none. */
int tree_successor(const struct tree *root, int key, int *found)
{
    const struct tree *best = NULL;
    while (root != NULL) {
        if (root->key > key) {
            best = root;
            root = root->left;
        } else {
            root = root->right;
        }
    }
    if (best == NULL)
        return 0;
    *found = best->key;
    return 1;
}

void tree_free(struct tree *root)
{
    if (root == NULL)
        return;
    tree_free(root->left);
    free(root);
    tree_free(root->right); /* seeded: after free */
}

/* Writes the keys in order to out, which has room for max of them. */
size_t tree_keys(const struct tree *root, int *out, size_t max)
{
    if (root == NULL || max == 0)
        return 0;
    size_t n = tree_keys(root->left, out, max);
    if (n < max)
        out[n++] = root->key;
    if (n < max)
        n += tree_keys(root->right, out + n, max - n);
    return n;
}
