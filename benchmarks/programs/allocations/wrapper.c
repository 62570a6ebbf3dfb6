/* A configuration whose texts are replaced; a wrapper allocates everything. */
#include <stdlib.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
#define BYTE __VERIFIER_nondet_uchar()

static void *xmalloc(size_t size)
{
    void *made = malloc(size);
    if (!made)
        abort();
    return made;
}

static char *xstrdup(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(xmalloc(size), text, size);
}

struct config {
    char *name, *path;
    int level;
};

int main(void)
{
    struct config *config = xmalloc(sizeof *config);
    config->name = config->path = 0;
    config->level = 0;
    for (int i = 0; i < 5; i++)
        switch (BYTE) {
        case 'n':
            free(config->name);
            config->name = xstrdup("a");
            break;
        case 'p':
            free(config->path);
            config->path = xstrdup("/tmp");
            break;
        case 'v':
            config->level = 1;
            break;
        case 't': {
            char *text = xstrdup("temp");
            free(text);
            break;
        }
        }
    int result = (config->name != 0) + (config->path ? 2 : 0) + config->level;
    free(config->name);
    free(config->path);
    free(config);
    return result;
}
