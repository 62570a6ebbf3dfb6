/* A JSON tokenizer that fills an array of tokens given by the caller, without allocation: every token is a range of the
   text, with the number of its parts and the container it is in. Written for this project, in the style of jsmn.
   With -D BUG, a closing bracket without an opening one and an escape at the end of the text are not noticed. */

enum kind { NOTHING, OBJECT, ARRAY, STRING, PRIMITIVE };
enum error { NO_MEMORY = -1, INVALID = -2, PARTIAL = -3 };

struct token {
    enum kind kind;
    int start, end; /* end is -1 while a container is open */
    int size;
    int parent;
};

struct tokenizer {
    const char *text;
    int at;
    int next;   /* the next free token */
    int parent; /* the container that is open, or the key whose value follows; -1 outside of all */
};

#define TOKENS 8

static struct token *new_token(struct tokenizer *tokenizer, struct token *tokens, enum kind kind, int start, int end)
{
    struct token *token;

    if (tokenizer->next >= TOKENS)
        return 0;
    token = &tokens[tokenizer->next++];
    token->kind = kind;
    token->start = start;
    token->end = end;
    token->size = 0;
    token->parent = tokenizer->parent;
    if (tokenizer->parent != -1)
        tokens[tokenizer->parent].size++;
    return token;
}

static int hex_digit(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
}

static int escape(struct tokenizer *tokenizer)
{
    const char *text = tokenizer->text;

    tokenizer->at++;
    switch (text[tokenizer->at]) {
    case '"': case '/': case '\\': case 'b':
    case 'f': case 'r': case 'n': case 't':
        return 0;
    case 'u':
        for (int digits = 0; digits < 4; digits++) {
            tokenizer->at++;
            if (!text[tokenizer->at])
                return PARTIAL;
            if (!hex_digit(text[tokenizer->at]))
                return INVALID;
        }
        return 0;
#ifdef BUG
    case '\0':
        return 0;
#endif
    default:
        return INVALID;
    }
}

static int string(struct tokenizer *tokenizer, struct token *tokens)
{
    int start = ++tokenizer->at;

    for (; tokenizer->text[tokenizer->at]; tokenizer->at++) {
        char c = tokenizer->text[tokenizer->at];

        if (c == '"')
            return new_token(tokenizer, tokens, STRING, start, tokenizer->at) ? 0 : NO_MEMORY;
        if (c == '\\') {
            int wrong = escape(tokenizer);

            if (wrong)
                return wrong;
        }
    }
    return PARTIAL;
}

/* A number, or true, false, null: up to what can follow it. */
static int primitive(struct tokenizer *tokenizer, struct token *tokens)
{
    int start = tokenizer->at;

    for (; tokenizer->text[tokenizer->at]; tokenizer->at++) {
        char c = tokenizer->text[tokenizer->at];

        if (c == '\t' || c == '\r' || c == '\n' || c == ' ' || c == ',' || c == ']' || c == '}' || c == ':')
            break;
        if (c < 32 || c >= 127)
            return INVALID;
    }
    if (!new_token(tokenizer, tokens, PRIMITIVE, start, tokenizer->at))
        return NO_MEMORY;
    tokenizer->at--;
    return 0;
}

/* Ends the innermost container that is open, which must be of this kind. */
static int close(struct tokenizer *tokenizer, struct token *tokens, enum kind kind)
{
    int number = tokenizer->parent;

#ifndef BUG
    if (number == -1)
        return INVALID;
#endif
    while (tokens[number].end != -1) {
        number = tokens[number].parent;
        if (number == -1)
            return INVALID;
    }
    if (tokens[number].kind != kind)
        return INVALID;
    tokens[number].end = tokenizer->at + 1;
    tokenizer->parent = tokens[number].parent;
    return 0;
}

static int next(struct tokenizer *tokenizer, struct token *tokens)
{
    char c = tokenizer->text[tokenizer->at];

    switch (c) {
    case '{':
    case '[':
        if (!new_token(tokenizer, tokens, c == '{' ? OBJECT : ARRAY, tokenizer->at, -1))
            return NO_MEMORY;
        tokenizer->parent = tokenizer->next - 1;
        return 0;
    case '}':
        return close(tokenizer, tokens, OBJECT);
    case ']':
        return close(tokenizer, tokens, ARRAY);
    case '"':
        return string(tokenizer, tokens);
    case '\t': case '\r': case '\n': case ' ':
        return 0;
    case ':':
        tokenizer->parent = tokenizer->next - 1;
        return 0;
    case ',':
        if (tokenizer->parent != -1 && tokens[tokenizer->parent].kind != ARRAY
            && tokens[tokenizer->parent].kind != OBJECT)
            tokenizer->parent = tokens[tokenizer->parent].parent;
        return 0;
    case '-': case '0': case '1': case '2': case '3': case '4': case '5': case '6': case '7': case '8': case '9':
    case 't': case 'f': case 'n':
        /* A key of an object is a string, and a string has at most one value. */
        if (tokenizer->parent != -1) {
            const struct token *parent = &tokens[tokenizer->parent];

            if (parent->kind == OBJECT || (parent->kind == STRING && parent->size))
                return INVALID;
        }
        return primitive(tokenizer, tokens);
    default:
        return INVALID;
    }
}

/* The number of tokens, or an error. */
int json_tokens(const char *text)
{
    struct token tokens[TOKENS];
    struct tokenizer tokenizer = {text, 0, 0, -1};

    for (; text[tokenizer.at]; tokenizer.at++) {
        int wrong = next(&tokenizer, tokens);

        if (wrong)
            return wrong;
    }
    for (int number = tokenizer.next - 1; number >= 0; number--)
        if (tokens[number].end == -1)
            return PARTIAL;
    return tokenizer.next;
}
