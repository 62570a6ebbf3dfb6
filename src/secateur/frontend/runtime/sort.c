/* stdlib.h: qsort and bsearch, with the same comparisons in the same order as glibc's merge sort and search. */

#include "runtime.h"

typedef int Compare(const void *, const void *, void *);
typedef int Compare2(const void *, const void *);

static int without_argument(const void *x, const void *y, void *compare) { return ((Compare2 *)compare)(x, y); }

static void merge_sort(char *items, size_t count, size_t size, Compare *compare, void *argument, char *buffer) {
    if (count <= 1) return;
    size_t left = count / 2, right = count - left;
    char *a = items, *b = items + left * size, *to = buffer;
    merge_sort(a, left, size, compare, argument, buffer);
    merge_sort(b, right, size, compare, argument, buffer);
    while (left && right) {
        if (compare(a, b, argument) <= 0) {
            __builtin_memcpy(to, a, size);
            a += size, left--;
        } else {
            __builtin_memcpy(to, b, size);
            b += size, right--;
        }
        to += size;
    }
    __builtin_memcpy(to, a, left * size);
    __builtin_memcpy(items, buffer, (count - right) * size);
}

static void sort(void *items, size_t count, size_t size, Compare *compare, void *argument) {
    if (count <= 1 || !size) return;
    char *buffer = malloc(count * size);
    if (!buffer) abort();
    merge_sort(items, count, size, compare, argument, buffer);
    free(buffer);
}

void qsort(void *items, size_t count, size_t size, Compare2 *compare) {
    sort(items, count, size, without_argument, (void *)compare);
}

void qsort_r(void *items, size_t count, size_t size, Compare *compare, void *argument) {
    sort(items, count, size, compare, argument);
}

void *bsearch(const void *key, const void *items, size_t count, size_t size, Compare2 *compare) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const char *item = (const char *)items + middle * size;
        int order = compare(key, item);
        if (order < 0)
            high = middle;
        else if (order > 0)
            low = middle + 1;
        else
            return (void *)item;
    }
    return NULL;
}
