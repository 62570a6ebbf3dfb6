// The shadow memory, and the calls that the instrumentation makes before every access.
//
// Our own, because the compiler's wheel has the instrumentation of AddressSanitizer but not its runtime. An access is a
// call (never inline code), so that unaligned accesses are checked byte by byte too.
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime.h"

// The linker script places the variables of the runtime between these.
extern char secateur_own_data[] __attribute__((visibility("hidden")));
extern char secateur_data_start[] __attribute__((visibility("hidden")));
extern char secateur_own_bss[] __attribute__((visibility("hidden")));
extern char secateur_bss_start[] __attribute__((visibility("hidden")));

void secateur_fill(void *to, uint8_t value, size_t size) {
#if defined(__x86_64__)
    __asm__ volatile("rep stosb" : "+D"(to), "+c"(size) : "a"(value) : "memory");
#else
    for (uint8_t *at = to; size; size--) *at++ = value;
#endif
}

void secateur_copy(void *to, const void *from, size_t size) {
    uint8_t *target = to;
    const uint8_t *source = from;
    if ((address)target - (address)source < size) {  // they overlap, with the target after the source
        while (size--) target[size] = source[size];
        return;
    }
#if defined(__x86_64__)
    __asm__ volatile("rep movsb" : "+D"(target), "+S"(source), "+c"(size) : : "memory");
#else
    while (size--) *target++ = *source++;
#endif
}

static void poison_range(char *begin, char *end) {
    address from = ((address)begin + 7) & ~(address)7, to = (address)end & ~(address)7;
    if (from < to) secateur_poison(from, to - from, RUNTIME_MEMORY);
}

void secateur_shadow_start(void) {
    static int done;
    if (done) return;
    done = 1;
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
    size_t size = SHADOW_END - SHADOW_BEGIN;
    if (mmap((void *)SHADOW_BEGIN, size, PROT_READ | PROT_WRITE, flags, -1, 0) == MAP_FAILED) {
        static const char words[] = "the shadow memory cannot be mapped (is the address space limited?)\n";
        if (write(2, words, sizeof words - 1)) _exit(125);
        _exit(125);
    }
    madvise((void *)SHADOW_BEGIN, size, MADV_NOHUGEPAGE);
    poison_range(secateur_own_data, secateur_data_start);
    poison_range(secateur_own_bss, secateur_bss_start);
}

void secateur_poison(address begin, size_t size, uint8_t value) {
    secateur_fill(shadow_of(begin), value, (size + 7) / 8);
}

void secateur_unpoison(address begin, size_t size) {
    secateur_fill(shadow_of(begin), 0, size / 8);
    if (size % 8) *shadow_of(begin + size) = size % 8;
}

static int allowed(address where) {
    int8_t shadow = (int8_t)*shadow_of(where);
    return shadow == 0 || (int)(where & 7) < shadow;
}

static const char *reason(address where, const char **kind) {
    uint8_t shadow = *shadow_of(where);
    if (shadow > 0 && shadow < 8) shadow = *shadow_of(where + 8);
    *kind = "out-of-bounds";
    switch (shadow) {
        case HEAP_FREED: *kind = "use-after-free"; return "memory that was freed";
        case STACK_RETURNED: *kind = "use-after-free"; return "a variable of a function that has returned";
        case STACK_LEFT_SCOPE: *kind = "use-after-free"; return "a variable that is out of scope";
        case HEAP_REDZONE: return "memory outside an allocated block";
        case GLOBAL_REDZONE: return "memory outside a global variable";
        case 0xf1: case 0xf2: case 0xf3: case ALLOCA_LEFT: case ALLOCA_RIGHT:
            return "memory outside a local variable";
        default: return "memory outside any object";
    }
}

static int near_null(address begin) { return begin + NEAR_NULL < 2 * NEAR_NULL; }

RUNTIME_NORETURN static void refuse(address begin, size_t size, int is_write, void *frame) {
    const char *kind = "out-of-bounds", *what = "memory outside any object";
    char message[160];
    if (near_null(begin)) {
        kind = "null-pointer", what = "a null pointer";
    } else if (begin >= MEMORY_END) {
        what = "an impossible address";
    } else if (begin < SHADOW_BEGIN || begin >= SHADOW_END) {
        address where = begin;
        while (where < begin + size - 1 && allowed(where)) where++;
        what = reason(where, &kind);
    }
    snprintf(message, sizeof message, "%s of %zu byte%s %s %s", is_write ? "write" : "read", size, size == 1 ? "" : "s",
             is_write ? "to" : "from", what);
    secateur_fault(kind, NOWHERE, frame, message);
}

static int outside(address begin) { return begin >= MEMORY_END || (begin >= SHADOW_BEGIN && begin < SHADOW_END); }

