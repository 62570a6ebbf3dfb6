// The handlers of UndefinedBehaviorSanitizer, which receive file, line and column. Only checks that the machine also
// makes are compiled in; see compile.py.
#include <stdio.h>

#include "runtime.h"

struct location {
    const char *file;
    uint32_t line, column;
};

struct type {
    uint16_t kind, info;  // kind 0: an integer; the lowest bit of info: signed; above it: log2 of its width
    char name[];
};

struct overflow {
    struct location at;
    const struct type *type;
};

struct shift {
    struct location at;
    const struct type *left, *right;
};

struct bounds {
    struct location at;
    const struct type *array, *index;
};

RUNTIME_NORETURN static void report(const char *kind, struct location at, const char *message, void *frame) {
    secateur_fault(kind, (struct place){at.file, at.line, at.column}, frame, message);
}

static long long integer(const struct type *type, address value) {
    unsigned width = 1u << (type->info >> 1);
    if (type->kind || width > 64) return 0;
    unsigned shift = 64 - width;
    return type->info & 1 ? (int64_t)((uint64_t)value << shift) >> shift : (int64_t)((uint64_t)value << shift >> shift);
}

#define BOTH(name, parameters, arguments)                                                \
    void __ubsan_handle_##name parameters { handle_##name arguments; }                   \
    void __ubsan_handle_##name##_abort parameters { handle_##name arguments; }

#define ARITHMETIC(name, word)                                                                            \
    RUNTIME_NORETURN static void handle_##name(struct overflow *data, void *frame) {                      \
        report("signed-overflow", data->at, word " overflows", frame);                                    \
    }                                                                                                     \
    BOTH(name, (struct overflow *data, address left, address right), (data, HERE))

ARITHMETIC(add_overflow, "addition")
ARITHMETIC(sub_overflow, "subtraction")
ARITHMETIC(mul_overflow, "multiplication")
ARITHMETIC(negate_overflow, "negation")

RUNTIME_NORETURN static void handle_divrem_overflow(struct overflow *data, address right, void *frame) {
    unsigned width = 1u << (data->type->info >> 1);
    int zero = width > 64 ? !((uint64_t *)right)[0] && !((uint64_t *)right)[1] : !integer(data->type, right);
    if (zero) report("division-by-zero", data->at, "division by zero", frame);
    report("signed-overflow", data->at, "division overflows", frame);
}
BOTH(divrem_overflow, (struct overflow *data, address left, address right), (data, right, HERE))

RUNTIME_NORETURN static void handle_shift_out_of_bounds(struct shift *data, address left, address right, void *frame) {
    char message[80];
    long long value = integer(data->left, left), bits = integer(data->right, right);
    snprintf(message, sizeof message, "shift of %lld by %lld bits", value, bits);
    report("shift", data->at, message, frame);
}
BOTH(shift_out_of_bounds, (struct shift *data, address left, address right), (data, left, right, HERE))

// The location is the first member, as in a struct overflow.
RUNTIME_NORETURN static void handle_float_cast_overflow(struct overflow *data, void *frame) {
    report("float-to-int", data->at, "the value does not fit the integer type", frame);
}
BOTH(float_cast_overflow, (struct overflow *data, address from), (data, HERE))

RUNTIME_NORETURN static void handle_out_of_bounds(struct bounds *data, address index, void *frame) {
    char message[160];
    long long value = integer(data->index, index);
    snprintf(message, sizeof message, "index %lld is out of bounds of %s", value, data->array->name);
    report("out-of-bounds", data->at, message, frame);
}
BOTH(out_of_bounds, (struct bounds *data, address index), (data, index, HERE))

RUNTIME_NORETURN static void handle_vla_bound_not_positive(struct overflow *data, void *frame) {
    report("vla-bound", data->at, "the length of a variable-length array is not positive", frame);
}
BOTH(vla_bound_not_positive, (struct overflow *data, address bound), (data, HERE))

RUNTIME_NORETURN static void handle_load_invalid_value(struct overflow *data, void *frame) {
    report("invalid-bool", data->at, "a _Bool is neither 0 nor 1", frame);
}
BOTH(load_invalid_value, (struct overflow *data, address value), (data, HERE))

RUNTIME_NORETURN static void handle_invalid_builtin(struct location *at, void *frame) {
    report("invalid-builtin", *at, "zeros are counted in a number without ones", frame);
}
BOTH(invalid_builtin, (struct location *data), (data, HERE))

RUNTIME_NORETURN static void handle_type_mismatch_v1(struct overflow *data, void *frame) {
    report("misaligned", data->at, "the address is not aligned for its type", frame);
}
BOTH(type_mismatch_v1, (struct overflow *data, address pointer), (data, HERE))

RUNTIME_NORETURN static void handle_alignment_assumption(struct location *at, void *frame) {
    report("misaligned", *at, "the address is not aligned as assumed", frame);
}
BOTH(alignment_assumption, (struct location *at, address pointer, address align, address offset), (at, HERE))

RUNTIME_NORETURN static void handle_pointer_overflow(struct location *at, address base, void *frame) {
    report("pointer-overflow", *at, base ? "pointer arithmetic overflows" : "a null pointer is moved", frame);
}
BOTH(pointer_overflow, (struct location *at, address base, address result), (at, base, HERE))

// Only tests that predict this fault run with this check: it tells more types apart than the machine does.
RUNTIME_NORETURN static void handle_function_type_mismatch(struct overflow *data, void *frame) {
    report("wrong-call", data->at, "a function is called through a pointer to another type of function", frame);
}
BOTH(function_type_mismatch, (struct overflow *data, address function), (data, HERE))

// The same: the C library declares parameters that must not be null, too, and the machine sees what it does with them.
RUNTIME_NORETURN static void handle_nonnull_arg(struct location *at, void *frame) {
    report("nonnull", *at, "an argument is declared never to be null", frame);
}
BOTH(nonnull_arg, (struct location *at), (at, HERE))

RUNTIME_NORETURN static void handle_nonnull_return_v1(struct location *at, void *frame) {
    report("nonnull", *at, "the function is declared never to return null", frame);
}
BOTH(nonnull_return_v1, (struct location *attribute, struct location *at), (at, HERE))

void __ubsan_handle_builtin_unreachable(struct location *at) {
    report("unreachable", *at, "unreachable code was reached", HERE);
}

void __ubsan_handle_missing_return(struct location *at) {
    report("unreachable", *at, "the end of a function was reached without a return", HERE);
}
