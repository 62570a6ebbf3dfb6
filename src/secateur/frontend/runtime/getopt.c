/* getopt.h, with the choices and the messages of glibc.

   A symbolic option letter is looked up without a branch on the letter: a path forks on what kind of option it is
   (none, without, with an optional, with an argument), and then where the program itself distinguishes the letters. */

#include "runtime.h"

struct option {
    const char *name;
    int has_arg, *flag, val;
};

int fputs(const char *text, void *stream);
int fprintf(void *stream, const char *format, ...);
extern void *stderr;
extern char **environ;

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

enum { PERMUTE, STOP_AT_OPERAND, RETURN_IN_ORDER };

/* What is kept from call to call: the rest of a word of short options, and the operands that were passed over. */
static struct {
    int is_set, order, first, last;
    char *rest;
} __secateur_options; /* the machine knows this name */

#define kept __secateur_options

typedef struct {
    int count;
    char *const *words;
    const char *letters;
    const struct option *longs;
    int *index;
    int is_only, prints;
} Request;

static int is_posix(void) {
    static const char wanted[] = "POSIXLY_CORRECT=";
    for (char **each = environ; each && *each; each++) {
        size_t n = 0;
        while (wanted[n] && (*each)[n] == wanted[n]) n++;
        if (!wanted[n]) return 1;
    }
    return 0;
}

static void prepare(const char *letters, int is_posixly) {
    if (!optind) optind = 1;
    kept.first = kept.last = optind;
    kept.rest = NULL;
    kept.order = *letters == '-' ? RETURN_IN_ORDER : *letters == '+' || is_posixly || is_posix() ? STOP_AT_OPERAND : PERMUTE;
    kept.is_set = 1;
}

static int is_operand(const char *word) { return word[0] != '-' || !word[1]; }

/* The operands from kept.first to kept.last change places with the options after them, up to optind. */
static void exchange(char **words) {
    for (int i = kept.last; i < optind; i++) {
        char *word = words[i];
        int to = i - (kept.last - kept.first);
        for (int j = i; j > to; j--) words[j] = words[j - 1];
        words[to] = word;
    }
    kept.first += optind - kept.last;
    kept.last = optind;
}

/* --- long options --- */

static int complain(const Request *request, const char *message, const char *dashes, const char *name) {
    if (request->prints) fprintf(stderr, message, request->words[0], dashes, name);
    return '?';
}

/* 1 when the name begins with the `length` bytes at `text`; 2 when it has no more than these. */
static int match(const char *name, const char *text, size_t length) {
    for (size_t n = 0; n < length; n++)
        if (name[n] != text[n]) return 0;
    return name[length] ? 1 : 2;
}

static int is_same(const struct option *a, const struct option *b) {
    return a->has_arg == b->has_arg && a->flag == b->flag && a->val == b->val;
}

/* The number of the option with this name or, if that is clear, with this beginning of a name. -1: none, -2: several. */
static int find_long(const Request *request, const char *text, size_t length) {
    int found = -1, is_unclear = 0;
    for (int i = 0; request->longs[i].name; i++) {
        int kind = match(request->longs[i].name, text, length);
        if (kind == 2) return i;
        if (!kind) continue;
        if (found < 0)
            found = i;
        else if (request->is_only || !is_same(&request->longs[found], &request->longs[i]))
            is_unclear = 1;
    }
    return is_unclear ? -2 : found;
}

/* Lists the options with this beginning: the first, and those that differ from it. */
static void list_candidates(const Request *request, const char *dashes, const char *text, size_t length) {
    fprintf(stderr, "%s: option '%s%s' is ambiguous; possibilities:", request->words[0], dashes, text);
    int first = -1;
    for (int i = 0; request->longs[i].name; i++) {
        if (!match(request->longs[i].name, text, length)) continue;
        if (first >= 0 && !request->is_only && is_same(&request->longs[first], &request->longs[i])) continue;
        if (first < 0) first = i;
        fprintf(stderr, " '%s%s'", dashes, request->longs[i].name);
    }
    fputs("\n", stderr);
}

static int has_letter(const char *letters, int c) {
    int found = 0;
    for (; *letters; letters++) found |= *letters == (char)c;
    return found;
}

/* The option at kept.rest; -1 when it is to be tried as a short one. */
static int read_long(const Request *request, const char *dashes) {
    char *text = kept.rest;
    size_t length = 0;
    while ((text[length] != '=') & (text[length] != 0)) length++;
    int number = find_long(request, text, length);
    if (number == -1 && request->is_only && request->words[optind][1] != '-' && has_letter(request->letters, *text)) return -1;
    if (number < 0) {
        if (number == -2 && request->prints) list_candidates(request, dashes, text, length);
        kept.rest = number == -2 ? text + length_of(text) : NULL;
        optind++;
        optopt = 0;
        return number == -2 ? '?' : complain(request, "%s: unrecognized option '%s%s'\n", dashes, text);
    }
    const struct option *option = &request->longs[number];
    optind++;
    kept.rest = NULL;
    if (text[length]) {
        if (!option->has_arg) {
            optopt = option->val;
            return complain(request, "%s: option '%s%s' doesn't allow an argument\n", dashes, option->name);
        }
        optarg = text + length + 1;
    } else if (option->has_arg == 1) {
        if (optind >= request->count) {
            optopt = option->val;
            complain(request, "%s: option '%s%s' requires an argument\n", dashes, option->name);
            return *request->letters == ':' ? ':' : '?';
        }
        optarg = request->words[optind++];
    }
    if (request->index) *request->index = number;
    if (!option->flag) return option->val;
    *option->flag = option->val;
    return 0;
}

