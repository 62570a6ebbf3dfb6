"""What each kind of fault is, in a sentence for people who do not know its name."""

from __future__ import annotations

FAULT_TEXTS: dict[str, str] = {
    "division-by-zero": "An integer is divided by zero, or the quotient does not fit its type",
    "signed-overflow": "Signed arithmetic leaves the range of its type",
    "shift": "A shift by a negative amount or by the width of the type, or of a negative value",
    "float-to-int": "A floating-point value does not fit the integer type that it is converted to",
    "invalid-bool": "A _Bool or enumeration holds a value that its type does not have",
    "invalid-builtin": "A compiler built-in is called with an argument for which it has no result",
    "misaligned": "An access through a pointer that is not aligned for its type",
    "nonnull": "A null pointer is passed or returned where the declaration forbids it",
    "overlap": "Memory areas overlap where the function does not allow it",
    "pointer-overflow": "Pointer arithmetic leaves the object or wraps around",
    "vla-bound": "A variable-length array has a size that is not positive",
    "wrong-call": "A function is called through a pointer of another type",
    "out-of-bounds": "An access outside of the object",
    "strict-bounds": "An index outside of the array that it is applied to",
    "null-pointer": "A null pointer is dereferenced",
    "use-after-free": "Memory is used after its lifetime",
    "invalid-free": "Something is freed that was not allocated, or was freed before",
    "assertion": "An assertion fails",
    "abort": "The program aborts",
    "unreachable": "Code is reached that was declared unreachable",
    "stack-overflow": "Calls are nested too deeply",
    "uninitialised": "A value decides that was never written",
    "missing-return": "The value of a function is used that ended without returning one",
    "postcondition": "A promise of the contract does not hold after the call",
    "endless-loop": "A loop repeats its state and never ends",
    "leak": "Memory is still allocated at the end, and nothing leads to it",
    "behaviour-difference": "The two versions behave differently",
}
