/* Names of files. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* What follows the last slash. */
const char *path_base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* The extension with its dot, or an empty string. */
const char *path_extension(const char *path)
{
    const char *base = path_base(path);
    const char *dot = strrchr(base, '.');
    return dot != NULL && dot != base ? dot : base + strlen(base);
}

/* Joins two parts with a slash; out has room for size characters. Whether they fit. */
int path_join(char *out, size_t size, const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b);
    if (n + m + 1 > size)
        return 0;
    memcpy(out, a, n);
    out[n] = '/';
    memcpy(out + n + 1, b, m);
    out[n + 1 + m] = '\0'; /* seeded: the slash and the NUL need two more */
    return 1;
}

/* Removes "." and repeated slashes, in place. */
void path_simplify(char *path)
{
    char *to = path;
    for (const char *from = path; *from != '\0'; from++) {
        if (*from == '/' && from[1] == '/')
            continue;
        *to++ = *from;
    }
    *to = '\0';
}

/* Cuts off the last part, in place. */
void path_parent(char *path)
{
    size_t n = strlen(path);
    while (n > 0 && path[n] != '/')
        n--;
    path[n] = '\0';
}

/* A copy with another extension, to be freed; NULL if there is no memory. */
char *path_with_extension(const char *path, const char *extension)
{
    size_t stem = strlen(path) - strlen(path_extension(path));
    char *copy = malloc(stem + strlen(extension) + 1);
    if (copy == NULL)
        return NULL;
    memcpy(copy, path, stem);
    strcpy(copy + stem, extension);
    return copy;
}

/* Does a name match a pattern with * and ? */
int path_match(const char *pattern, const char *name)
{
    for (; *pattern != '\0'; pattern++) {
        if (*pattern == '*') {
            while (*name != '\0' && !path_match(pattern + 1, name))
                name++;
            return path_match(pattern + 1, name);
        }
        if (*name == '\0' || (*pattern != '?' && *pattern != *name))
            return 0;
        name++;
    }
    return *name == '\0';
}