/* --- short options --- */

enum { UNKNOWN, PLAIN, WITH_ARGUMENT, WITH_OPTIONAL, AS_LONG };

/* What the letter is, without a branch on it. */
static int kind_of(const Request *request, int c) {
    int kind = UNKNOWN;
    for (const char *s = request->letters; *s; s++) {
        int its = s[1] != ':' ? PLAIN : s[2] == ':' ? WITH_OPTIONAL : WITH_ARGUMENT;
        if (*s == 'W' && s[1] == ';' && request->longs) its = AS_LONG;
        if (*s == ':' || *s == ';') continue;
        kind |= -(int)((c == *s) & (kind == UNKNOWN)) & its;
    }
    return kind;
}

static int lacks_argument(const Request *request, int c) {
    if (request->prints) fprintf(stderr, "%s: option requires an argument -- '%c'\n", request->words[0], c);
    optopt = c;
    return *request->letters == ':' ? ':' : '?';
}

static int read_short(const Request *request) {
    int c = *kept.rest++;
    int kind = kind_of(request, c);
    if (!*kept.rest) optind++;
    if (kind == UNKNOWN) {
        if (request->prints) fprintf(stderr, "%s: invalid option -- '%c'\n", request->words[0], c);
        optopt = c;
        return '?';
    }
    if (kind == PLAIN) return c;
    char *rest = kept.rest;
    kept.rest = NULL;
    if (kind == AS_LONG) {
        if (!*rest && optind == request->count) return lacks_argument(request, c);
        kept.rest = *rest ? rest : request->words[optind];
        Request plain = *request;
        plain.is_only = 0;
        return read_long(&plain, "-W ");
    }
    if (*rest) {
        optarg = rest;
        optind++;
    } else if (kind == WITH_ARGUMENT) {
        if (optind == request->count) return lacks_argument(request, c);
        optarg = request->words[optind++];
    }
    return c;
}

/* --- the next word --- */

/* Goes to the next word with options. 1: there is one; else what getopt returns. */
static int next_word(const Request *request) {
    char **words = (char **)request->words;
    if (kept.last > optind) kept.last = optind;
    if (kept.first > optind) kept.first = optind;
    if (kept.order == PERMUTE) {
        if (kept.first != kept.last && kept.last != optind)
            exchange(words);
        else if (kept.last != optind)
            kept.first = optind;
        for (; optind < request->count && is_operand(words[optind]); optind++)
            __secateur_no_environment(); /* with POSIXLY_CORRECT the first operand is the end */
        kept.last = optind;
    }
    if (optind != request->count && words[optind][0] == '-' && words[optind][1] == '-' && !words[optind][2]) {
        optind++;
        if (kept.first != kept.last && kept.last != optind)
            exchange(words);
        else if (kept.first == kept.last)
            kept.first = optind;
        kept.last = optind = request->count;
    }
    if (optind == request->count) {
        if (kept.first != kept.last) optind = kept.first;
        return -1;
    }
    if (!is_operand(words[optind])) return 1;
    if (kept.order == STOP_AT_OPERAND) return -1;
    optarg = words[optind++];
    return 0; /* an operand that is returned in order */
}

static int next_option(Request request, int is_posixly) {
    if (request.count < 1) return -1;
    optarg = NULL;
    if (!optind || !kept.is_set) prepare(request.letters, is_posixly);
    if (*request.letters == '-' || *request.letters == '+') request.letters++;
    request.prints = opterr && *request.letters != ':';
    if (!kept.rest || !*kept.rest) {
        int state = next_word(&request);
        if (state != 1) return state ? -1 : 1;
        char *word = request.words[optind];
        if (request.longs && word[1] == '-') {
            kept.rest = word + 2;
            return read_long(&request, "--");
        }
        if (request.longs && request.is_only && (word[2] || !has_letter(request.letters, word[1]))) {
            kept.rest = word + 1;
            int code = read_long(&request, "-");
            if (code != -1) return code;
        }
        kept.rest = word + 1;
    }
    return read_short(&request);
}

int getopt(int count, char *const *words, const char *letters) {
    return next_option((Request){count, words, letters, NULL, NULL, 0, 0}, 0);
}

/* getopt, as glibc's headers name it in programs that ask for POSIX only. */
int __posix_getopt(int count, char *const *words, const char *letters) {
    return next_option((Request){count, words, letters, NULL, NULL, 0, 0}, 1);
}

int getopt_long(int count, char *const *words, const char *letters, const struct option *longs, int *index) {
    return next_option((Request){count, words, letters, longs, index, 0, 0}, 0);
}

int getopt_long_only(int count, char *const *words, const char *letters, const struct option *longs, int *index) {
    return next_option((Request){count, words, letters, longs, index, 1, 0}, 0);
}
