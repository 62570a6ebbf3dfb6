#include "../ini.c"
#include "check.h"
static int handle(void *user, const char *section, const char *name, const char *value)
{
    *(size_t *)user += strlen(section) + strlen(name) + strlen(value);
    return (int)below(3) - 1;
}
static void valid(void)
{
    EACH {
        char *s = string(12, " =[];a\n"), *copy = copy_of(s, strlen(s) + 1), *name, *value;
        size_t size = 1 + below(5), sum = 0;
        char *out = malloc(size), section[MAX_SECTION] = "";
        ini_parse(s, handle, &sum);
        ini_copy(out, s, size);
        ini_lskip(s);
        ini_split(copy, &name, &value);
        ini_line(s, section, handle, &sum);
        ini_rstrip(s);
        free(out);
        free(s);
        free(copy);
    }
}
static void bug(const char *name)
{
    BUG(ini_chomp) ini_chomp(calloc(1, 1));
}
