#include "../list.c"
#include "check.h"
static void valid(void)
{
    EACH {
        struct record *list = NULL;
        for (size_t i = below(4); i > 0; i--) {
            list = list_push(list, (int)below(3), (int)below(3));
            list_insert(&list, (int)below(3), 0);
        }
        list_find(list, 1);
        (void)list_length(list);
        list = list_reverse(list);
        list_remove(&list, 1);
        list_free(list);
    }
}
static void bug(const char *name)
{
    BUG(list_last_value) list_last_value(NULL);
    BUG(list_remove_value) {
        struct record *list = list_push(NULL, 1, 2);
        list_remove_value(&list, 2);
    }
}
