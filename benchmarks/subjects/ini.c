/* A parser for INI files: sections, names with values after = or :, comments, values that go on in the next line. A
   handler gets section, name and value. Written for this project, in the style of inih.
   With -D BUG, an empty name is stripped beyond its start, and names are copied one byte too far. */
#include <ctype.h>
#include <string.h>

#define LINE 16
#define NAME 3 /* with its NUL */

struct settings {
    int size;
    int is_quiet;
    int others;
};

typedef int (*handler)(struct settings *settings, const char *section, const char *name, const char *value);

/* Cuts off the blanks at the end. */
static char *stripped_right(char *text)
{
    char *end = text + strlen(text);

#ifdef BUG
    while (isspace((unsigned char)*--end))
        *end = '\0';
#else
    while (end > text && isspace((unsigned char)*--end))
        *end = '\0';
#endif
    return text;
}

static char *stripped_left(char *text)
{
    while (*text && isspace((unsigned char)*text))
        text++;
    return text;
}

/* The first of these characters, or of a comment after a blank; else the end. */
static char *find(char *text, const char *characters)
{
    int was_blank = 0;

    while (*text && !strchr(characters, *text) && !(was_blank && *text == ';')) {
        was_blank = isspace((unsigned char)*text) != 0;
        text++;
    }
    return text;
}

static void copy(char *to, const char *from)
{
    int n = 0;

#ifdef BUG
    for (; n < NAME && from[n]; n++)
#else
    for (; n < NAME - 1 && from[n]; n++)
#endif
        to[n] = from[n];
    to[n] = '\0';
}

/* A line without its end, of which at most LINE - 1 bytes are kept; where the next one begins. */
static const char *read_line(const char *text, char *line)
{
    int n = 0;

    while (*text && *text != '\n') {
        if (n < LINE - 1)
            line[n++] = *text;
        text++;
    }
    line[n] = '\0';
    return *text ? text + 1 : text;
}

struct parser {
    char *section;
    char *previous; /* the name of the line before, for a value that goes on */
    handler handle;
    struct settings *settings;
};

static int parse_section(struct parser *parser, char *start)
{
    char *end = find(start + 1, "]");

    if (*end != ']')
        return 0;
    *end = '\0';
    copy(parser->section, start + 1);
    parser->previous[0] = '\0';
    return 1;
}

static int parse_setting(struct parser *parser, char *start)
{
    char *end = find(start, "=:"), *value;

    if (*end != '=' && *end != ':')
        return 0;
    *end = '\0';
    value = end + 1;
    *find(value, "") = '\0';
    value = stripped_left(value);
    if (*value)
        stripped_right(value);
    copy(parser->previous, stripped_right(start));
    return parser->handle(parser->settings, parser->section, parser->previous, value);
}

static int parse_line(struct parser *parser, char *line)
{
    char *start = stripped_left(line);

    if (*start == '\0' || *start == ';' || *start == '#')
        return 1;
    if (*parser->previous && start > line)
        return parser->handle(parser->settings, parser->section, parser->previous, start);
    if (*start == '[')
        return parse_section(parser, start);
    return parse_setting(parser, start);
}

static int handle(struct settings *settings, const char *section, const char *name, const char *value)
{
    if (section[0])
        settings->others++;
    else if (!strcmp(name, "n"))
        settings->size = isdigit((unsigned char)*value) ? *value - '0' : -1;
    else if (!strcmp(name, "q"))
        settings->is_quiet = *value == '1';
    else
        return 0;
    return 1;
}

/* The number of the first line that is wrong; if none is, minus what was set. */
int ini(const char *text)
{
    struct settings settings = {3, 0, 0};
    char section[NAME] = "", previous[NAME] = "", line[LINE];
    struct parser parser = {section, previous, handle, &settings};
    int error = 0;

    for (int number = 1; *text; number++) {
        text = read_line(text, line);
        if (!parse_line(&parser, line) && !error)
            error = number;
    }
    return error ? error : -(settings.size + settings.is_quiet + settings.others);
}
