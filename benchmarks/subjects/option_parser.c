/* The options of a small command: flags that can be joined (`-vq`), options with a value, joined (`-n5`) or as the next
   argument (`-n 5`), long names (`--`), and operands. Written for this project.
   With -D BUG, the value of an option may be looked for after the last argument. */
#include <stdlib.h>
#include <string.h>

#define WORDS 2

enum mode { COPY, MOVE, LINK };

struct options {
    int is_verbose, is_quiet, is_forced, is_recursive;
    int level; /* 0 to 9 */
    int width;
    enum mode mode;
    const char *suffix;
    int operands;
    int errors;
};

struct cursor {
    const char **arguments;
    int count, at;
};

static int number(const char *text, int most)
{
    int value = 0;

    if (!*text)
        return -1;
    for (; *text; text++) {
        if (*text < '0' || *text > '9')
            return -1;
        value = value * 10 + (*text - '0');
        if (value > most)
            return -1;
    }
    return value;
}

/* The rest of this argument, or all of the next one. */
static const char *value_of(struct cursor *cursor, const char *rest)
{
    if (*rest)
        return rest;
#ifdef BUG
    if (cursor->at + 1 <= cursor->count)
#else
    if (cursor->at + 1 < cursor->count)
#endif
        return cursor->arguments[++cursor->at];
    return NULL;
}

static int set_number(struct cursor *cursor, const char *rest, int most, int *result)
{
    const char *text = value_of(cursor, rest);
    int value = text ? number(text, most) : -1;

    if (value < 0)
        return 0;
    *result = value;
    return 1;
}

/* One argument that starts with a dash. */
static void short_options(struct options *options, struct cursor *cursor, const char *letters)
{
    for (; *letters; letters++) {
        switch (*letters) {
        case 'v': options->is_verbose = 1; break;
        case 'q': options->is_quiet = 1; break;
        case 'f': options->is_forced = 1; break;
        case 'r':
        case 'R': options->is_recursive = 1; break;
        case 'm': options->mode = MOVE; break;
        case 'l': options->mode = LINK; break;
        case 'n':
            options->errors += !set_number(cursor, letters + 1, 9, &options->level);
            return;
        case 'w':
            options->errors += !set_number(cursor, letters + 1, 200, &options->width);
            return;
        case 's':
            options->suffix = value_of(cursor, letters + 1);
            options->errors += !options->suffix;
            return;
        default:
            options->errors++;
        }
    }
}

static int checked(const struct options *options)
{
    if (options->errors)
        return 2;
    if (options->is_verbose && options->is_quiet)
        return 3;
    if (options->mode == LINK && options->is_recursive && !options->is_forced)
        return 4;
    if (options->suffix && strlen(options->suffix) > 1)
        return 5;
    if (options->operands > 1 && options->mode == MOVE)
        return 6;
    if (options->level > 5 && options->width > 80)
        return 7;
    return 0;
}

static int parse_arguments(const char **arguments, int count)
{
    struct options options = {.level = 3, .width = 80, .mode = COPY};
    struct cursor cursor = {arguments, count, 0};
    int is_over = 0;

    for (; cursor.at < cursor.count; cursor.at++) {
        const char *argument = arguments[cursor.at];

        if (is_over || argument[0] != '-' || !argument[1])
            options.operands++;
        else if (argument[1] == '-' && !argument[2])
            is_over = 1;
        else
            short_options(&options, &cursor, argument + 1);
    }
    return checked(&options);
}

int parse(const char *first, const char *second)
{
    const char *arguments[] = {first, second};

    return parse_arguments(arguments, 2);
}

/* The arguments are the words of a line. */
int parse_line(char *line)
{
    const char *arguments[WORDS];
    int count = 0;

    while (*line) {
        if (*line == ' ') {
            line++;
            continue;
        }
        if (count == WORDS)
            return 8;
        arguments[count++] = line;
        while (*line && *line != ' ')
            line++;
        if (*line)
            *line++ = '\0';
    }
    return parse_arguments(arguments, count);
}
