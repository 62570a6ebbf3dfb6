/* Stand-ins for functions without a body (--external havoc). Each returns only what the contract of its function allows.
   The same text runs in the machine and in the native replay. It needs no header. A stand-in that knows more about its
   function can be given as a source of the program instead. */

typedef unsigned long secateur_size;

/* Provided by the machine and by the replay. */
/* `silent`: the function may write through its pointers, and its stand-in does not. */
void secateur_stand_in(const char *function, int silent);
/* Of `size` bytes or characters, at most `most` are provided. */
void secateur_bounded(const char *name, const char *unit, secateur_size most, secateur_size size);
_Bool secateur_havoc_bool(const char *name);
char secateur_havoc_char(const char *name);
signed char secateur_havoc_i8(const char *name);
unsigned char secateur_havoc_u8(const char *name);
short secateur_havoc_i16(const char *name);
unsigned short secateur_havoc_u16(const char *name);
int secateur_havoc_i32(const char *name);
unsigned secateur_havoc_u32(const char *name);
long secateur_havoc_i64(const char *name);
unsigned long secateur_havoc_u64(const char *name);
float secateur_havoc_f32(const char *name);
double secateur_havoc_f64(const char *name);
long double secateur_havoc_f80(const char *name);
void secateur_assume(int condition);
/* Writes the first `count` of `most` new bytes; `size` bytes may be written. */
void secateur_havoc_bytes(void *to, secateur_size size, secateur_size count, secateur_size most, const char *name);
/* Writes the first `count` of the `most` characters of a text and a 0 after them; `size` bytes may be written. */
void secateur_put_text(void *to, secateur_size size, const char *text, secateur_size count, secateur_size most);
/* Writes new values, as `layout` has them: "name:kind" or "name:kind[count]", and ":count" for bytes that are 0. */
void secateur_havoc_object(void *to, secateur_size size, const char *layout, const char *name);
void *secateur_havoc_memory(secateur_size size); /* new memory, all 0 */
void *secateur_havoc_stream(void);               /* a stream whose output nobody sees */
int *__errno_location(void);
void free(void *object);

/* The inputs of one function: its result, what it writes, errno. */
#define NAMES(function) function "()", function "().data", function "().errno"
#define NAMED const char *result, const char *data, const char *number
#define PASSED result, data, number

static __inline long secateur_failed(long value, const char *number) {
#ifdef SECATEUR_ERRNO
    int code = secateur_havoc_i32(number);
    secateur_assume((code > 0) & (code < 134));
    *__errno_location() = code;
#endif
    (void)number;
    return value;
}

/* A number between `low` and `high`. */
static __inline long secateur_between(NAMED, long low, long high) {
    long value = secateur_havoc_i64(result);
    (void)data, (void)number;
    secateur_assume((value >= low) & (value <= high));
    return value;
}

/* The same, or `failure`, below `low`, with errno. */
static __inline long secateur_number(NAMED, long low, long high, long failure) {
    long value = secateur_havoc_i64(result);
    (void)data;
    secateur_assume(((value >= low) & (value <= high)) | (value == failure));
#ifdef SECATEUR_ERRNO
    if (value < low) return secateur_failed(value, number);
#endif
    (void)number;
    return value;
}

/* Always -1, with errno. */
static __inline long secateur_failure(NAMED) {
    (void)result, (void)data;
    return secateur_failed(-1, number);
}

/* 0, or -1 with errno. */
static __inline long secateur_status(NAMED) { return secateur_number(PASSED, 0, 0, -1); }

/* The number of conversions that succeeded, at most those in the format; or -1. */
static __inline long secateur_scanned(NAMED, const char *format) {
    long most = 0, least = 0;
    const char *first = format;
    while ((*first == ' ') | (*first == '\t') | (*first == '\n')) first++;
    if (*first == '%') {
        do first++;
        while ((*first >= '0') & (*first <= '9'));
        least = (*first == 's') | (*first == 'c'); /* any character will do: it succeeds unless the input ends */
    }
    for (; *format; format++) {
        if (*format != '%') continue;
        format++;
        if (!*format) break;
        most += (*format != '%') & (*format != '*');
    }
    return secateur_number(PASSED, least, most, -1);
}

