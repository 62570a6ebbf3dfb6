/* Blocks of one size from one piece of memory, and a stack of them. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct block {
    struct block *next;
    int owner;
};

struct pool {
    struct block *free;
    struct block *all;
    unsigned count;
};

int pool_init(struct pool *p, unsigned count)
{
    p->free = NULL;
    p->count = count;
    p->all = calloc(count, sizeof *p->all);
    for (unsigned i = 0; i < count; i++) {
        p->all[i].next = p->free; /* seeded: there may be no memory */
        p->free = &p->all[i];
    }
    return 0;
}

struct block *pool_take(struct pool *p, int owner)
{
    struct block *b = p->free;
    if (b == NULL)
        return NULL;
    p->free = b->next;
    b->next = NULL;
    b->owner = owner;
    return b;
}

void pool_give(struct pool *p, struct block *b)
{
    b->owner = -1;
    b->next = p->free;
    p->free = b;
}

unsigned pool_available(const struct pool *p)
{
    unsigned n = 0;
    for (const struct block *b = p->free; b != NULL; b = b->next)
        n++;
    return n;
}

/* A copy of a string, at most max characters of it; NULL if there is no memory. */
char *copy_limited(const char *s, size_t max)
{
    size_t n = strlen(s);
    if (n > max)
        n = max;
    char *copy = malloc(n + 1);
    if (copy == NULL)
        return NULL;
    memcpy(copy, s, n);
    copy[n] = '\0';
    return copy;
}

/* Replaces the string that *slot owns. */
int replace_string(char **slot, const char *s)
{
    char *copy = copy_limited(s, 64);
    if (copy == NULL)
        return -1;
    free(*slot);
    *slot = copy;
    return 0;
}

/* An array of pointers to the words of a string, which is cut in place; ends with NULL. To be freed. */
char **split_words(char *s)
{
    size_t count = 0, cap = 2;
    char **words = malloc(cap * sizeof *words);
    if (words == NULL)
        return NULL;
    for (char *word = strtok(s, " "); word != NULL; word = strtok(NULL, " ")) {
        if (count == cap) {
            char **more = realloc(words, 2 * cap * sizeof *words);
            if (more == NULL) {
                free(words);
                return NULL;
            }
            words = more;
            cap *= 2;
        }
        words[count++] = word;
    }
    words[count] = NULL; /* seeded: no room for the end when all are used */
    return words;
}
