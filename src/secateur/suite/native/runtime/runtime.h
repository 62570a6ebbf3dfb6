// Shared by the parts of the native runtime. The runtime is compiled without instrumentation and without line tables:
// a program counter with a line is therefore always in the user's code.
#pragma once
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

typedef uintptr_t address;

#define RUNTIME_NORETURN __attribute__((noreturn))

// ---- start.c: the memory of the program's own stack
extern address secateur_stack_low, secateur_stack_high;
int secateur_run_program(void);  // constructors, then main, on the program's own stack; returns main's result

// ---- report.c: lines of the result, written immediately so that they survive a crash
void secateur_line(const char *format, ...) __attribute__((format(printf, 1, 2)));
const char *secateur_root(void);  // of the files that the program sees; goes to its folder
void secateur_put_left_files(int to);
void secateur_escape(char *to, size_t size, const char *text);  // no tab, no newline; cut to size
struct place {
    const char *file;  // NULL: only the program counters are known
    uint32_t line, column;
};
// The fault ends the process. `frame` is the frame of the function that the user's code called (its return address is
// the place of the fault), as returned by __builtin_frame_address(0).
RUNTIME_NORETURN void secateur_fault(const char *kind, struct place place, void *frame, const char *message);
void secateur_catch_signals(void);
extern int secateur_result_descriptor;

#define HERE __builtin_frame_address(0)
#define NOWHERE ((struct place){0, 0, 0})

// ---- inputs.c
void secateur_set_inputs(const unsigned char *data, size_t size);
unsigned secateur_unread_inputs(void);
int secateur_allocation_fails(void);  // whether the test says so
int secateur_call_fails(const char *function, const int *errors);  // 0, or the errno that the test says
int secateur_clock_moves(void);       // whether the test says what the clock shows
void *secateur_allocate(size_t size);  // memory for the runtime itself
RUNTIME_NORETURN void secateur_leave(void);  // end the process immediately, without the program's exit handlers

// ---- leaks.c, linked only into builds that look for leaks; elsewhere these do nothing
void secateur_allocated(address block, size_t size, void *frame);
void secateur_released(address block);
void secateur_seen(address value);  // the driver observes a value: what it leads to is in use
int secateur_callers(address frame, address *to, int most);  // report.c: return addresses, innermost first
void secateur_each_frame(void (*visit)(address begin, address end));  // frames.c: of functions that are running

// ---- shadow.c: one shadow byte per eight bytes; 0: all may be used, 1..7: that many may, else the reason why not
enum poison {
    HEAP_REDZONE = 0xfa,
    HEAP_FREED = 0xfd,
    STACK_RETURNED = 0xf5,
    STACK_LEFT_SCOPE = 0xf8,
    GLOBAL_REDZONE = 0xf9,
    RUNTIME_MEMORY = 0xfe,
    ALLOCA_LEFT = 0xca,
    ALLOCA_RIGHT = 0xcb,
};
#if defined(__x86_64__)
#define SHADOW_OFFSET 0x7fff8000ULL
#define MEMORY_END 0x800000000000ULL
#elif defined(__aarch64__)
#define SHADOW_OFFSET (1ULL << 36)
#define MEMORY_END (1ULL << 48)
#else
#error "the native runtime supports only x86-64 and AArch64"
#endif
#define SHADOW_BEGIN SHADOW_OFFSET
#define NEAR_NULL (1UL << 32)  // no object is this close to the null pointer, on either side
#define SHADOW_END ((MEMORY_END >> 3) + SHADOW_OFFSET)

static inline uint8_t *shadow_of(address where) { return (uint8_t *)((where >> 3) + SHADOW_OFFSET); }
void secateur_fill(void *to, uint8_t value, size_t size);            // memset that is never instrumented or wrapped
void secateur_copy(void *to, const void *from, size_t size);         // memmove, the same
void secateur_shadow_start(void);                                    // may be called repeatedly; maps the shadow once
void secateur_poison(address begin, size_t size, uint8_t value);     // begin is a multiple of 8; size is rounded up
void secateur_unpoison(address begin, size_t size);                  // begin is a multiple of 8; size is exact
// An access by the function that has `frame`; a fault if any byte of it is not allowed.
void secateur_check(address begin, size_t size, int is_write, void *frame);
// A fault if two blocks overlap and are not the same, unless the build was made without this check.
void secateur_check_apart(address to, address from, size_t size, void *frame);
extern int secateur_may_overlap;
// The same for the string `from`, or its first `limit` bytes, that is copied to `end`. What lies from `start` to `end`
// belongs to the result. If it is appended, there is a NUL at `end`, and one is written after the copy.
void secateur_check_apart_text(const char *start, const char *end, const char *from, size_t limit, int appends, void *frame);
// The length of a string, at most `limit`; every byte that is read on the way is checked.
size_t secateur_check_string(const char *text, size_t limit, void *frame);

// Not 0 while the C library allocates for itself, as the machine's does not: that does not fail, and is no leak.
extern int secateur_is_own_memory;
// Blocks that leaks.c nevertheless knows: one of the program, and one of the library that leads to it.
void secateur_allocated(address block, size_t size, void *frame);
void secateur_allocated_by_library(address block, size_t size);

// ---- wrapping functions of the C library: see names.py
#define ALL ((size_t)-1)
#define READ(from, size) secateur_check((address)(from), (size), 0, HERE)
#define WRITE(to, size) secateur_check((address)(to), (size), 1, HERE)
#define LENGTH(text) secateur_check_string((text), ALL, HERE)
#define LENGTH_TO(text, limit) secateur_check_string((text), (limit), HERE)
#define CHECKED(result, name, ...) result secateur_checked_##name(__VA_ARGS__)
