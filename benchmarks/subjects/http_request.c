/* The head of an HTTP request, byte by byte as it may come from a socket: method, target, version (none in HTTP/0.9),
   header fields, folded lines. The fields are ranges of the text. Written for this project, in the style of the state
   machines in http_parser and picohttpparser.
   With -D BUG, a folded line is added to the field before it, even if there is none. */

enum state { METHOD, TARGET, VERSION, LINE_END, FIELD_START, NAME, BEFORE_VALUE, VALUE, LAST_LINE_END, DONE };
enum error { INCOMPLETE = -1, INVALID = -2, TOO_MANY = -3 };

#define FIELDS 4

struct range {
    int start, length;
};

struct field {
    struct range name, value;
};

struct request {
    enum state state;
    struct range method, target;
    int minor; /* of the version; -1 for HTTP/0.9 */
    int version_at;
    struct field fields[FIELDS];
    int count;
};

/* What a method and the name of a field consist of. */
static const char is_token[256] = {
    ['!'] = 1, ['#' ... '\''] = 1, ['*'] = 1, ['+'] = 1, ['-'] = 1, ['.'] = 1, ['0' ... '9'] = 1,
    ['A' ... 'Z'] = 1, ['^' ... 'z'] = 1, ['|'] = 1, ['~'] = 1,
};

static int version(struct request *request, char c)
{
    static const char expected[] = "HTTP/1.";

    if (request->version_at < 7) {
        if (c != expected[request->version_at++])
            return INVALID;
        return 0;
    }
    if (request->minor < 0 && c >= '0' && c <= '9') {
        request->minor = c - '0';
        return 0;
    }
    if (request->minor < 0)
        return INVALID;
    if (c == '\r')
        request->state = LINE_END;
    else if (c == '\n')
        request->state = FIELD_START;
    else
        return INVALID;
    return 0;
}

static int target(struct request *request, char c, int at)
{
    if (c == ' ' || c == '\r' || c == '\n') {
        request->target.length = at - request->target.start;
        if (!request->target.length)
            return INVALID;
        request->state = c == ' ' ? VERSION : c == '\r' ? LINE_END : FIELD_START;
        return 0;
    }
    return (unsigned char)c <= ' ' || c == 127 ? INVALID : 0;
}

static int start_field(struct request *request, char c, int at)
{
    if (c == '\r') {
        request->state = LAST_LINE_END;
    } else if (c == '\n') {
        request->state = DONE;
    } else if (c == ' ' || c == '\t') {
#ifndef BUG
        if (!request->count)
            return INVALID;
#endif
        request->fields[request->count - 1].value.length++;
        request->state = VALUE;
    } else if (is_token[(unsigned char)c]) {
        if (request->count == FIELDS)
            return TOO_MANY;
        request->fields[request->count++].name = (struct range){at, 1};
        request->state = NAME;
    } else {
        return INVALID;
    }
    return 0;
}

static int value(struct request *request, struct field *field, char c, int at)
{
    if (request->state == BEFORE_VALUE) {
        if (c == ' ' || c == '\t')
            return 0;
        field->value = (struct range){at, 0};
        request->state = VALUE;
    }
    if (c == '\r')
        request->state = LINE_END;
    else if (c == '\n')
        request->state = FIELD_START;
    else if ((unsigned char)c < ' ' && c != '\t')
        return INVALID;
    else
        field->value.length++;
    return 0;
}

static int step(struct request *request, char c, int at)
{
    struct field *field = &request->fields[request->count ? request->count - 1 : 0];

    switch (request->state) {
    case METHOD:
        if (c == ' ' && request->method.length) {
            request->state = TARGET;
            request->target.start = at + 1;
            return 0;
        }
        request->method.length++;
        return is_token[(unsigned char)c] ? 0 : INVALID;
    case TARGET:
        return target(request, c, at);
    case VERSION:
        return version(request, c);
    case LINE_END:
        request->state = FIELD_START;
        return c == '\n' ? 0 : INVALID;
    case FIELD_START:
        return start_field(request, c, at);
    case NAME:
        if (c == ':')
            request->state = BEFORE_VALUE;
        else if (is_token[(unsigned char)c])
            field->name.length++;
        else
            return INVALID;
        return 0;
    case BEFORE_VALUE:
    case VALUE:
        return value(request, field, c, at);
    case LAST_LINE_END:
        request->state = DONE;
        return c == '\n' ? 0 : INVALID;
    case DONE:
        break;
    }
    return 0;
}

/* The number of header fields, or an error. */
int http_request(const char *text)
{
    struct request request = {METHOD, .minor = -1};

    for (int at = 0; text[at] && request.state != DONE; at++) {
        int wrong = step(&request, text[at], at);

        if (wrong)
            return wrong;
    }
    return request.state == DONE ? request.count : INCOMPLETE;
}
