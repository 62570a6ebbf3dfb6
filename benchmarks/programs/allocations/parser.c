/* A parser whose state is passed by pointer, with each word in a local buffer. */
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
#define BYTE __VERIFIER_nondet_uchar()

struct parser {
    const unsigned char *text;
    int at;
};

static int peek(const struct parser *parser)
{
    return parser->text[parser->at];
}

static int word(struct parser *parser, char *out, int size)
{
    int n = 0;
    while (peek(parser) >= 'a' && peek(parser) <= 'z' && n < size - 1)
        out[n++] = parser->text[parser->at++] > 'm' ? 'z' : 'a';
    out[n] = 0;
    return n;
}

static int keyword(struct parser *parser)
{
    char text[4];
    int length = word(parser, text, sizeof text);
    return length == 2 ? 1 : length == 3 ? 2 : 0;
}

int main(void)
{
    unsigned char text[6] = {0};
    for (int i = 0; i < 5; i++)
        text[i] = BYTE;
    struct parser parser = {text, 0};
    int seen = 0;
    while (peek(&parser)) {
        int found = keyword(&parser);
        if (found)
            seen |= found;
        else if (parser.at < 5)
            parser.at++;
    }
    int *result = malloc(sizeof *result);
    *result = seen;
    int value = *result;
    free(result);
    return value;
}
