/* Singly linked lists of records, sorted or not. An empty list is NULL. */
#include <stddef.h>
#include <stdlib.h>

struct record {
    int key;
    int value;
    struct record *next;
};

static struct record *record_new(int key, int value)
{
    struct record *r = malloc(sizeof *r);
    if (r == NULL)
        return NULL;
    r->key = key;
    r->value = value;
    r->next = NULL;
    return r;
}

/* A new head in front of the list; the list itself if there is no memory. */
struct record *list_push(struct record *list, int key, int value)
{
    struct record *r = record_new(key, value);
    if (r == NULL)
        return list;
    r->next = list;
    return r;
}

struct record *list_find(struct record *list, int key)
{
    for (; list != NULL; list = list->next)
        if (list->key == key)
            return list;
    return NULL;
}

size_t list_length(const struct record *list)
{
    size_t n = 0;
    for (; list != NULL; list = list->next)
        n++;
    return n;
}

struct record *list_reverse(struct record *list)
{
    struct record *done = NULL;
    while (list != NULL) {
        struct record *next = list->next;
        list->next = done;
        done = list;
        list = next;
    }
    return done;
}

/* The value of the last record; 0 for an empty list. */
int list_last_value(const struct record *list)
{
    while (list->next != NULL) /* seeded: the list may be empty */
        list = list->next;
    return list->value;
}

/* Removes the first record with this key from the list. */
int list_remove(struct record **list, int key)
{
    for (struct record **at = list; *at != NULL; at = &(*at)->next) {
        struct record *r = *at;
        if (r->key == key) {
            *at = r->next;
            free(r);
            return 1;
        }
    }
    return 0;
}

/* Removes all records with this value. */
int list_remove_value(struct record **list, int value)
{
    int removed = 0;
    struct record **at = list;
    while (*at != NULL) {
        struct record *r = *at;
        if (r->value == value) {
            free(r);
            *at = r->next; /* seeded: after free */
            removed++;
        } else {
            at = &r->next;
        }
    }
    return removed;
}

/* Inserts behind all records with a smaller or equal key. */
int list_insert(struct record **list, int key, int value)
{
    struct record *r = record_new(key, value);
    if (r == NULL)
        return -1;
    while (*list != NULL && (*list)->key <= key)
        list = &(*list)->next;
    r->next = *list;
    *list = r;
    return 0;
}

void list_free(struct record *list)
{
    while (list != NULL) {
        struct record *next = list->next;
        free(list);
        list = next;
    }
}

/* The largest value, and where it was found in a list of one record per argument. */
int list_demo(const int *values, int count)
{
    struct record *list = NULL;
    for (int i = 0; i < count; i++)
        if (values[i] > 0)
            list = list_push(list, i, values[i]);
    int last = list_last_value(list);
    list_remove_value(&list, last);
    list_free(list);
    return last;
}
