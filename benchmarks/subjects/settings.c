/* A reader of a configuration: lines `n=12`, `d=on`, `c=r`, comments after `#`. Names and words have one letter, numbers up
   to three digits. Later lines win; some settings depend on others, which is checked in the end.
   Written for this project. With -D BUG, a number is not kept within the table that it selects from. */
#include <stdint.h>

enum { MAX_LEVEL = 5, DEFAULT_LEVEL = 2, MAX_SIZE = 200, MAX_ERRORS = 2 };
enum colour { GREY, RED, GREEN };
enum error { UNKNOWN_NAME = -1, BAD_VALUE = -2, NO_VALUE = -3, CONFLICT = -4, TOO_MANY = -5 };

struct settings {
    int level;    /* n: 0 to 5 */
    int size;     /* s: 1 to 200 */
    int is_debug; /* d: + or - */
    enum colour colour; /* c: r, g, or anything else */
    int lines, errors;
    int is_set; /* bits of those that were given */
};

static struct settings settings;
static const uint8_t weights[MAX_LEVEL + 1] = {1, 2, 4, 8, 16, 32};

static const char *skip(const char *text)
{
    while (*text == ' ')
        text++;
    return text;
}

static const char *next_line(const char *text)
{
    while (*text && *text != ';')
        text++;
    return *text ? text + 1 : text;
}

/* A number of up to three digits, or -1. */
static int read_number(const char *text)
{
    int value = 0, digits = 0;

    while (*text >= '0' && *text <= '9') {
        value = 10 * value + (*text - '0');
        text++;
        if (++digits > 3)
            return -1;
    }
    text = skip(text);
    return digits && (!*text || *text == ';' || *text == '#') ? value : -1;
}

static int set_level(const char *text)
{
    int value = read_number(text);

    if (value < 0)
        return BAD_VALUE;
#ifndef BUG
    if (value > MAX_LEVEL)
        value = MAX_LEVEL;
#endif
    settings.level = value;
    settings.is_set |= 1;
    return 0;
}

static int set_size(const char *text)
{
    int value = read_number(text);

    if (value <= 0)
        return BAD_VALUE;
    settings.size = value > MAX_SIZE ? MAX_SIZE : value;
    settings.is_set |= 2;
    return 0;
}

static int set_debug(const char *text)
{
    if (*text != '+' && *text != '-')
        return BAD_VALUE;
    settings.is_debug = *text == '+';
    settings.is_set |= 4;
    return 0;
}

static int set_colour(const char *text)
{
    switch (*text) {
    case 'r': settings.colour = RED; break;
    case 'g': settings.colour = GREEN; break;
    default: settings.colour = GREY; break;
    }
    settings.is_set |= 8;
    return 0;
}

static int set(char name, const char *value)
{
    switch (name) {
    case 'n': return set_level(value);
    case 's': return set_size(value);
    case 'd': return set_debug(value);
    case 'c': return set_colour(value);
    default: return UNKNOWN_NAME;
    }
}

static int read_line(const char *text)
{
    char name;

    text = skip(text);
    if (!*text || *text == ';' || *text == '#')
        return 0;
    name = *text++;
    text = skip(text);
    if (*text != '=')
        return NO_VALUE;
    text = skip(text + 1);
    if (!*text || *text == ';')
        return NO_VALUE;
    settings.lines++;
    return set(name, text);
}

static void defaults(void)
{
    settings.level = DEFAULT_LEVEL;
    settings.size = 10;
    settings.colour = GREEN;
}

/* Colours need a debug mode, and the highest level needs room. */
static int check(void)
{
    if (settings.colour == RED && !settings.is_debug)
        return CONFLICT;
    if (settings.level >= MAX_LEVEL && settings.size < 20 && (settings.is_set & 2))
        return CONFLICT;
    return 0;
}

/* A number that stands for all settings, or the first error. */
int read_settings(const char *text)
{
    int first_error = 0, error;

    defaults();
    while (*text) {
        error = read_line(text);
        if (error) {
            if (!first_error)
                first_error = error;
            if (++settings.errors > MAX_ERRORS)
                return TOO_MANY;
        }
        text = next_line(text);
    }
    if (first_error)
        return first_error;
    error = check();
    if (error)
        return error;
    return weights[settings.level] + 64 * (settings.size > 100) + 128 * settings.is_debug + 256 * (int)settings.colour;
}