void secateur_check(address begin, size_t size, int is_write, void *frame) {
    if (!size) return;
    if (near_null(begin)) refuse(begin, size, is_write, frame);  // nothing is there: the next access need not be this one
    if (outside(begin) || outside(begin + size - 1) || begin + size < begin) refuse(begin, size, is_write, frame);
    for (address where = begin; where < begin + size; where = (where | 7) + 1) {
        int8_t shadow = (int8_t)*shadow_of(where);
        if (!shadow) continue;
        address last = where | 7;  // byte of this granule that is accessed
        if (last > begin + size - 1) last = begin + size - 1;
        if ((int)(last & 7) >= shadow) refuse(begin, size, is_write, frame);
    }
}

size_t secateur_check_string(const char *text, size_t limit, void *frame) {
    for (size_t length = 0; length < limit; length++) {
        address where = (address)text + length;
        if (!length || !(where & 7) || *shadow_of(where)) secateur_check(where, 1, 0, frame);
        if (!text[length]) return length;
    }
    return limit;
}

// ---- called by instrumented code

#define ACCESS(name, size, is_write)                                                          \
    void __asan_##name(address where) {                                                       \
        if (!outside(where) && !*shadow_of(where) && !*shadow_of(where + (size) - 1)) return; \
        secateur_check(where, size, is_write, HERE);                                          \
    }                                                                                         \
    void __asan_report_##name(address where) { refuse(where, size, is_write, HERE); }

ACCESS(load1, 1, 0)
ACCESS(load2, 2, 0)
ACCESS(load4, 4, 0)
ACCESS(load8, 8, 0)
ACCESS(load16, 16, 0)
ACCESS(store1, 1, 1)
ACCESS(store2, 2, 1)
ACCESS(store4, 4, 1)
ACCESS(store8, 8, 1)
ACCESS(store16, 16, 1)

void __asan_loadN(address where, size_t size) { secateur_check(where, size, 0, HERE); }
void __asan_storeN(address where, size_t size) { secateur_check(where, size, 1, HERE); }
void __asan_report_load_n(address where, size_t size) { refuse(where, size, 0, HERE); }
void __asan_report_store_n(address where, size_t size) { refuse(where, size, 1, HERE); }

__attribute__((weak)) int secateur_may_overlap = 0;

void secateur_check_apart(address to, address from, size_t size, void *frame) {
    address between = to < from ? from - to : to - from;
    if (!between || between >= size || secateur_may_overlap) return;
    secateur_fault("overlap", NOWHERE, frame, "the blocks of a copy overlap");
}

void secateur_check_apart_text(const char *start, const char *end, const char *from, size_t limit, int appends, void *frame) {
    size_t count, least;
    if (secateur_may_overlap || (appends && from == end)) return;
    if (from < start)
        count = least = (size_t)(start - from);
    else if (from < end)
        count = least = 0;
    else
        count = (size_t)(from - end), least = count - (size_t)appends;
    if (least >= limit) return;
    for (size_t n = 0; n < count; n++) {
        secateur_check((address)(from + n), 1, 0, frame);
        if (!from[n]) return;
    }
    secateur_fault("overlap", NOWHERE, frame, "a string is copied to a place that overlaps it");
}

void *__asan_memcpy(void *to, const void *from, size_t size) {
    secateur_check_apart((address)to, (address)from, size, HERE);
    secateur_check((address)from, size, 0, HERE);
    secateur_check((address)to, size, 1, HERE);
    secateur_copy(to, from, size);
    return to;
}

void *__asan_memmove(void *to, const void *from, size_t size) {
    secateur_check((address)from, size, 0, HERE);
    secateur_check((address)to, size, 1, HERE);
    secateur_copy(to, from, size);
    return to;
}

void *__asan_memset(void *to, int value, size_t size) {
    secateur_check((address)to, size, 1, HERE);
    secateur_fill(to, (uint8_t)value, size);
    return to;
}

void __asan_init(void) { secateur_shadow_start(); }
void __asan_version_mismatch_check_v8(void) {}
void __asan_before_dynamic_init(const char *module) { (void)module; }
void __asan_after_dynamic_init(void) {}

// ---- for programs that manage their own memory

void __asan_poison_memory_region(const void *begin, size_t size) {
    address from = ((address)begin + 7) & ~(address)7, to = ((address)begin + size) & ~(address)7;
    if (from < to) secateur_poison(from, to - from, 0xf7);
}

void __asan_unpoison_memory_region(const void *begin, size_t size) {
    address from = (address)begin & ~(address)7;
    secateur_unpoison(from, size + ((address)begin - from));
}

int __asan_address_is_poisoned(const void *where) { return outside((address)where) || !allowed((address)where); }
