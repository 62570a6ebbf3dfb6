/* Tokens of a small expression language. The text need not end with a NUL. */
#include <ctype.h>
#include <stddef.h>
#include <string.h>

enum token_kind { TOKEN_END, TOKEN_NUMBER, TOKEN_NAME, TOKEN_SIGN, TOKEN_ERROR };

struct token {
    enum token_kind kind;
    const char *start;
    size_t length;
};

struct lexer {
    const char *cur;
    const char *end;
    int line;
};

void lexer_init(struct lexer *lx, const char *text, size_t length)
{
    lx->cur = text;
    lx->end = text + length;
    lx->line = 1;
}

void lexer_skip_space(struct lexer *lx)
{
    while (lx->cur < lx->end && (*lx->cur == ' ' || *lx->cur == '\n')) {
        if (*lx->cur == '\n')
            lx->line++;
        lx->cur++;
    }
}

/* Skips a comment from # to the end of its line. */
void lexer_skip_comment(struct lexer *lx)
{
    if (lx->cur == lx->end || *lx->cur != '#')
        return;
    while (*lx->cur != '\n') /* seeded: a comment may end with the text */
        lx->cur++;
}

struct token lexer_next(struct lexer *lx)
{
    struct token t = {TOKEN_END, lx->cur, 0};
    lexer_skip_space(lx);
    t.start = lx->cur;
    if (lx->cur == lx->end)
        return t;
    unsigned char c = (unsigned char)*lx->cur++;
    if (isdigit(c)) {
        while (lx->cur < lx->end && isdigit((unsigned char)*lx->cur))
            lx->cur++;
        t.kind = TOKEN_NUMBER;
    } else if (isalpha(c)) {
        while (lx->cur < lx->end && isalnum((unsigned char)*lx->cur))
            lx->cur++;
        t.kind = TOKEN_NAME;
    } else {
        t.kind = strchr("+-*/()=", c) != NULL && c != '\0' ? TOKEN_SIGN : TOKEN_ERROR;
    }
    t.length = (size_t)(lx->cur - t.start);
    return t;
}

/* The value of a number. */
int token_number(const struct token *t)
{
    int value = 0;
    for (size_t i = 0; i < t->length; i++)
        value = value * 10 + (t->start[i] - '0'); /* seeded: long numbers overflow */
    return value;
}

int token_is(const struct token *t, const char *word)
{
    return strlen(word) == t->length && memcmp(word, t->start, t->length) == 0;
}

const char *token_kind_name(enum token_kind kind)
{
    static const char *const NAMES[] = {"end", "number", "name", "sign", "error"};
    return NAMES[kind];
}

int count_tokens(const char *text)
{
    struct lexer lx;
    int n = 0;
    lexer_init(&lx, text, strlen(text));
    for (;;) {
        struct token t = lexer_next(&lx);
        if (t.kind == TOKEN_END)
            return n;
        if (t.kind == TOKEN_NUMBER && token_number(&t) < 0)
            return -1;
        n++;
    }
}
