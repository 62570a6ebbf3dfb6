#include "../path.c"
#include "check.h"
static void valid(void)
{
    EACH {
        char *s = string(8, "/.ab*?"), *t = string(5, "/.ab*?");
        path_base(s);
        path_extension(s);
        free(path_with_extension(s, t));
        path_match(t, s);
        path_simplify(s);
        path_parent(t);
        free(s);
        free(t);
    }
}
static void bug(const char *name)
{
    BUG(path_join) path_join(malloc(3), 3, "a", "b");
}
