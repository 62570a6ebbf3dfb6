/* A tokenizer and a recursive parser for sums, products and parentheses over a symbolic string. */
#include <ctype.h>

enum kind { END, NUMBER, NAME, OPERATOR, OPEN, CLOSE, WRONG };

struct token {
    enum kind kind;
    int value;
};

static const char *input;
static struct token current;

static void advance(void)
{
    while (*input == ' ')
        input++;
    current.value = 0;
    if (!*input) {
        current.kind = END;
    } else if (isdigit((unsigned char)*input)) {
        current.kind = NUMBER;
        while (isdigit((unsigned char)*input))
            current.value = current.value * 10 + (*input++ - '0');
    } else if (isalpha((unsigned char)*input) || *input == '_') {
        current.kind = NAME;
        while (isalnum((unsigned char)*input) || *input == '_')
            current.value = current.value * 31 + *input++;
    } else {
        current.value = *input;
        switch (*input++) {
        case '+':
        case '*':
            current.kind = OPERATOR;
            break;
        case '(':
            current.kind = OPEN;
            break;
        case ')':
            current.kind = CLOSE;
            break;
        default:
            current.kind = WRONG;
        }
    }
}

static int sum(void);

static int factor(void)
{
    int is_valid = 0;

    if (current.kind == NUMBER || current.kind == NAME) {
        is_valid = 1;
        advance();
    } else if (current.kind == OPEN) {
        advance();
        is_valid = sum() && current.kind == CLOSE;
        if (is_valid)
            advance();
    }
    return is_valid;
}

static int product(void)
{
    int is_valid = factor();

    while (is_valid && current.kind == OPERATOR && current.value == '*') {
        advance();
        is_valid = factor();
    }
    return is_valid;
}

static int sum(void)
{
    int is_valid = product();

    while (is_valid && current.kind == OPERATOR && current.value == '+') {
        advance();
        is_valid = product();
    }
    return is_valid;
}

int tokenizer(const char *text)
{
    input = text;
    advance();
    return sum() && current.kind == END;
}
