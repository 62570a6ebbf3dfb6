#include "../json.c"
#include "check.h"
static void valid(void)
{
    EACH {
        char *s = string(9, "{[]}, 1\"\t\r"), *exact = copy_of(s, strlen(s));
        size_t count = below(5);
        struct json_token *tokens = malloc(count * sizeof *tokens);
        struct json_parser p;
        json_init(&p);
        json_parse(&p, exact, strlen(s), tokens, count);
        if (p.next <= count)
            json_close(&p, tokens, JSON_ARRAY);
        json_init(&p);
        json_other(&p, exact, strlen(s), tokens, count);
        json_count(s);
        free(exact);
        free(s);
        free(tokens);
    }
}
static void bug(const char *name)
{
    struct json_parser p;
    struct json_token tokens[2];
    json_init(&p);
    BUG(json_string) json_string(&p, copy_of("\"\\", 2), 2, tokens, 2);
}
