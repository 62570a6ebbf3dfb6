#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    int key;
    struct node *left, *right;
};

static struct node *insert(struct node *root, int key) {
    if (!root) {
        root = calloc(1, sizeof *root);
        root->key = key;
    } else if (key < root->key) {
        root->left = insert(root->left, key);
    } else {
        root->right = insert(root->right, key);
    }
    return root;
}

static int sum(const struct node *root) { return root ? root->key + sum(root->left) + sum(root->right) : 0; }

static void release(struct node *root) {
    if (!root) return;
    release(root->left), release(root->right), free(root);
}

int main(void) {
    struct node *root = NULL;
    unsigned seed = 1;
    for (int i = 0; i < 3000; i++) root = insert(root, (int)((seed = seed * 1103515245 + 12345) >> 20));
    printf("%d\n", sum(root));
    release(root);
    int *numbers = NULL;
    for (size_t size = 1; size < 2000; size++) {
        numbers = realloc(numbers, size * sizeof *numbers);
        numbers[size - 1] = (int)size;
    }
    printf("%d\n", numbers[1998]);
    free(numbers);
    free(NULL);
    char *empty = malloc(0);
    printf("%d\n", empty != NULL);
    free(empty);
    int zero = 0;
    char *fresh = malloc(1000);
    for (int i = 0; i < 1000; i++) zero |= fresh[i];
    printf("%d %d\n", zero, malloc(SIZE_MAX / 2) == NULL);
    for (int i = 0; i < 100000; i++) free(malloc((size_t)(i % 3000)));
    void *aligned = aligned_alloc(64, 128), *page;
    printf("%d %d\n", (int)((uintptr_t)aligned % 64), posix_memalign(&page, 4096, 10));
    printf("%d\n", (int)((uintptr_t)page % 4096));
    memset(aligned, 1, 128), memset(page, 1, 10);
    free(aligned), free(page);
    char *big = malloc(100 << 20);
    big[0] = 1, big[(100 << 20) - 1] = 2;
    printf("%d\n", big[0] + big[1] + big[(100 << 20) - 1]);
    free(big);
    return 0;
}
