// The intrinsics of KLEE and SV-COMP, answered from the recorded inputs. All are weak: a program with its own
// definitions keeps them.
#define _GNU_SOURCE
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime.h"

#define WEAK __attribute__((weak))

void secateur_take(const char *kind, const char *name, void *to, size_t size);
void secateur_assume(int condition);

// A build without sanitizers has no shadow memory.
#pragma weak secateur_poison
#pragma weak secateur_unpoison
#pragma weak secateur_check

// ---- KLEE
WEAK void klee_make_symbolic(void *to, size_t size, const char *name) { secateur_take("object", name, to, size); }
WEAK void klee_assume(uintptr_t condition) { secateur_assume(condition != 0); }
WEAK void klee_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
WEAK void klee_posix_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
WEAK void klee_silent_exit(int status) { _exit(status); }
WEAK int klee_int(const char *name) {
    int value;
    secateur_take("i32", name, &value, sizeof value);
    return value;
}
WEAK int klee_range(int begin, int end, const char *name) {
    int value;
    secateur_take("i32", name, &value, sizeof value);
    secateur_assume(value >= begin && value < end);
    return value;
}
WEAK unsigned klee_is_symbolic(uintptr_t value) {
    (void)value;
    return 0;
}
WEAK unsigned klee_is_replay(void) { return 0; }  // as in the machine
WEAK uintptr_t klee_choose(uintptr_t count) {
    uintptr_t value;
    secateur_take("object", "klee_choose", &value, sizeof value);
    secateur_assume(value < count);
    return value;
}
WEAK void klee_warning(const char *message) { (void)message; }
WEAK void klee_warning_once(const char *message) { (void)message; }
WEAK void klee_print_expr(const char *message, ...) { (void)message; }
WEAK void klee_print_range(const char *name, int value) { (void)name, (void)value; }
WEAK void klee_stack_trace(void) {}
WEAK void klee_merge(void) {}
WEAK void klee_open_merge(void) {}
WEAK void klee_close_merge(void) {}
WEAK void klee_set_forking(unsigned enable) { (void)enable; }
WEAK void klee_mark_global(void *object) { (void)object; }
WEAK void klee_check_memory_access(const void *object, size_t size) {
    if (secateur_check) secateur_check((address)object, size, 0, HERE);
}
static int is_inside(address where) { return !*shadow_of(where & ~(address)7); }
WEAK size_t klee_get_obj_size(void *object) {
    if (!secateur_poison) return 0;
    secateur_check((address)object, 1, 0, HERE);
    address begin = (address)object & ~(address)7, end = begin;
    while (is_inside(begin - 8)) begin -= 8;
    while (is_inside(end)) end += 8;
    uint8_t rest = *shadow_of(end);  // 1..7: that many bytes of the last eight
    return end - begin + (rest < 8 ? rest : 0);
}
WEAK void klee_define_fixed_object(void *where, size_t size) {
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE;
    address begin = (address)where & ~(address)4095, end = ((address)where + size + 4095) & ~(address)4095;
    if (begin < SHADOW_END || mmap((void *)begin, end - begin, PROT_READ | PROT_WRITE, flags, -1, 0) != (void *)begin) {
        secateur_line("mismatch\tthere can be no object at %p in a native run", where);
        secateur_leave();
    }
    if (!secateur_poison) return;
    secateur_poison(begin, end - begin, GLOBAL_REDZONE);
    secateur_unpoison((address)where, size);
}
WEAK int klee_get_errno(void) { return errno; }
WEAK void klee_assert_fail(const char *text, const char *file, unsigned line, const char *function) {
    (void)function;
    secateur_fault("assertion", (struct place){file, line, 0}, HERE, text);
}
WEAK long klee_get_valuel(long value) { return value; }
WEAK long long klee_get_valuell(long long value) { return value; }
WEAK int32_t klee_get_value_i32(int32_t value) { return value; }
WEAK int64_t klee_get_value_i64(int64_t value) { return value; }
WEAK uint64_t klee_get_value_i64u(uint64_t value) { return value; }
WEAK float klee_get_valuef(float value) { return value; }
WEAK double klee_get_valued(double value) { return value; }
WEAK void klee_report_error(const char *file, int line, const char *message, const char *suffix) {
    (void)suffix;
    secateur_fault("assertion", (struct place){file, (uint32_t)line, 0}, HERE, message);
}
WEAK void klee_abort(void) { secateur_fault("abort", NOWHERE, HERE, "klee_abort() was called"); }

// ---- SV-COMP
#define NONDET(name, kind, type)               \
    WEAK type __VERIFIER_nondet_##name(void) { \
        type value;                            \
        secateur_take(#kind, NULL, &value, sizeof value); \
        return value;                          \
    }

NONDET(char, char, char)
NONDET(schar, i8, int8_t)
NONDET(uchar, u8, uint8_t)
NONDET(short, i16, int16_t)
NONDET(ushort, u16, uint16_t)
NONDET(int, i32, int32_t)
NONDET(uint, u32, uint32_t)
NONDET(unsigned, u32, uint32_t)
NONDET(unsigned_int, u32, uint32_t)
NONDET(long, i64, int64_t)
NONDET(ulong, u64, uint64_t)
NONDET(unsigned_long, u64, uint64_t)
NONDET(longlong, i64, int64_t)
NONDET(ulonglong, u64, uint64_t)
NONDET(size_t, u64, uint64_t)
NONDET(loff_t, i64, int64_t)
NONDET(u8, u8, uint8_t)
NONDET(u16, u16, uint16_t)
NONDET(u32, u32, uint32_t)
NONDET(float, f32, float)
NONDET(double, f64, double)

_Bool secateur_bool(const char *name);
WEAK _Bool __VERIFIER_nondet_bool(void) { return secateur_bool(NULL); }
WEAK _Bool __VERIFIER_nondet__Bool(void) { return secateur_bool(NULL); }
WEAK void __VERIFIER_nondet_memory(void *to, size_t size) { secateur_take("object", NULL, to, size); }
WEAK void __VERIFIER_assume(int condition) { secateur_assume(condition); }
WEAK void __VERIFIER_assert(int condition) {
    if (!condition) secateur_fault("assertion", NOWHERE, HERE, "__VERIFIER_assert failed");
}
WEAK void __VERIFIER_atomic_begin(void) {}
WEAK void __VERIFIER_atomic_end(void) {}
WEAK void __VERIFIER_error(void) { secateur_fault("assertion", NOWHERE, HERE, "__VERIFIER_error() was reached"); }
WEAK void reach_error(void) { secateur_fault("assertion", NOWHERE, HERE, "reach_error() was reached"); }
