#include "../text.c"
#include "check.h"
static void valid(void)
{
    EACH {
        char *s = string(8, " ab");
        text t = text_new(s);
        (void)(text_length(t) + text_room(t));
        text_trim(t, " ");
        text_range(t, below(6), below(6));
        const char *parts[2] = {"", ""};
        text_free(text_join(parts, below(3), ""));
        text_free(t);
        text_free(NULL);
        free(s);
    }
}
static void bug(const char *name)
{
    BUG(text_append) text_append(text_new("ab"), "c", 1);
}
