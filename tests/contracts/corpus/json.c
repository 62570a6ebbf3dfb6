/* Splits JSON text into tokens: objects, arrays, strings, and all else. */
#include <stddef.h>
#include <string.h>

enum json_kind { JSON_OBJECT = 1, JSON_ARRAY, JSON_STRING, JSON_OTHER };
enum json_error { JSON_NO_ROOM = -1, JSON_INVALID = -2, JSON_PART = -3 };

struct json_token {
    enum json_kind kind;
    int start, end; /* end is -1 while it is open */
    int size;
};

struct json_parser {
    size_t pos;
    size_t next; /* the token to use next */
    int super;   /* the token that is open, or -1 */
};

void json_init(struct json_parser *p)
{
    p->pos = 0;
    p->next = 0;
    p->super = -1;
}

static struct json_token *new_token(struct json_parser *p, struct json_token *tokens, size_t count)
{
    if (p->next >= count)
        return NULL;
    struct json_token *t = &tokens[p->next++];
    t->start = t->end = -1;
    t->size = 0;
    return t;
}

/* Reads a string; js[pos] is its first quote. */
int json_string(struct json_parser *p, const char *js, size_t len, struct json_token *tokens, size_t count)
{
    size_t start = p->pos++;
    for (; p->pos < len; p->pos++) {
        if (js[p->pos] == '"') {
            struct json_token *t = new_token(p, tokens, count);
            if (t == NULL) {
                p->pos = start;
                return JSON_NO_ROOM;
            }
            t->kind = JSON_STRING;
            t->start = (int)start + 1;
            t->end = (int)p->pos;
            return 0;
        }
        if (js[p->pos] == '\\') {
            p->pos++;
            if (strchr("\"/\\bfnrtu", js[p->pos]) == NULL) { /* seeded: a backslash may be the last character */
                p->pos = start;
                return JSON_INVALID;
            }
        }
    }
    p->pos = start;
    return JSON_PART;
}

/* Reads a number, true, false or null. */
int json_other(struct json_parser *p, const char *js, size_t len, struct json_token *tokens, size_t count)
{
    size_t start = p->pos;
    while (p->pos < len && strchr(",]} \t\r\n:", js[p->pos]) == NULL) {
        if (js[p->pos] < 32 || js[p->pos] >= 127) {
            p->pos = start;
            return JSON_INVALID;
        }
        p->pos++;
    }
    struct json_token *t = new_token(p, tokens, count);
    if (t == NULL) {
        p->pos = start;
        return JSON_NO_ROOM;
    }
    t->kind = JSON_OTHER;
    t->start = (int)start;
    t->end = (int)p->pos;
    return 0;
}

/* Closes the innermost open token of a kind. */
int json_close(struct json_parser *p, struct json_token *tokens, enum json_kind kind)
{
    for (size_t i = p->next; i > 0; i--) {
        struct json_token *t = &tokens[i - 1];
        if (t->start != -1 && t->end == -1) {
            if (t->kind != kind)
                return JSON_INVALID;
            t->end = (int)p->pos + 1;
            return 0;
        }
    }
    return JSON_INVALID;
}

/* The number of tokens, or an error. */
int json_parse(struct json_parser *p, const char *js, size_t len, struct json_token *tokens, size_t count)
{
    int error = 0;
    for (; p->pos < len && js[p->pos] != '\0'; p->pos++) {
        char c = js[p->pos];
        if (c == '{' || c == '[') {
            struct json_token *t = new_token(p, tokens, count);
            if (t == NULL)
                return JSON_NO_ROOM;
            t->kind = c == '{' ? JSON_OBJECT : JSON_ARRAY;
            t->start = (int)p->pos;
        } else if (c == '}' || c == ']') {
            error = json_close(p, tokens, c == '}' ? JSON_OBJECT : JSON_ARRAY);
        } else if (c == ' ' || c == ',' || c == ':' || c == '\t' || c == '\r' || c == '\n') {
            continue;
        } else if (c == '"') {
            error = json_string(p, js, len, tokens, count);
        } else {
            error = json_other(p, js, len, tokens, count);
            p->pos -= error == 0;
        }
        if (error != 0)
            return error;
    }
    return (int)p->next;
}

int json_count(const char *text)
{
    struct json_parser parser;
    struct json_token tokens[8];
    json_init(&parser);
    return json_parse(&parser, text, strlen(text), tokens, 8);
}
