// The inputs of a test, returned in the order in which they were recorded, and what the driver observes.
//
// Each record: kind and name as C strings, u32 size, the bytes. A request that does not match the next record means
// that the run has left the recorded path; it ends there and reports this.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime.h"

#pragma weak secateur_check  // a build without sanitizers has no shadow memory
#pragma weak secateur_poison
#pragma weak secateur_unpoison

static const unsigned char *next_input, *end_of_inputs;

void secateur_set_inputs(const unsigned char *data, size_t size) {
    next_input = data;
    end_of_inputs = data + size;
}

static void skip_record(const char **kind, const char **name, const unsigned char **data, uint32_t *size) {
    *kind = (const char *)next_input;
    *name = *kind + strlen(*kind) + 1;
    next_input = (const unsigned char *)*name + strlen(*name) + 1;
    memcpy(size, next_input, sizeof *size);
    *data = next_input + sizeof *size;
    next_input = *data + *size;
}

unsigned secateur_unread_inputs(void) {
    const char *kind, *name;
    const unsigned char *data;
    uint32_t size;
    unsigned count = 0;
    for (; next_input < end_of_inputs; count++) skip_record(&kind, &name, &data, &size);
    return count;
}

void secateur_leave(void) { _exit(0); }

RUNTIME_NORETURN static void mismatch(const char *wanted_kind, const char *wanted, const char *kind, const char *name) {
    char text[600], escaped[700];
    int used = snprintf(text, sizeof text, "the program requests %.200s '%.200s', the test has ", wanted_kind, wanted);
    if (kind)
        snprintf(text + used, sizeof text - (size_t)used, "%s '%s'", kind, name);
    else
        snprintf(text + used, sizeof text - (size_t)used, "no more inputs");
    secateur_escape(escaped, sizeof escaped, text);
    secateur_line("mismatch\t%s", escaped);
    secateur_leave();
}

// `name` NULL: the program gives no name, and any name matches.
void secateur_take(const char *kind, const char *name, void *to, size_t size) {
    const char *has_kind, *has_name, *wanted = name ? name : "";
    const unsigned char *data;
    uint32_t has_size;
    if (next_input >= end_of_inputs) mismatch(kind, wanted, NULL, NULL);
    skip_record(&has_kind, &has_name, &data, &has_size);
    if (strcmp(kind, has_kind) || (name && strcmp(name, has_name)) || size != has_size)
        mismatch(kind, wanted, has_kind, has_name);
    memcpy(to, data, size);
}

// The next input decides about an allocation if the test was made with allocations that may fail.
int secateur_allocation_fails(void) {
    static const char kind[] = "bool", name[] = "malloc#";
    unsigned char value;
    if (next_input >= end_of_inputs || strcmp((const char *)next_input, kind)) return 0;
    if (strncmp((const char *)next_input + sizeof kind, name, sizeof name - 1)) return 0;
    secateur_take(kind, NULL, &value, sizeof value);
    return value & 1;
}

// The errno with which a call of the system fails, if the test says that it does; else 0.
int secateur_call_fails(const char *function, const int *errors) {
    static const char kind[] = "u8", end[] = "() fails";
    const char *name = (const char *)next_input + sizeof kind;
    size_t length = strlen(function);
    unsigned char which;
    if (next_input >= end_of_inputs || strcmp((const char *)next_input, kind)) return 0;
    if (strncmp(name, function, length) || strcmp(name + length, end)) return 0;
    secateur_take(kind, NULL, &which, sizeof which);
    return which ? errors[which - 1] : 0;
}

// Whether the next input is a look at the clock.
int secateur_clock_moves(void) {
    static const char kind[] = "i64";
    if (next_input >= end_of_inputs || strcmp((const char *)next_input, kind)) return 0;
    return !strcmp((const char *)next_input + sizeof kind, "clock");
}

#define INPUT(kind, type)                    \
    type secateur_##kind(const char *name) { \
        type value;                          \
        secateur_take(#kind, name, &value, sizeof value); \
        return value;                        \
    }                                        \
    type secateur_havoc_##kind(const char *name) { return secateur_##kind(name); }

INPUT(i8, int8_t)
INPUT(u8, uint8_t)
INPUT(char, char)
INPUT(i16, int16_t)
INPUT(u16, uint16_t)
INPUT(i32, int32_t)
INPUT(u32, uint32_t)
INPUT(i64, int64_t)
INPUT(u64, uint64_t)
INPUT(f32, float)
INPUT(f64, double)

// Ten of the sixteen bytes hold the number.
long double secateur_f80(const char *name) {
    long double value = 0;
    secateur_take("f80", name, &value, 10);
    return value;
}
long double secateur_havoc_f80(const char *name) { return secateur_f80(name); }

_Bool secateur_bool(const char *name) {
    unsigned char value;
    secateur_take("bool", name, &value, sizeof value);
    return value & 1;
}