/* An error number, or 0. */
static __inline long secateur_code(NAMED) { return secateur_between(PASSED, 0, 133); }

/* The number of bytes that were written to a buffer, or -1. */
static __inline long secateur_count(NAMED, void *to, secateur_size size) {
    secateur_size most = SECATEUR_BUFFER;
    long count = secateur_havoc_i64(result);
    secateur_bounded(result, "bytes", most, size);
    secateur_assume((count >= -1) & (count <= (long)most) & ((count < 0) | ((secateur_size)count <= size)));
    if (count < 0) return secateur_failed(-1, number);
    if (size) secateur_havoc_bytes(to, size, (secateur_size)count, most, data);
    return count;
}

/* The number of bytes that were taken from a buffer, or -1. */
static __inline long secateur_taken(NAMED, secateur_size size) {
    long count = secateur_havoc_i64(result);
    (void)data;
    secateur_assume((count >= -1) & ((count < 0) | ((secateur_size)count <= size)));
    return count < 0 ? secateur_failed(-1, number) : count;
}

/* The number of whole items that were written to a buffer. */
static __inline secateur_size secateur_items(NAMED, void *to, secateur_size size, secateur_size count) {
    secateur_size most = SECATEUR_BUFFER, items, total;
    (void)number;
    if (!size | !count) return 0;
    if (most < size) most = size;
    items = secateur_havoc_u64(result);
    secateur_assume((items <= count) & (items <= most / size));
    if (__builtin_mul_overflow(size, count, &total)) total = -1ul;
    secateur_bounded(result, "bytes", most, total);
    secateur_havoc_bytes(to, total, items * size, most, data);
    return items;
}

static __inline void *secateur_new_text(const char *data) {
    char *made = secateur_havoc_memory(SECATEUR_STRING + 1);
    secateur_bounded(data, "characters", SECATEUR_STRING, -1ul);
    secateur_havoc_bytes(made, SECATEUR_STRING + 1, SECATEUR_STRING, SECATEUR_STRING, data);
    return made;
}

static __inline void *secateur_some_text(NAMED) {
    (void)result, (void)number;
    return secateur_new_text(data);
}

/* A string, or NULL. */
static __inline void *secateur_text(NAMED) {
    if (secateur_havoc_bool(result)) return secateur_new_text(data);
    secateur_failed(-1, number);
    return 0;
}

/* A text without 0 in it; only its last character may be `last`. */
static __inline void secateur_compose(const char *data, void *to, secateur_size size, secateur_size length,
                                    secateur_size most, int last) {
    char text[SECATEUR_STRING + 1];
    secateur_size i;
    int good = 1;
    secateur_havoc_bytes(text, sizeof text, most, most, data);
    for (i = 0; i < most; i++) good &= (i >= length) | ((text[i] != 0) & ((text[i] != last) | (i + 1 == length)));
    secateur_assume(good);
    secateur_put_text(to, size, text, length, most);
}

/* A text of at least `least` characters that was written to a buffer of `size` bytes: its length, or -1. The input is 0
   for a failure if no text is empty: loops that read lines then end by themselves. */
static __inline long secateur_written(NAMED, void *to, secateur_size size, long least, int last) {
    secateur_size most = SECATEUR_STRING;
    long length;
    if (size <= (secateur_size)least) return secateur_failed(-1, number);
    secateur_bounded(result, "characters", most, size - 1);
    if (most >= size) most = size - 1;
    length = secateur_havoc_i64(result);
    secateur_assume((length >= least - 1) & (length <= (long)most));
    if (length < least) return secateur_failed(-1, number);
    secateur_compose(data, to, size, (secateur_size)length, most, last);
    return length;
}

