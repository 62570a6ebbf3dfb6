/* The functions with which programs talk to a symbolic execution engine, under the names that KLEE gave them.

   Secateur provides them: where a program is analysed, an input is any value; where a test runs, it is the recorded one. */

#ifndef KLEE_H
#define KLEE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- inputs --- */

/* The bytes of an object become an input. */
void klee_make_symbolic(void *address, size_t size, const char *name);
int klee_int(const char *name);
/* In [begin, end). */
int klee_range(int begin, int end, const char *name);
/* In [0, count). */
uintptr_t klee_choose(uintptr_t count);

/* --- conditions --- */

/* Inputs for which the condition is false are ignored. */
void klee_assume(uintptr_t condition);
/* Hints about which input to show; without effect. */
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_posix_prefer_cex(void *object, uintptr_t condition);

#define klee_assert(condition) \
    ((condition) ? (void)0 : klee_assert_fail(#condition, __FILE__, __LINE__, __func__))
void klee_assert_fail(const char *condition, const char *file, unsigned line, const char *function)
    __attribute__((noreturn));

/* --- the end of a path --- */

void klee_silent_exit(int status) __attribute__((noreturn));
void klee_abort(void) __attribute__((noreturn));
void klee_report_error(const char *file, int line, const char *message, const char *suffix) __attribute__((noreturn));

/* --- memory --- */

/* A fault if these bytes are not all inside of one object. */
void klee_check_memory_access(const void *address, size_t size);
size_t klee_get_obj_size(void *object);
/* From here on, there is an object at this address. */
void klee_define_fixed_object(void *address, size_t size);
void klee_mark_global(void *object);

/* --- values --- */

unsigned klee_is_symbolic(uintptr_t value);
unsigned klee_is_replay(void);
/* One value that the expression can have; the others are given up. */
float klee_get_valuef(float value);
double klee_get_valued(double value);
long klee_get_valuel(long value);
long long klee_get_valuell(long long value);
int32_t klee_get_value_i32(int32_t value);
int64_t klee_get_value_i64(int64_t value);
int klee_get_errno(void);

/* --- what a person or the search may want to know; without effect --- */

void klee_warning(const char *message);
void klee_warning_once(const char *message);
void klee_print_expr(const char *message, ...);
void klee_print_range(const char *name, int value);
void klee_stack_trace(void);
void klee_set_forking(unsigned enable);
void klee_open_merge(void);
void klee_close_merge(void);

#ifdef __cplusplus
}
#endif

#endif
