/* A parser for markup in the style of XML: elements with names of one letter, attributes, text, comments. `</>` closes the
   innermost element. Counts what is there, and remembers the element that has most of it.
   Written for this project. With -D BUG, an element may be closed that was never opened. */
#include <stdint.h>

enum { DEPTH = 3, MAX_ATTRIBUTES = 2, LONG_TEXT = 2 };
enum error { OK, NO_ELEMENT = -1, BAD_NAME = -2, TOO_DEEP = -3, BAD_ATTRIBUTE = -4, NOT_CLOSED = -5, TWO_ROOTS = -6 };

struct element {
    char name;
    int attributes;
    int characters; /* of text, without those of its children */
    int children;
};

struct document {
    struct element open[DEPTH];
    int depth;
    int elements, attributes, comments;
    int is_long; /* some element has a long text */
    int deepest;
    char widest; /* the name of the element with most children */
    int most_children;
};

static struct document document;

static int is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static int is_blank(char c)
{
    return c == ' ' || c == '\n';
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

static const char *skip_blanks(const char *text)
{
    while (is_blank(*text))
        text++;
    return text;
}

static int open_element(char name)
{
    struct element *element;

    if (document.depth == 0 && document.elements > 0)
        return TWO_ROOTS;
    if (document.depth >= DEPTH)
        return TOO_DEEP;
    if (document.depth > 0)
        document.open[document.depth - 1].children++;
    element = &document.open[document.depth++];
    element->name = lower(name);
    element->attributes = element->characters = element->children = 0;
    document.elements++;
    if (document.depth > document.deepest)
        document.deepest = document.depth;
    return OK;
}

static int close_element(void)
{
    struct element *element;

#ifndef BUG
    if (document.depth == 0)
        return NO_ELEMENT;
#endif
    element = &document.open[--document.depth];
    if (element->characters > LONG_TEXT)
        document.is_long = 1;
    if (element->children > document.most_children) {
        document.most_children = element->children;
        document.widest = element->name;
    }
    return OK;
}

/* `a=1` or `a`; the place after it, or 0. */
static const char *read_attribute(const char *text)
{
    struct element *element = &document.open[document.depth - 1];

    if (!is_letter(*text))
        return 0;
    text++;
    if (*text == '=') {
        text++;
        if (*text < '0' || *text > '9')
            return 0;
        text++;
    }
    if (element->attributes < MAX_ATTRIBUTES)
        element->attributes++;
    document.attributes++;
    return text;
}

/* After `<`; the place after `>`, or 0 with the error. */
static const char *read_tag(const char *text, int *error)
{
    if (*text == '!') {
        while (*text && *text != '>')
            text++;
        document.comments++;
        *error = *text ? OK : NOT_CLOSED;
        return *text ? text + 1 : 0;
    }
    if (*text == '/') {
        *error = text[1] == '>' ? close_element() : BAD_NAME;
        return *error == OK ? text + 2 : 0;
    }
    if (!is_letter(*text)) {
        *error = BAD_NAME;
        return 0;
    }
    *error = open_element(*text++);
    if (*error != OK)
        return 0;
    for (text = skip_blanks(text); *text && *text != '>' && *text != '/'; text = skip_blanks(text)) {
        text = read_attribute(text);
        if (!text) {
            *error = BAD_ATTRIBUTE;
            return 0;
        }
    }
    if (*text == '/') {
        *error = close_element();
        text++;
    }
    if (*text != '>') {
        *error = NOT_CLOSED;
        return 0;
    }
    return text + 1;
}

static int summary(void)
{
    int value = document.elements * 16 + document.deepest * 4;

    if (document.attributes > document.elements)
        value += 2;
    return value + document.is_long;
}

/* How much there is, or an error. */
int markup(const char *text)
{
    int error = OK;

    text = skip_blanks(text);
    while (*text) {
        if (*text == '<') {
            text = read_tag(text + 1, &error);
            if (!text)
                return error;
        } else {
            if (document.depth > 0)
                document.open[document.depth - 1].characters++;
            else if (!is_blank(*text))
                return NO_ELEMENT;
            text++;
        }
    }
    if (document.depth > 0)
        return NOT_CLOSED;
    return document.elements ? summary() : NO_ELEMENT;
}