/* A line that was read to a buffer of `size` bytes; returns the buffer, or NULL. */
static __inline void *secateur_line(NAMED, void *to, long size) {
    if (size == 1) {
        *(char *)to = 0;
        return to;
    }
    return secateur_written(PASSED, to, size < 0 ? 0 : (secateur_size)size, 1, '\n') < 0 ? 0 : to;
}

/* A text that was written to a buffer of `size` bytes, or to new memory if there is none; or NULL. */
static __inline void *secateur_text_in(NAMED, void *to, secateur_size size) {
    if (!to) return secateur_text(PASSED);
    return secateur_written(PASSED, to, size, 1, 0) < 0 ? 0 : to;
}

/* The same, which cannot fail: what has no room in the buffer is elsewhere. */
static __inline void *secateur_text_at(NAMED, void *to, secateur_size size) {
    return secateur_written(PASSED, to, size, 0, 0) < 0 ? secateur_new_text(data) : to;
}

/* The same, with a status. */
static __inline long secateur_named(NAMED, void *to, secateur_size size) {
    return secateur_written(PASSED, to, size, 0, 0) < 0 ? -1 : 0;
}

/* The same, with an error number. */
static __inline long secateur_named_code(NAMED, void *to, secateur_size size) {
    return secateur_written(PASSED, to, size, 1, 0) < 0 ? secateur_between(PASSED, 1, 133) : 0;
}

/* The length of a text that was written to a buffer; 0 if it had no room. */
static __inline secateur_size secateur_formatted(NAMED, void *to, secateur_size size) {
    long length = secateur_written(PASSED, to, size, 1, 0);
    return length < 0 ? 0 : (secateur_size)length;
}

/* The same for wide characters; nothing stays but what is after them. */
static __inline secateur_size secateur_wide_text(NAMED, int *to, secateur_size size, int last) {
    secateur_size most = SECATEUR_STRING, length, i;
    if (size < 2) return 0;
    secateur_bounded(result, "characters", most, size - 1);
    if (most >= size) most = size - 1;
    length = secateur_havoc_u64(result);
    secateur_assume(length <= most);
    if (!length) return (secateur_size)secateur_failed(0, number);
    for (i = 0; i < length; i++) {
        int character = secateur_havoc_i32(data);
        secateur_assume((character != 0) & ((character != last) | (i + 1 == length)));
        to[i] = character;
    }
    to[i] = 0;
    return length;
}

static __inline void *secateur_wide_line(NAMED, int *to, int size) {
    return size > 1 && secateur_wide_text(PASSED, to, (secateur_size)size, '\n') ? to : 0;
}

/* The size that a text needs, as much of which was written as the buffer has room for; 0 if there is none. */
static __inline secateur_size secateur_sized(NAMED, void *to, secateur_size size) {
    secateur_size most = SECATEUR_STRING, needed = secateur_havoc_u64(result);
    (void)number;
    secateur_bounded(result, "characters", most, -1ul);
    secateur_assume(needed <= most + 1);
    if (!needed | !size) return needed;
    if (most >= size) most = size - 1;
    secateur_compose(data, to, size, needed <= most ? needed - 1 : most, most, 0);
    return needed;
}

/* Replaces the six characters before the last `rest` of a template. */
static __inline int secateur_replaced(const char *data, char *template, int rest) {
    secateur_size length = 0, i;
    int good = 1;
    char text[6];
    while (template[length]) length++;
    if (rest < 0 || length < 6 + (secateur_size)rest) return 0;
    template += length - 6 - (secateur_size)rest;
    secateur_havoc_bytes(text, 6, 6, 6, data);
    for (i = 0; i < 6; i++) good &= (text[i] != 0) & (text[i] != '/');
    secateur_assume(good);
    for (i = 0; i < 6; i++) template[i] = text[i];
    return 1;
}

/* A descriptor of a new file, or -1. */
static __inline long secateur_temporary(NAMED, char *template, int rest) {
    long value = secateur_number(PASSED, 0, 0x7fffffff, -1);
    return value < 0 || secateur_replaced(data, template, rest) ? value : -1;
}

