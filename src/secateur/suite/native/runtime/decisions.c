// What the program decides by, as one number: comparisons, indices, divisors, and which blocks run. Linked only into
// builds that compare two runs whose fresh memory differs.
#include "runtime.h"
#include <stdint.h>

static uint64_t trace = 14695981039346656037u;

// Builds lie at different addresses, which must not make a difference: all addresses count as the same.
static void mix(uint64_t value) {
    if (value >= 1UL << 32 && value < MEMORY_END) value = 1;
    trace = (trace ^ value) * 1099511628211u;
}

static void both(uint64_t one, uint64_t other) {
    mix(one);
    mix(other);
}

void __sanitizer_cov_trace_cmp1(uint8_t one, uint8_t other) { both(one, other); }
void __sanitizer_cov_trace_cmp2(uint16_t one, uint16_t other) { both(one, other); }
void __sanitizer_cov_trace_cmp4(uint32_t one, uint32_t other) { both(one, other); }
void __sanitizer_cov_trace_cmp8(uint64_t one, uint64_t other) { both(one, other); }
void __sanitizer_cov_trace_const_cmp1(uint8_t one, uint8_t other) { both(one, other); }
void __sanitizer_cov_trace_const_cmp2(uint16_t one, uint16_t other) { both(one, other); }
void __sanitizer_cov_trace_const_cmp4(uint32_t one, uint32_t other) { both(one, other); }
void __sanitizer_cov_trace_const_cmp8(uint64_t one, uint64_t other) { both(one, other); }
void secateur_compared_double(double one, double other) {
    union { double number; uint64_t bits; } first = {one}, second = {other};
    both(first.bits, second.bits);
}

void secateur_compared_float(float one, float other) {
    union { float number; uint32_t bits; } first = {one}, second = {other};
    both(first.bits, second.bits);
}

void __sanitizer_cov_trace_switch(uint64_t value, uint64_t *cases) { mix(value); }
void __sanitizer_cov_trace_div4(uint32_t divisor) { mix(divisor); }
void __sanitizer_cov_trace_div8(uint64_t divisor) { mix(divisor); }
void __sanitizer_cov_trace_gep(uintptr_t index) { mix(index); }
void __sanitizer_cov_trace_pc_guard(uint32_t *guard) { mix(*guard); }

void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop) {
    static uint32_t number;
    if (start == stop || *start) return;
    for (; start < stop; start++) *start = ++number;
}

__attribute__((destructor)) static void tell(void) {
    secateur_line("trace\t%llx", (unsigned long long)trace);
}
