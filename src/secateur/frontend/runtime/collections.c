/* search.h: linear search, queues, binary trees, tables of words.

   The trees are not balanced, unlike those of glibc: the same keys are found and the order is the same, but the compare
   function is called on others, and twalk reports other levels. */

#include "runtime.h"

typedef int Compare(const void *, const void *);

/* --- linear search --- */

static void *find(const void *key, const void *items, const size_t *count, size_t size, Compare *compare) {
    const char *item = items;
    for (size_t n = 0; n < *count; n++, item += size)
        if (!compare(key, item)) return (void *)item;
    return NULL;
}

void *lfind(const void *key, const void *items, size_t *count, size_t size, Compare *compare) {
    return find(key, items, count, size, compare);
}

void *lsearch(const void *key, void *items, size_t *count, size_t size, Compare *compare) {
    void *found = find(key, items, count, size, compare);
    if (found) return found;
    found = (char *)items + *count * size;
    __builtin_memcpy(found, key, size);
    ++*count;
    return found;
}

/* --- queues --- */

typedef struct Element { struct Element *next, *previous; } Element;

void insque(void *element, void *before) {
    Element *added = element, *previous = before;
    added->previous = previous;
    added->next = previous ? previous->next : NULL;
    if (previous) previous->next = added;
    if (added->next) added->next->previous = added;
}

void remque(void *element) {
    Element *removed = element;
    if (removed->next) removed->next->previous = removed->previous;
    if (removed->previous) removed->previous->next = removed->next;
}

/* --- binary trees --- */

typedef struct Node {
    const void *key; /* first, as the caller looks at it */
    struct Node *left, *right;
} Node;

/* Where the link to the node with a key is, or would be. The node above it is stored in *above. */
static Node **place_of(const void *key, Node **root, Compare *compare, Node **above) {
    *above = NULL;
    while (*root) {
        int order = compare(key, (*root)->key);
        if (!order) break;
        *above = *root;
        root = order < 0 ? &(*root)->left : &(*root)->right;
    }
    return root;
}

void *tfind(const void *key, void *const *root, Compare *compare) {
    Node *above;
    return root ? *place_of(key, (Node **)root, compare, &above) : NULL;
}

void *tsearch(const void *key, void **root, Compare *compare) {
    Node *above, **place;
    if (!root) return NULL;
    place = place_of(key, (Node **)root, compare, &above);
    if (*place) return *place;
    Node *added = malloc(sizeof *added);
    if (added) *added = (Node){key, NULL, NULL};
    return *place = added;
}

/* Returns the node above the deleted one; for the root, some node or other. */
void *tdelete(const void *key, void **root, Compare *compare) {
    Node *above, **place;
    if (!root) return NULL;
    place = place_of(key, (Node **)root, compare, &above);
    Node *found = *place;
    if (!found) return NULL;
    void *result = above ? (void *)above : (void *)root;
    if (found->left && found->right) { /* its successor takes its place */
        Node **least = &found->right;
        while ((*least)->left) least = &(*least)->left;
        Node *successor = *least;
        found->key = successor->key;
        *least = successor->right;
        found = successor;
    } else {
        *place = found->left ? found->left : found->right;
    }
    free(found);
    return result;
}

enum { PREORDER, POSTORDER, ENDORDER, LEAF };

static void walk(const Node *node, void (*visit)(const void *, int, int), int depth) {
    if (!node->left && !node->right) {
        visit(node, LEAF, depth);
        return;
    }
    visit(node, PREORDER, depth);
    if (node->left) walk(node->left, visit, depth + 1);
    visit(node, POSTORDER, depth);
    if (node->right) walk(node->right, visit, depth + 1);
    visit(node, ENDORDER, depth);
}

void twalk(const void *root, void (*visit)(const void *, int, int)) {
    if (root && visit) walk(root, visit, 0);
}

static void walk_with(const Node *node, void (*visit)(const void *, int, void *), void *argument) {
    if (!node->left && !node->right) {
        visit(node, LEAF, argument);
        return;
    }
    visit(node, PREORDER, argument);
    if (node->left) walk_with(node->left, visit, argument);
    visit(node, POSTORDER, argument);
    if (node->right) walk_with(node->right, visit, argument);
    visit(node, ENDORDER, argument);
}

void twalk_r(const void *root, void (*visit)(const void *, int, void *), void *argument) {
    if (root && visit) walk_with(root, visit, argument);
}

void tdestroy(void *root, void (*release)(void *)) {
    Node *node = root;
    if (!node) return;
    tdestroy(node->left, release);
    tdestroy(node->right, release);
    release((void *)node->key);
    free(node);
}

/* --- tables of words: without hashing, which would make every symbolic word its own path --- */

typedef struct { char *key; void *data; } Entry;
typedef struct { Entry *entries; unsigned size, filled; } Table;

enum { FIND, ENTER };

static Table __secateur_words; /* the machine knows this name */

static int is_prime(size_t n) {
    for (size_t i = 3; i * i <= n; i += 2)
        if (n % i == 0) return 0;
    return 1;
}

static int create(size_t size, Table *table) {
    if (!table) FAIL(SECATEUR_EINVAL, 0);
    if (table->entries) return 0;
    if (size < 3) size = 3;
    if (size >= 1u << 30) FAIL(SECATEUR_ENOMEM, 0);
    for (size |= 1; !is_prime(size); size += 2) {
    }
    Entry *entries = malloc((size + 1) * sizeof *entries);
    if (!entries) return 0;
    *table = (Table){entries, (unsigned)size, 0};
    return 1;
}

static int search(Entry item, int action, Entry **result, Table *table) {
    for (unsigned i = 0; i < table->filled; i++) {
        const char *x = item.key, *y = table->entries[i].key;
        while (*x && *x == *y) x++, y++;
        if (*x == *y) {
            *result = &table->entries[i];
            return 1;
        }
    }
    *result = NULL;
    if (action != ENTER) FAIL(SECATEUR_ESRCH, 0);
    if (table->filled == table->size) FAIL(SECATEUR_ENOMEM, 0);
    table->entries[table->filled] = item;
    *result = &table->entries[table->filled++];
    return 1;
}

static void destroy(Table *table) {
    free(table->entries);
    table->entries = NULL;
}

int hcreate(size_t size) { return create(size, &__secateur_words); }
int hcreate_r(size_t size, Table *table) { return create(size, table); }
void hdestroy(void) { destroy(&__secateur_words); }
void hdestroy_r(Table *table) { destroy(table); }
int hsearch_r(Entry item, int action, Entry **result, Table *table) { return search(item, action, result, table); }

Entry *hsearch(Entry item, int action) {
    Entry *result;
    search(item, action, &result, &__secateur_words);
    return result;
}
