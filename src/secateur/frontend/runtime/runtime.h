/* Shared by the files of the runtime library.

   The library replaces libc when a program is analysed. It is written for symbolic data: one branch per byte, no
   word tricks, no lookup tables, conditions joined with | and & (which do not branch) instead of || and &&.
   Where the standard leaves a choice, results agree with glibc bit for bit, since tests are replayed against it.

   Users may define any public function themselves; theirs takes precedence. So no function here relies on another
   public one: shared code is static, below. */

#ifndef SECATEUR_RUNTIME_H
#define SECATEUR_RUNTIME_H

#include <stdarg.h>
#include <stddef.h>

/* Implemented by the machine. */
void *malloc(size_t size);
void free(void *object);
_Noreturn void abort(void);
_Noreturn void __secateur_exit(int status);
size_t __secateur_object_size(const void *object);
void __secateur_empty_input(void);
void __secateur_no_environment(void);
void __secateur_no_error(void);
/* The program depends on the computer, its users or the process. */
void __secateur_this_system(void);
/* The program looks at the clock: whether that is an input, or it stands still. */
int __secateur_clock_moves(void);
/* A fault if not all bytes of a block are in one object. */
void __secateur_readable(const void *block, size_t size);
/* A fault if the string `from`, or its first `limit` bytes, overlaps what lies from `start` to `end` or what it is
   copied to, at `end`. If it is appended, there is a NUL at `end`, and another is written after the copy. */
void __secateur_apart(const char *start, const char *end, const char *from, size_t limit, int appends);
int __secateur_format_double(char *out, size_t size, const char *format, double value);
int __secateur_format_extended(char *out, size_t size, const char *format, long double value);
/* The number that a text consists of; returns what errno becomes, or 0. */
int __secateur_read_extended(const char *text, size_t length, long double *result);

int *__errno_location(void);

enum {
    SECATEUR_ENOENT = 2, SECATEUR_ESRCH = 3, SECATEUR_ENOMEM = 12, SECATEUR_EINVAL = 22, SECATEUR_ERANGE = 34,
    SECATEUR_ENOSYS = 38, SECATEUR_EILSEQ = 84
};

/* The number of the process. */
enum { OWN_PROCESS = 100 };

/* Sets errno and returns the result of a failed call. */
#define FAIL(number, result) return *__errno_location() = (number), (result)

typedef unsigned char byte;

/* A call would cost the machine more than the few instructions of these functions. */
#define INLINE static inline __attribute__((always_inline))

INLINE int is_space_byte(int c) { return (c == ' ') | ((unsigned)c - '\t' < 5); }

INLINE int is_digit_byte(int c) { return (unsigned)c - '0' < 10; }

INLINE int lower_byte(int c) { return c + (((unsigned)c - 'A' < 26) << 5); }

INLINE size_t length_of(const char *s) {
    size_t n = 0;
    while (s[n]) n++;
    return n;
}

/* Copies a string, or as much of it as fits, and ends it; size is not 0. */
INLINE void copy_limited(char *to, const char *from, size_t size) {
    size_t n = 0;
    for (; n + 1 < size && from[n]; n++) to[n] = from[n];
    to[n] = 0;
}

/* Writes a text and a number in decimal. Returns the end. */
static inline char *text_with_number(char *to, const char *text, int number) {
    unsigned rest = number < 0 ? -(unsigned)number : (unsigned)number, unit = 1;
    while (*text) *to++ = *text++;
    if (number < 0) *to++ = '-';
    while (rest / unit >= 10) unit *= 10;
    for (; unit; unit /= 10) *to++ = (char)('0' + rest / unit % 10);
    *to = 0;
    return to;
}

/* The value of a digit in bases up to 36; 99 for any other byte. */
INLINE unsigned digit_value(int c) {
    unsigned decimal = (unsigned)c - '0', letter = ((unsigned)c | 32) - 'a';
    unsigned is_decimal = -(unsigned)(decimal < 10), is_letter = -(unsigned)(letter < 26);
    return (is_decimal & decimal) | (is_letter & (letter + 10)) | (~(is_decimal | is_letter) & 99);
}

/* The body of a variadic function: passes its arguments on as `list`. */
#define PASS(format, call) \
    va_list list; \
    va_start(list, format); \
    int count = call; \
    va_end(list); \
    return count;

/* --- floating point as bits --- */

typedef unsigned long long bits64;
typedef unsigned bits32;

INLINE bits64 bits_of(double x) { return __builtin_bit_cast(bits64, x); }
INLINE bits32 bits_of_float(float x) { return __builtin_bit_cast(bits32, x); }
INLINE double from_bits(bits64 x) { return __builtin_bit_cast(double, x); }
INLINE float from_bits_float(bits32 x) { return __builtin_bit_cast(float, x); }

/* x * 2^n, rounded once: at most one of the steps loses bits. */
INLINE double scale(double x, long n) {
    if (n > 1023) {
        x *= 0x1p1023, n -= 1023;
        if (n > 1023) x *= 0x1p1023, n -= 1023;
        if (n > 1023) n = 1023;
    } else if (n < -1022) {
        x *= 0x1p-969, n += 969; /* 2^-1022 * 2^53: no bit is lost before the last step */
        if (n < -1022) x *= 0x1p-969, n += 969;
        if (n < -1022) n = -1022;
    }
    return x * from_bits((bits64)(n + 1023) << 52);
}

#endif
