/* A hash table from strings to numbers, with chains. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    struct entry *next;
    char *key;
    int value;
};

struct map {
    struct entry **buckets;
    size_t bucket_count;
    size_t used;
};

typedef int (*map_visitor)(const char *key, int value, void *context);

static uint32_t hash(const char *key)
{
    uint32_t h = 2166136261u;
    for (; *key != '\0'; key++)
        h = (h ^ (unsigned char)*key) * 16777619u;
    return h;
}

int map_init(struct map *m, size_t bucket_count)
{
    if (bucket_count == 0)
        return -1;
    m->buckets = calloc(bucket_count, sizeof *m->buckets);
    if (m->buckets == NULL)
        return -1;
    m->bucket_count = bucket_count;
    m->used = 0;
    return 0;
}

static struct entry **map_slot(const struct map *m, const char *key)
{
    struct entry **at = &m->buckets[hash(key) % m->bucket_count];
    while (*at != NULL && strcmp((*at)->key, key) != 0)
        at = &(*at)->next;
    return at;
}

int map_get(const struct map *m, const char *key, int *value)
{
    const struct entry *e = *map_slot(m, key);
    if (e == NULL)
        return 0;
    *value = e->value;
    return 1;
}

int map_put(struct map *m, const char *key, int value)
{
    struct entry **at = map_slot(m, key);
    if (*at == NULL) {
        struct entry *e = malloc(sizeof *e);
        if (e == NULL)
            return -1;
        e->key = malloc(strlen(key)); /* the NUL is forgotten */
        if (e->key == NULL) {
            free(e);
            return -1;
        }
        strcpy(e->key, key); /* seeded: no room for the NUL */
        e->next = NULL;
        *at = e;
        m->used++;
    }
    (*at)->value = value;
    return 0;
}

int map_delete(struct map *m, const char *key)
{
    struct entry **at = map_slot(m, key);
    struct entry *e = *at;
    if (e == NULL)
        return 0;
    *at = e->next;
    free(e->key);
    free(e);
    m->used--;
    return 1;
}

/* Visits all entries until a visitor returns something else than 0. */
int map_each(const struct map *m, map_visitor visit, void *context)
{
    for (size_t i = 0; i < m->bucket_count; i++)
        for (const struct entry *e = m->buckets[i]; e != NULL; e = e->next) {
            int stop = visit(e->key, e->value, context);
            if (stop != 0)
                return stop;
        }
    return 0;
}

/* Entries per bucket that is not empty. */
size_t map_density(const struct map *m)
{
    size_t filled = 0;
    for (size_t i = 0; i < m->bucket_count; i++)
        filled += m->buckets[i] != NULL;
    return filled == 0 ? 0 : m->used / filled;
}

static int add_value(const char *key, int value, void *context)
{
    (void)key;
    *(unsigned *)context += (unsigned)value;
    return 0;
}

unsigned map_sum(const struct map *m)
{
    unsigned sum = 0;
    map_each(m, add_value, &sum);
    return sum;
}
