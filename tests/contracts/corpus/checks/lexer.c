#include "../lexer.c"
#include "check.h"
static void valid(void)
{
    EACH {
        char *s = string(8, " \n#a9+?");
        size_t n = strlen(s);
        char *exact = copy_of(s, n);
        struct lexer lx;
        lexer_init(&lx, exact, n);
        lexer_skip_space(&lx);
        struct token t = lexer_next(&lx);
        token_is(&t, "a9");
        token_kind_name(t.kind);
        count_tokens(s);
        free(exact);
        free(s);
    }
}
static void bug(const char *name)
{
    struct lexer lx;
    BUG(lexer_skip_comment) {
        lexer_init(&lx, copy_of("#a", 2), 2);
        lexer_skip_comment(&lx);
    }
    BUG(token_number) {
        lexer_init(&lx, "9999999999", 10);
        struct token t = lexer_next(&lx);
        token_number(&t);
    }
}
