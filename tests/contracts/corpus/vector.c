/* A growing array of numbers. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct vector {
    int *data;
    size_t len;
    size_t cap;
};

void vector_init(struct vector *v)
{
    v->data = NULL;
    v->len = v->cap = 0;
}

static int vector_grow(struct vector *v)
{
    size_t cap = v->cap == 0 ? 4 : v->cap * 2;
    int *data = realloc(v->data, cap * sizeof *data);
    if (data == NULL)
        return -1;
    v->data = data;
    v->cap = cap;
    return 0;
}

int vector_push(struct vector *v, int value)
{
    if (v->len == v->cap && vector_grow(v) != 0)
        return -1;
    v->data[v->len++] = value;
    return 0;
}

/* Takes the last value; whether there was one. */
int vector_pop(struct vector *v, int *value)
{
    if (v->len == 0)
        return 0;
    *value = v->data[--v->len];
    return 1;
}

/* Inserts before a position, which is at most len. */
int vector_insert(struct vector *v, size_t position, int value)
{
    if (position > v->len)
        return -1;
    if (v->len == v->cap && vector_grow(v) != 0)
        return -1;
    memmove(v->data + position + 1, v->data + position, (v->len + 1 - position) * sizeof *v->data); /* seeded: one more */
    v->data[position] = value;
    v->len++;
    return 0;
}

int vector_remove(struct vector *v, size_t position)
{
    if (position >= v->len)
        return -1;
    v->len--;
    memmove(v->data + position, v->data + position + 1, (v->len - position) * sizeof *v->data);
    return 0;
}

int vector_copy(struct vector *to, const struct vector *from)
{
    int *data = malloc((from->len > 0 ? from->len : 1) * sizeof *data);
    if (data == NULL)
        return -1;
    if (from->len > 0)
        memcpy(data, from->data, from->len * sizeof *data);
    free(to->data);
    to->data = data;
    to->len = from->len;
    to->cap = from->len > 0 ? from->len : 1;
    return 0;
}

/* Sorts by insertion. */
void vector_sort(struct vector *v, int (*compare)(int, int))
{
    for (size_t i = 1; i < v->len; i++) {
        int value = v->data[i];
        size_t k = i;
        while (k > 0 && compare(v->data[k - 1], value) > 0) {
            v->data[k] = v->data[k - 1];
            k--;
        }
        v->data[k] = value;
    }
}

/* The position of a value in a sorted vector, or -1. */
long vector_search(const struct vector *v, int value)
{
    size_t low = 0, high = v->len;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (v->data[middle] == value)
            return (long)middle;
        if (v->data[middle] < value)
            low = middle + 1;
        else
            high = middle;
    }
    return -1;
}

void vector_free(struct vector *v)
{
    free(v->data);
    vector_init(v);
}
