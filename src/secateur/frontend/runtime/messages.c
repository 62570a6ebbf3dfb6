/* string.h and stdio.h: the texts of error numbers and signals, as glibc has them in the locale "C". */

#include "runtime.h"

#include "error_list.h"

/* All texts are one object, and all names another: a program that prints errors would have hundreds of them otherwise. */
#define TEXT_MEMBER(number, name, text) char number_##number[sizeof text];
#define NAME_MEMBER(number, name, text) char number_##number[sizeof name];
#define TEXT_VALUE(number, name, text) text,
#define NAME_VALUE(number, name, text) name,
#define TEXT_PLACE(number, name, text) offsetof(Texts, number_##number),
#define NAME_PLACE(number, name, text) offsetof(Names, number_##number),
#define NOTHING(number)
#define NO_PLACE(number) (unsigned short)-1,

/* Defines a function that looks up one column of a list by number; NULL if there is none. */
#define LOOK_UP(function, List, MEMBER, VALUE, PLACE, Type) \
    typedef struct { List(MEMBER, NOTHING) } Type; \
    static const char *function(int number) { \
        static const Type all = {List(VALUE, NOTHING)}; \
        static const unsigned short places[] = {List(PLACE, NO_PLACE)}; \
        if ((unsigned)number >= sizeof places / sizeof *places || places[number] == (unsigned short)-1) return NULL; \
        return (const char *)&all + places[number]; \
    }

#define Texts ErrorTexts
#define Names ErrorNames
LOOK_UP(error_text, ERROR_LIST, TEXT_MEMBER, TEXT_VALUE, TEXT_PLACE, Texts)
LOOK_UP(error_name, ERROR_LIST, NAME_MEMBER, NAME_VALUE, NAME_PLACE, Names)
#undef Texts
#undef Names
#define Texts SignalTexts
#define Names SignalNames
LOOK_UP(signal_text_of, SIGNAL_LIST, TEXT_MEMBER, TEXT_VALUE, TEXT_PLACE, Texts)
LOOK_UP(signal_name, SIGNAL_LIST, NAME_MEMBER, NAME_VALUE, NAME_PLACE, Names)

/* The text of an error; if it has none, one that is written to the buffer. */
static char *text_of(int number, char *buffer, size_t size) {
    const char *text = error_text(number);
    if (text) return (char *)text;
    char own[40];
    text_with_number(own, "Unknown error ", number);
    if (size) copy_limited(buffer, own, size);
    return buffer;
}

static char unknown[40];

char *__secateur_error_text(int number) { return text_of(number, unknown, sizeof unknown); }
char *strerror(int number) { return text_of(number, unknown, sizeof unknown); }
char *strerror_l(int number, void *locale) {
    (void)locale;
    return text_of(number, unknown, sizeof unknown);
}

/* The variant of GNU: the buffer may remain unused. */
char *strerror_r(int number, char *buffer, size_t size) { return text_of(number, buffer, size); }

/* The variant of POSIX, under the name that glibc's headers give it. */
int __xpg_strerror_r(int number, char *buffer, size_t size) {
    char own[40], *text = text_of(number, own, sizeof own);
    if (size) copy_limited(buffer, text, size);
    if (text == own) return SECATEUR_EINVAL;
    return length_of(text) < size ? 0 : SECATEUR_ERANGE;
}

const char *strerrorname_np(int number) { return error_name(number); }
const char *strerrordesc_np(int number) { return error_text(number); }
const char *sigabbrev_np(int number) { return signal_name(number); }
const char *sigdescr_np(int number) { return signal_text_of(number); }

/* Signals from 34 to 64 have no names. */
static char *signal_text(int number) {
    static char text[40];
    const char *known = signal_text_of(number);
    if (known) return (char *)known;
    if (number >= 34 && number <= 64)
        text_with_number(text, "Real-time signal ", number - 34);
    else
        text_with_number(text, "Unknown signal ", number);
    return text;
}

char *strsignal(int number) { return signal_text(number); }

/* --- to standard error --- */

int fputs(const char *text, void *stream);
extern void *stderr;

static void say(const char *prefix, const char *text) {
    if (prefix && *prefix) {
        fputs(prefix, stderr);
        fputs(": ", stderr);
    }
    fputs(text, stderr);
    fputs("\n", stderr);
}

void perror(const char *prefix) {
    char buffer[40];
    say(prefix, text_of(*__errno_location(), buffer, sizeof buffer));
}

void psignal(int number, const char *prefix) {
    char text[40];
    const char *known = signal_text_of(number);
    if (!known) text_with_number(text, "Unknown signal ", number);
    say(prefix, known ? known : text);
}
