#include "../pool.c"
#include "check.h"
static void valid(void)
{
    EACH {
        struct pool p;
        pool_init(&p, (unsigned)below(4));
        struct block *b = pool_take(&p, 1);
        pool_take(&p, 2);
        if (b != NULL)
            pool_give(&p, b);
        pool_available(&p);
        char *s = string(6, "ab "), *slot = NULL;
        free(copy_limited(s, below(8)));
        replace_string(&slot, s);
        replace_string(&slot, s);
        free(slot);
        free(s);
    }
}
static void bug(const char *name)
{
    struct pool p;
    BUG(pool_init) pool_init(&p, 0xffffffff);
    BUG(split_words) split_words(copy_of("a b", 4));
}
