/* Files of the form "name = value" with sections in brackets. */
#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_SECTION 16

/* Returns 0 to stop. */
typedef int (*ini_handler)(void *user, const char *section, const char *name, const char *value);

/* Cuts off blanks at the end. */
char *ini_rstrip(char *s)
{
    char *p = s + strlen(s);
    while (p > s && isspace((unsigned char)p[-1]))
        *--p = '\0';
    return s;
}

char *ini_lskip(const char *s)
{
    while (*s != '\0' && isspace((unsigned char)*s))
        s++;
    return (char *)s;
}

/* The first of some characters, or of a comment that begins after a blank; or the end. */
static char *find_chars_or_comment(const char *s, const char *chars)
{
    int was_space = 0;
    while (*s != '\0' && strchr(chars, *s) == NULL && !(was_space && *s == ';')) {
        was_space = isspace((unsigned char)*s);
        s++;
    }
    return (char *)s;
}

/* Removes the line end of a line that was read. */
void ini_chomp(char *line)
{
    size_t n = strlen(line);
    if (line[n - 1] == '\n') /* seeded: an empty line */
        line[n - 1] = '\0';
}

/* Copies a section's name, cut off after size - 1 characters. */
char *ini_copy(char *dest, const char *src, size_t size)
{
    size_t i;
    for (i = 0; i < size - 1 && src[i] != '\0'; i++)
        dest[i] = src[i];
    dest[i] = '\0';
    return dest;
}

/* Splits "name = value" in place; whether there is an equals sign. */
int ini_split(char *line, char **name, char **value)
{
    char *equals = find_chars_or_comment(line, "=:");
    if (*equals != '=' && *equals != ':')
        return 0;
    *equals = '\0';
    *name = ini_rstrip(ini_lskip(line));
    *value = ini_lskip(equals + 1);
    ini_rstrip(*value);
    return 1;
}

/* Handles one line; section has room for MAX_SECTION characters. The result of the handler, or -1 for an error. */
int ini_line(char *line, char *section, ini_handler handler, void *user)
{
    char *start = ini_lskip(ini_rstrip(line));
    char *name, *value;
    if (*start == '\0' || *start == ';')
        return 1;
    if (*start == '[') {
        char *end = find_chars_or_comment(start + 1, "]");
        if (*end != ']')
            return -1;
        *end = '\0';
        ini_copy(section, start + 1, MAX_SECTION);
        return 1;
    }
    if (!ini_split(start, &name, &value))
        return -1;
    return handler(user, section, name, value);
}

/* A whole text; the number of the first wrong line, or 0. */
int ini_parse(const char *text, ini_handler handler, void *user)
{
    char line[32], section[MAX_SECTION] = "";
    int number = 0;
    while (*text != '\0') {
        size_t n = strcspn(text, "\n");
        size_t part = n < sizeof line - 1 ? n : sizeof line - 1;
        memcpy(line, text, part);
        line[part] = '\0';
        number++;
        if (ini_line(line, section, handler, user) <= 0)
            return number;
        text += n;
        if (*text == '\n')
            text++;
    }
    return 0;
}
