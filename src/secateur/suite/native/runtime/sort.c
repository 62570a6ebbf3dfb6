// Sorting: a stable merge sort with the same comparisons as in the machine, because C leaves open the order of equal
// elements and when the program's comparison function is called.
#include <stdlib.h>

#include "runtime.h"

typedef int comparison(const void *, const void *, void *);

struct sorting {
    comparison *compare;
    void *argument, *frame;
    char *buffer;
    size_t each;
};

static void move(const struct sorting *sorting, char *to, const char *from, size_t count) {
    secateur_check((address)from, count * sorting->each, 0, sorting->frame);
    secateur_check((address)to, count * sorting->each, 1, sorting->frame);
    secateur_copy(to, from, count * sorting->each);
}

static void merge_sort(const struct sorting *sorting, char *items, size_t count) {
    if (count <= 1) return;
    size_t left = count / 2, right = count - left, each = sorting->each;
    char *a = items, *b = items + left * each, *to = sorting->buffer;
    merge_sort(sorting, a, left);
    merge_sort(sorting, b, right);
    for (; left && right; to += each) {
        if (sorting->compare(a, b, sorting->argument) <= 0)
            move(sorting, to, a, 1), a += each, left--;
        else
            move(sorting, to, b, 1), b += each, right--;
    }
    move(sorting, to, a, left);
    move(sorting, items, sorting->buffer, count - right);
}

static void sort(void *items, size_t count, size_t each, comparison *compare, void *argument, void *frame) {
    if (count <= 1 || !each) return;
    struct sorting sorting = {compare, argument, frame, secateur_allocate(count * each), each};
    if (!sorting.buffer) secateur_fault("abort", NOWHERE, frame, "no memory to sort in");
    merge_sort(&sorting, items, count);
    free(sorting.buffer);
}

static int without_argument(const void *x, const void *y, void *compare) {
    return ((int (*)(const void *, const void *))compare)(x, y);
}

CHECKED(void, qsort, void *items, size_t count, size_t each, int (*compare)(const void *, const void *)) {
    sort(items, count, each, without_argument, (void *)compare, HERE);
}
CHECKED(void, qsort_r, void *items, size_t count, size_t each, comparison *compare, void *argument) {
    sort(items, count, each, compare, argument, HERE);
}
