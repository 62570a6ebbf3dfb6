/* A small matcher for regular expressions: literals, '.', '*', '^' and '$'. */

static int repeat(char c, const char *rest, const char *text);

/* Does the expression match at the start of the text? */
static int at(const char *expression, const char *text)
{
    for (; *expression; expression++, text++) {
        if (expression[1] == '*')
            return repeat(expression[0], expression + 2, text);
        if (*expression == '$' && !expression[1])
            return !*text;
        if (!*text || (*expression != '.' && *expression != *text))
            return 0;
    }
    return 1;
}

/* Any number of c, then the rest of the expression. */
static int repeat(char c, const char *rest, const char *text)
{
    while (!at(rest, text)) {
        if (!*text || (c != '.' && c != *text))
            return 0;
        text++;
    }
    return 1;
}

static int search(const char *expression, const char *text)
{
    if (*expression == '^')
        return at(expression + 1, text);
    while (!at(expression, text))
        if (!*text++)
            return 0;
    return 1;
}

int matches_hello(const char *expression)
{
    return search(expression, "hello");
}
