#include "../vector.c"
#include "check.h"
static int order(int a, int b)
{
    return a < b ? -1 : a > b;
}
static void valid(void)
{
    EACH {
        struct vector v, w;
        int value;
        vector_init(&v);
        vector_init(&w);
        for (int i = 0; i < 12; i++)
            switch (below(7)) {
            case 0: vector_pop(&v, &value); break;
            case 1: vector_remove(&v, below(4)); break;
            case 2: vector_copy(&w, &v); break;
            case 3: vector_sort(&v, order); break;
            case 4: vector_search(&v, (int)any()); break;
            default: vector_push(&v, (int)any());
            }
        vector_free(&v);
        vector_free(&w);
    }
}
static void bug(const char *name)
{
    struct vector v;
    vector_init(&v);
    for (int i = 0; i < 3; i++)
        vector_push(&v, i);
    BUG(vector_insert) {
        vector_insert(&v, 0, 1);
        vector_push(&v, 1);
        while (v.len < v.cap - 1)
            vector_push(&v, 1);
        vector_insert(&v, 0, 1);
    }
}
