/* Regular expressions that are compiled into a small array of nodes and then matched: . ^ $ * + ? [a-z] [^a-z] \d \w \s.
   Written for this project, in the style of tiny-regex.
   With -D BUG, neither a backslash at the end nor a class that is never closed ends the compilation. */
#include <ctype.h>

enum kind { UNUSED, ANY, BEGIN, END, OPTIONAL, STAR, PLUS, LITERAL, CLASS, OTHER_CLASS, DIGIT, WORD, BLANK };

#define NODES 8
#define CHARACTERS 12

struct node {
    enum kind kind;
    char literal;
    const char *characters; /* of a class, with its ranges */
};

struct regex {
    struct node nodes[NODES];
    char characters[CHARACTERS];
    int used;
};

static enum kind escaped(char c)
{
    switch (c) {
    case 'd': return DIGIT;
    case 'w': return WORD;
    case 's': return BLANK;
    default: return LITERAL;
    }
}

/* After the opening bracket: copies the class; returns the place of the closing one, or 0. */
static const char *compile_class(struct regex *regex, struct node *node, const char *text)
{
    node->kind = CLASS;
    if (*text == '^') {
        node->kind = OTHER_CLASS;
        text++;
    }
    node->characters = &regex->characters[regex->used];
#ifdef BUG
    for (; *text != ']'; text++) {
#else
    for (; *text && *text != ']'; text++) {
#endif
        if (regex->used >= CHARACTERS - 1)
            return 0;
        regex->characters[regex->used++] = *text;
    }
    regex->characters[regex->used++] = '\0';
    return *text ? text : 0;
}

static int compile(struct regex *regex, const char *text)
{
    int count = 0;

    for (; *text; text++) {
        struct node *node = &regex->nodes[count++];

        if (count == NODES)
            return 0;
        switch (*text) {
        case '^': node->kind = BEGIN; break;
        case '$': node->kind = END; break;
        case '.': node->kind = ANY; break;
        case '*': node->kind = STAR; break;
        case '+': node->kind = PLUS; break;
        case '?': node->kind = OPTIONAL; break;
        case '\\':
            text++;
#ifndef BUG
            if (!*text)
                return 0;
#endif
            node->kind = escaped(*text);
            node->literal = *text;
            break;
        case '[':
            text = compile_class(regex, node, text + 1);
            if (!text)
                return 0;
            break;
        default:
            node->kind = LITERAL;
            node->literal = *text;
        }
    }
    regex->nodes[count].kind = UNUSED;
    return 1;
}

static int in_class(const char *characters, char c)
{
    for (; *characters; characters++) {
        if (characters[1] == '-' && characters[2]) {
            if (characters[0] <= c && c <= characters[2])
                return 1;
            characters += 2;
        } else if (*characters == c) {
            return 1;
        }
    }
    return 0;
}

static int match_one(const struct node *node, char c)
{
    switch (node->kind) {
    case ANY: return c != '\n';
    case CLASS: return in_class(node->characters, c);
    case OTHER_CLASS: return !in_class(node->characters, c);
    case DIGIT: return isdigit((unsigned char)c) != 0;
    case WORD: return isalnum((unsigned char)c) || c == '_';
    case BLANK: return isspace((unsigned char)c) != 0;
    default: return node->literal == c;
    }
}

static int match_here(const struct node *nodes, const char *text);

/* At least `least` times a node, as often as possible, then the rest. */
static int match_repeated(const struct node *node, const struct node *rest, const char *text, int least)
{
    int count = 0;

    while (text[count] && match_one(node, text[count]))
        count++;
    for (; count >= least; count--)
        if (match_here(rest, text + count))
            return 1;
    return 0;
}

static int match_here(const struct node *nodes, const char *text)
{
    for (;; nodes++, text++) {
        if (nodes[0].kind == UNUSED)
            return 1;
        switch (nodes[1].kind) {
        case OPTIONAL:
            return (*text && match_one(nodes, *text) && match_here(nodes + 2, text + 1))
                || match_here(nodes + 2, text);
        case STAR: return match_repeated(nodes, nodes + 2, text, 0);
        case PLUS: return match_repeated(nodes, nodes + 2, text, 1);
        default: break;
        }
        if (nodes[0].kind == END && nodes[1].kind == UNUSED)
            return !*text;
        if (!*text || !match_one(nodes, *text))
            return 0;
    }
}

/* Where a regular expression matches in a text: the place, -1 for none, -2 if it is not well formed. */
int regex(const char *expression)
{
    static const char text[] = "a1 b";
    struct regex regex = {{{UNUSED}}};

    if (!compile(&regex, expression))
        return -2;
    if (regex.nodes[0].kind == BEGIN)
        return match_here(&regex.nodes[1], text) ? 0 : -1;
    for (int at = 0;; at++) {
        if (match_here(regex.nodes, &text[at]))
            return at;
        if (!text[at])
            return -1;
    }
}