/* The name of a new directory, or NULL. */
static __inline void *secateur_temporary_name(NAMED, char *template) {
    if (secateur_havoc_bool(result) && secateur_replaced(data, template, 0)) return template;
    secateur_failed(-1, number);
    return 0;
}

/* A line in memory that the function allocates: its length, or -1. */
static __inline long secateur_new_line(NAMED, void **line, secateur_size *size, int last) {
    secateur_size most = SECATEUR_STRING;
    long length = secateur_havoc_i64(result);
    secateur_bounded(result, "characters", most, -1ul);
    secateur_assume((length >= 0) & (length <= (long)most));
    if (!length) return secateur_failed(-1, number);
    free(*line);
    *line = secateur_havoc_memory(most + 1);
    *size = most + 1;
    secateur_compose(data, *line, most + 1, (secateur_size)length, most, last);
    return length;
}

/* New memory, or NULL. */
static __inline void *secateur_memory(NAMED, secateur_size size) {
    (void)data;
    if (secateur_havoc_bool(result)) return secateur_havoc_memory(size);
    secateur_failed(-1, number);
    return 0;
}

/* The time, which is also stored, or -1. */
static __inline long secateur_time(NAMED, long *to) {
    long value = secateur_number(PASSED, 0, 0x7fffffffffffffff, -1);
    if (to) *to = value;
    return value;
}

/* All bytes of a buffer; 0, or -1. */
static __inline long secateur_all(NAMED, void *to, secateur_size size) {
    secateur_size most = SECATEUR_BUFFER;
    if (secateur_status(PASSED)) return -1;
    secateur_bounded(data, "bytes", most, size);
    if (most > size) most = size;
    if (size) secateur_havoc_bytes(to, size, most, most, data);
    return 0;
}

/* An address (or another object) of at most `*size` bytes. */
static __inline void secateur_peer(const char *data, void *to, unsigned *size) {
    if (to && size) secateur_havoc_bytes(to, *size, *size, *size, data);
}

/* A number up to `high`, with an address; or -1. */
static __inline long secateur_addressed(NAMED, long high, void *to, unsigned *size) {
    long value = secateur_number(PASSED, 0, high, -1);
    if (value >= 0) secateur_peer(data, to, size);
    return value;
}

/* The number of bytes that were written to a buffer, with an address; or -1. */
static __inline long secateur_received(NAMED, void *to, secateur_size size, void *from, unsigned *length) {
    long count = secateur_count(PASSED, to, size);
    if (count >= 0) secateur_peer(data, from, length);
    return count;
}

/* 1 and an address in network order, 0, or -1. */
static __inline long secateur_network(NAMED, int family, void *to) {
    long value = secateur_number(PASSED, 0, 1, -1);
    if (value > 0) secateur_havoc_bytes(to, family == 2 ? 4 : 16, family == 2 ? 4 : 16, family == 2 ? 4 : 16, data);
    return value;
}

/* An object that was given, or NULL. */
static __inline void *secateur_given(NAMED, void *object) {
    (void)data;
    if (secateur_havoc_bool(result)) return object;
    secateur_failed(-1, number);
    return 0;
}

/* An error number, or 0; the entry was found or not. */
static __inline long secateur_entry(NAMED, void *entry, void **found) {
    long code = secateur_code(PASSED);
    *found = code == 0 && secateur_havoc_bool(data) ? entry : 0;
    return code;
}

/* Two descriptors. */
static __inline long secateur_pipe(NAMED, int *to) {
    if (secateur_status(PASSED)) return -1;
    to[0] = 3, to[1] = 4;
    return 0;
}

/* Something that only other functions can use, or NULL. */
static __inline void *secateur_handle(NAMED) { return secateur_memory(PASSED, 1); }

static __inline void *secateur_stream(NAMED) {
    (void)data;
    if (secateur_havoc_bool(result)) return secateur_havoc_stream();
    secateur_failed(-1, number);
    return 0;
}
