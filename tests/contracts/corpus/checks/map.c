#include "../map.c"
#include "check.h"
static void valid(void)
{
    EACH {
        struct map m;
        int value;
        char *key = string(2, "ab");
        if (map_init(&m, below(4)) != 0)
            continue;
        for (size_t i = below(4); i > 0; i--) {
            char *other = string(2, "ab");
            struct entry **at = map_slot(&m, other);
            if (*at == NULL) { /* map_put has the bug */
                *at = calloc(1, sizeof **at);
                (*at)->key = other;
                m.used++;
            }
        }
        map_get(&m, key, &value);
        map_delete(&m, key);
        map_sum(&m);
        map_density(&m);
        free(key);
    }
}
static void bug(const char *name)
{
    struct map m;
    map_init(&m, 2);
    BUG(map_put) map_put(&m, "ab", 1);
}
