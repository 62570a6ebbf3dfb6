/* Growing strings. A text is a plain char * for readers; its length and capacity lie before the first character. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef char *text;

struct text_header {
    size_t length;
    size_t capacity; /* characters, without the NUL */
    char data[];
};

static struct text_header *header(const text t)
{
    return (struct text_header *)(t - offsetof(struct text_header, data));
}

static text text_allocate(size_t capacity)
{
    struct text_header *h = malloc(sizeof *h + capacity + 1);
    if (h == NULL)
        return NULL;
    h->length = 0;
    h->capacity = capacity;
    h->data[0] = '\0';
    return h->data;
}

text text_new(const char *initial)
{
    size_t n = strlen(initial);
    text t = text_allocate(n);
    if (t == NULL)
        return NULL;
    memcpy(t, initial, n + 1);
    header(t)->length = n;
    return t;
}

size_t text_length(const text t)
{
    return header(t)->length;
}

size_t text_room(const text t)
{
    const struct text_header *h = header(t);
    return h->capacity - h->length;
}

void text_free(text t)
{
    if (t != NULL)
        free(header(t));
}

/* Appends n bytes. The text may move; NULL means that there is no memory and t is as it was. */
text text_append(text t, const char *data, size_t n)
{
    struct text_header *h = header(t);
    if (n > h->capacity - h->length) {
        size_t capacity = h->length + n;
        h = realloc(h, sizeof *h + capacity);
        if (h == NULL)
            return NULL;
        h->capacity = capacity;
    }
    memcpy(h->data + h->length, data, n);
    h->length += n;
    h->data[h->length] = '\0'; /* seeded: no room for the NUL */
    return h->data;
}

/* Keeps the characters from start on, up to and without end; both may lie behind the end of the text. */
void text_range(text t, size_t start, size_t end)
{
    struct text_header *h = header(t);
    if (end > h->length)
        end = h->length;
    if (start > end)
        start = end;
    memmove(t, t + start, end - start);
    h->length = end - start;
    t[h->length] = '\0';
}

/* Removes the characters of set at both ends. */
void text_trim(text t, const char *set)
{
    struct text_header *h = header(t);
    size_t first = 0, end = h->length;
    while (first < end && strchr(set, t[first]) != NULL)
        first++;
    while (end > first && strchr(set, t[end - 1]) != NULL)
        end--;
    memmove(t, t + first, end - first);
    h->length = end - first;
    t[h->length] = '\0';
}

text text_join(const char *const *parts, size_t count, const char *separator)
{
    text t = text_new("");
    for (size_t i = 0; i < count && t != NULL; i++) {
        text longer = text_append(t, parts[i], strlen(parts[i]));
        if (longer != NULL && i + 1 < count)
            longer = text_append(longer, separator, strlen(separator));
        t = longer;
    }
    return t;
}