// The replacements of undefined functions (see harness/stand_ins.c).
_Bool secateur_havoc_bool(const char *name) { return secateur_bool(name); }
void secateur_stand_in(const char *name, int silent) { (void)name, (void)silent; }

void secateur_bounded(const char *name, const char *unit, size_t most, size_t size) {
    (void)name, (void)unit, (void)most, (void)size;
}

// An object of any size up to `room`.
static void take_some(const char *name, void *to, size_t room) {
    const unsigned char *before = next_input, *data;
    const char *has_kind, *has_name;
    uint32_t has_size;
    if (next_input >= end_of_inputs) mismatch("object", name, NULL, NULL);
    skip_record(&has_kind, &has_name, &data, &has_size);
    next_input = before;
    secateur_take("object", name, to, has_size < room ? has_size : room);
}

void secateur_havoc_bytes(void *to, size_t size, size_t count, size_t most, const char *name) {
    unsigned char bytes[4096];
    (void)most;
    if (secateur_check) WRITE(to, size);
    take_some(name, bytes, sizeof bytes);
    memcpy(to, bytes, count);
}

void secateur_put_text(void *to, size_t size, const char *text, size_t count, size_t most) {
    (void)most;
    WRITE(to, size);
    memcpy(to, text, count);
    ((char *)to)[count] = 0;
}

void secateur_havoc_object(void *to, size_t size, const char *layout, const char *name) {
    (void)layout;
    if (secateur_check) WRITE(to, size);
    secateur_take("object", name, to, size);
}

void *secateur_havoc_memory(size_t size) { return calloc(1, size); }
void *secateur_havoc_stream(void) { return fopen("/dev/null", "r+"); }

// The characters of an argument, a file or the like (see harness/world_file.py).
void secateur_bytes(void *to, size_t size, const char *name) { secateur_take("object", name, to, size); }

int64_t secateur_bits(const char *name, int width, int is_signed) {
    int64_t value;
    (void)width, (void)is_signed;
    secateur_take("bits", name, &value, sizeof value);
    return value;
}

void secateur_assume(int condition) {
    if (condition) return;
    secateur_line("assume");
    secateur_leave();
}

static const char *escaped(const char *name) {
    static char text[2048];
    secateur_escape(text, sizeof text, name);
    return text;
}

__attribute__((weak)) void secateur_seen(address value) {}

void secateur_see_signed(const char *name, int64_t value) {
    secateur_seen((address)value);
    secateur_line("see\tsigned\t%lld\t%s", (long long)value, escaped(name));
}

void secateur_see_unsigned(const char *name, uint64_t value) {
    secateur_seen((address)value);
    secateur_line("see\tunsigned\t%llu\t%s", (unsigned long long)value, escaped(name));
}

void secateur_see_f32(const char *name, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    secateur_line("see\tf32\t%08x\t%s", bits, escaped(name));
}

void secateur_see_f64(const char *name, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    secateur_line("see\tf64\t%016llx\t%s", (unsigned long long)bits, escaped(name));
}

void secateur_see_f80(const char *name, long double value) {
    uint64_t low;
    uint16_t high;
    memcpy(&low, &value, sizeof low);
    memcpy(&high, (const char *)&value + sizeof low, sizeof high);
    secateur_line("see\tf80\t%04x%016llx\t%s", high, (unsigned long long)low, escaped(name));
}

void secateur_see_pointer(const char *name, const void *value) {
    secateur_seen((address)value);
    secateur_line("see\tpointer\t%d\t%s", value != NULL, escaped(name));
}

// How many bytes can be read at an address, up to the end of the object; as many as a driver ever asks for.
uint64_t secateur_extent(const void *pointer) {
    address where = (address)pointer;
    uint64_t count = 0;
    if (!where) return 0;
    for (; count < 65536; count++) {
        uint8_t state = *shadow_of(where + count);
        if (state && (state > 7 || ((where + count) & 7) >= state)) break;
    }
    return count;
}

// What a driver says about a contract (see machine/library/contracts.py). Tests lie within it or not, as recorded.
void secateur_requires(int number, int condition) { (void)number, (void)condition; }
void secateur_beyond(int condition) { (void)condition; }

void secateur_resize(void *object, size_t capacity, size_t size, int is_bounded) {
    (void)is_bounded;
    if (!secateur_check) return;
    secateur_poison((address)object, (capacity + 7) & ~(size_t)7, GLOBAL_REDZONE);
    secateur_unpoison((address)object, size < capacity ? size : capacity);
}

void secateur_ensures(int condition, const char *file, int line, int number, const char *function, const char *text) {
    (void)number, (void)function;
    if (!condition) secateur_fault("postcondition", (struct place){file, (uint32_t)line, 0}, HERE, text);
}

void *secateur_block(size_t size) { return calloc(1, size); }
