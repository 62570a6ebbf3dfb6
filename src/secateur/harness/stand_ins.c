/* Stand-ins for functions without a body (--external havoc). Each returns only what the contract of its function allows.
   The same text runs in the machine and in the native replay. It needs no header. A stand-in that knows more about its
   function can be given as a source of the program instead. */

typedef unsigned long secateur_size;

/* Provided by the machine and by the replay. */
void secateur_stand_in(const char *function);
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
void secateur_assume(int condition);
/* Writes the first `count` of `most` new bytes; `size` bytes may be written. */
void secateur_havoc_bytes(void *to, secateur_size size, secateur_size count, secateur_size most, const char *name);
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

static inline long secateur_failed(long value, const char *number) {
#ifdef SECATEUR_ERRNO
    int code = secateur_havoc_i32(number);
    secateur_assume((code > 0) & (code < 134));
    *__errno_location() = code;
#endif
    (void)number;
    return value;
}

/* A number between `low` and `high`. */
static inline long secateur_between(NAMED, long low, long high) {
    long value = secateur_havoc_i64(result);
    (void)data, (void)number;
    secateur_assume((value >= low) & (value <= high));
    return value;
}

/* The same, or `failure`, below `low`, with errno. */
static inline long secateur_number(NAMED, long low, long high, long failure) {
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
static inline long secateur_failure(NAMED) {
    (void)result, (void)data;
    return secateur_failed(-1, number);
}

/* 0, or -1 with errno. */
static inline long secateur_status(NAMED) { return secateur_number(PASSED, 0, 0, -1); }

/* An error number, or 0. */
static inline long secateur_code(NAMED) { return secateur_between(PASSED, 0, 133); }

/* The number of bytes that were written to a buffer, or -1. */
static inline long secateur_count(NAMED, void *to, secateur_size size) {
    secateur_size most = SECATEUR_BUFFER;
    long count = secateur_havoc_i64(result);
    secateur_bounded(result, "bytes", most, size);
    secateur_assume((count >= -1) & (count <= (long)most) & ((count < 0) | ((secateur_size)count <= size)));
    if (count < 0) return secateur_failed(-1, number);
    if (size) secateur_havoc_bytes(to, size, (secateur_size)count, most, data);
    return count;
}

/* The number of bytes that were taken from a buffer, or -1. */
static inline long secateur_taken(NAMED, secateur_size size) {
    long count = secateur_havoc_i64(result);
    (void)data;
    secateur_assume((count >= -1) & ((count < 0) | ((secateur_size)count <= size)));
    return count < 0 ? secateur_failed(-1, number) : count;
}

/* The number of whole items that were written to a buffer. */
static inline secateur_size secateur_items(NAMED, void *to, secateur_size size, secateur_size count) {
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

static inline void *secateur_new_text(const char *data) {
    char *made = secateur_havoc_memory(SECATEUR_STRING + 1);
    secateur_bounded(data, "characters", SECATEUR_STRING, -1ul);
    secateur_havoc_bytes(made, SECATEUR_STRING + 1, SECATEUR_STRING, SECATEUR_STRING, data);
    return made;
}

static inline void *secateur_some_text(NAMED) {
    (void)result, (void)number;
    return secateur_new_text(data);
}

/* A string, or NULL. */
static inline void *secateur_text(NAMED) {
    if (secateur_havoc_bool(result)) return secateur_new_text(data);
    secateur_failed(-1, number);
    return 0;
}

/* A string that was written to a buffer of `size` bytes; returns the buffer, or NULL. */
static inline void *secateur_line(NAMED, void *to, secateur_size size) {
    secateur_size most = SECATEUR_STRING;
    if (!size || !secateur_havoc_bool(result)) {
        secateur_failed(-1, number);
        return 0;
    }
    secateur_bounded(result, "characters", most, size - 1);
    if (most >= size) most = size - 1;
    secateur_havoc_bytes(to, size, most, most, data);
    ((char *)to)[most] = 0;
    return to;
}

/* The same, with a status. */
static inline long secateur_named(NAMED, void *to, secateur_size size) {
    return secateur_line(PASSED, to, size) ? 0 : -1;
}

/* A line in memory that the function allocates: its length, or -1. */
static inline long secateur_new_line(NAMED, void **line, secateur_size *size) {
    secateur_size most = SECATEUR_STRING;
    long count = secateur_havoc_i64(result);
    secateur_bounded(result, "characters", most, -1ul);
    secateur_assume((count == -1) | ((count >= 1) & (count <= (long)most)));
    if (count < 0) return secateur_failed(-1, number);
    free(*line);
    *line = secateur_havoc_memory(most + 1);
    *size = most + 1;
    secateur_havoc_bytes(*line, most + 1, (secateur_size)count, most, data);
    return count;
}

/* New memory, or NULL. */
static inline void *secateur_memory(NAMED, secateur_size size) {
    (void)data;
    if (secateur_havoc_bool(result)) return secateur_havoc_memory(size);
    secateur_failed(-1, number);
    return 0;
}

/* The time, which is also stored, or -1. */
static inline long secateur_time(NAMED, long *to) {
    long value = secateur_number(PASSED, 0, 0x7fffffffffffffff, -1);
    if (to) *to = value;
    return value;
}

/* Two descriptors. */
static inline long secateur_pipe(NAMED, int *to) {
    if (secateur_status(PASSED)) return -1;
    to[0] = 3, to[1] = 4;
    return 0;
}

/* Something that only other functions can use, or NULL. */
static inline void *secateur_handle(NAMED) { return secateur_memory(PASSED, 1); }

static inline void *secateur_stream(NAMED) {
    (void)data;
    if (secateur_havoc_bool(result)) return secateur_havoc_stream();
    secateur_failed(-1, number);
    return 0;
}
