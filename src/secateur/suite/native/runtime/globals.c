// Global variables: their ends are marked in the shadow before the first test runs.
#include "runtime.h"

struct global {
    address begin;
    size_t size, size_with_redzone;
    const char *name, *module;
    size_t dynamic;
    const void *location;
    address indicator;
};

extern char secateur_data_start[] __attribute__((visibility("hidden")));
extern char secateur_data_end[] __attribute__((visibility("hidden")));
extern char secateur_bss_start[] __attribute__((visibility("hidden")));
extern char secateur_bss_end[] __attribute__((visibility("hidden")));

#define DATA_STRIDE 0x4000u
#define BSS_STRIDE 0x10000u

// The linker script gives every variable its own address range: all of it after the variable is forbidden.
static address end_of_stretch(const struct global *global) {
    address begin = global->begin, end = begin + global->size_with_redzone, stride = 0;
    if (begin >= (address)secateur_data_start && begin < (address)secateur_data_end) stride = DATA_STRIDE;
    if (begin >= (address)secateur_bss_start && begin < (address)secateur_bss_end) stride = BSS_STRIDE;
    if (!stride || begin % stride) return end;
    return (end + stride - 1) & -stride;
}

void __asan_register_elf_globals(address *flag, void *start, void *stop) {
    if (*flag || !start) return;
    *flag = 1;
    secateur_shadow_start();
    for (const struct global *at = start; at < (const struct global *)stop; at++) {
        address end = end_of_stretch(at), used = at->begin + at->size;
        address whole = (used + 7) & ~(address)7;
        if (used % 8) *shadow_of(used) = used % 8;
        if (whole < end) secateur_poison(whole, end - whole, GLOBAL_REDZONE);
    }
}

void __asan_unregister_elf_globals(address *flag, void *start, void *stop) {
    (void)flag, (void)start, (void)stop;  // the program is exiting: everything stays registered
}
