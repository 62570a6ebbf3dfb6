/* regex.h: the functions of GNU. Of a syntax, only what distinguishes basic and extended expressions and cases counts. */

#define _GNU_SOURCE
#include "regex_program.h"

reg_syntax_t re_syntax_options;

reg_syntax_t re_set_syntax(reg_syntax_t syntax) {
    reg_syntax_t before = re_syntax_options;
    re_syntax_options = syntax;
    return before;
}

const char *re_compile_pattern(const char *pattern, size_t length, struct re_pattern_buffer *buffer) {
    int flags = AT_NEWLINES | (re_syntax_options & RE_NO_BK_PARENS ? REG_EXTENDED : 0) |
                (re_syntax_options & RE_ICASE ? REG_ICASE : 0);
    struct re_pattern_buffer before = *buffer;
    char *copy = malloc(length + 1);
    if (!copy) return __secateur_regex_text(REG_ESPACE);
    __builtin_memcpy(copy, pattern, length);
    copy[length] = 0;
    int error = __secateur_compile(buffer, copy, flags);
    free(copy);
    if (error) return __secateur_regex_text(error);
    buffer->fastmap = before.fastmap, buffer->translate = before.translate;
    buffer->no_sub = before.no_sub, buffer->regs_allocated = REGS_UNALLOCATED;
    buffer->syntax = re_syntax_options, buffer->newline_anchor = 1;
    return NULL;
}

int re_compile_fastmap(struct re_pattern_buffer *buffer) { return (void)buffer, 0; }

/* The arrays for the groups, with one more, as in glibc; 0 if there is no memory. */
static int make_room(struct re_pattern_buffer *buffer, struct re_registers *to, size_t groups) {
    if (buffer->regs_allocated == REGS_FIXED) return 1;
    if (buffer->regs_allocated == REGS_REALLOCATE && to->num_regs >= groups + 1) return 1;
    int *start = malloc((groups + 1) * sizeof *start), *end = malloc((groups + 1) * sizeof *end);
    if (!start || !end) return 0;
    if (buffer->regs_allocated == REGS_REALLOCATE) free(to->start), free(to->end);
    to->start = start, to->end = end, to->num_regs = (unsigned)groups + 1;
    buffer->regs_allocated = REGS_REALLOCATE;
    return 1;
}

/* Where a match begins that begins from `first` to `last`, -1: there is none, -2: no memory. */
static int search(struct re_pattern_buffer *buffer, const char *text, int length, int first, int last,
                  struct re_registers *to, int *end) {
    const Program *program = *(Program **)buffer;
    size_t groups = (size_t)program->groups + 1;
    int flags = (buffer->not_bol ? REG_NOTBOL : 0) | (buffer->not_eol ? REG_NOTEOL : 0);
    regmatch_t *matches = malloc(groups * sizeof *matches);
    if (!matches) return -2;
    int error = __secateur_match(program, text, 0, length, first, last, groups, matches, flags);
    int found = error == REG_NOMATCH ? -1 : error ? -2 : matches[0].rm_so;
    if (found >= 0) *end = matches[0].rm_eo;
    if (found >= 0 && to && !buffer->no_sub) {
        if (!make_room(buffer, to, groups)) found = -2;
        for (size_t i = 0; found >= 0 && i < to->num_regs; i++) {
            to->start[i] = i < groups ? matches[i].rm_so : -1;
            to->end[i] = i < groups ? matches[i].rm_eo : -1;
        }
    }
    free(matches);
    return found;
}

int re_search(struct re_pattern_buffer *buffer, const char *text, int length, int start, int range,
              struct re_registers *to) {
    int end, last = start + range;
    if (start < 0 || start > length) return -1;
    if (last > length) last = length;
    if (range >= 0) return search(buffer, text, length, start, last, to, &end);
    for (; start >= 0 && start >= last; start--) { /* backwards */
        int found = search(buffer, text, length, start, start, to, &end);
        if (found != -1) return found;
    }
    return -1;
}

/* The length of the match at a position, -1 if there is none. */
int re_match(struct re_pattern_buffer *buffer, const char *text, int length, int start, struct re_registers *to) {
    int end;
    if (start < 0 || start > length) return -1;
    int found = search(buffer, text, length, start, start, to, &end);
    return found < 0 ? found : end - start;
}

void re_set_registers(struct re_pattern_buffer *buffer, struct re_registers *to, unsigned count, int *start, int *end) {
    buffer->regs_allocated = count ? REGS_REALLOCATE : REGS_UNALLOCATED;
    to->num_regs = count;
    to->start = count ? start : NULL;
    to->end = count ? end : NULL;
}
