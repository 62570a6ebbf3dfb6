"""Our runtime library as native code next to the host's C library, so that the two can be compared.

Each public function `f` of the library is compiled under the name `our_f` (otherwise the code that LLVM emits for
an intrinsic would call back into the library), and LLVM's JIT runs it.
"""

from __future__ import annotations

import ctypes
import random
from collections.abc import Callable, Iterator
from typing import Any

import llvmlite.binding as llvm

from secateur.frontend.compile import compile_text
from secateur.frontend.library import RUNTIME, compile_runtime
from secateur.frontend.link import make_library
from secateur.frontend.toolchain import Toolchain
from secateur.options import Compiling

MACHINE = r"""
typedef unsigned long size_t;
size_t malloc_usable_size(void *);
int snprintf(char *, size_t, const char *, ...);
void _exit(int);
size_t __secateur_object_size(const void *object) { return malloc_usable_size((void *)object); }
int __secateur_format_double(char *out, size_t size, const char *format, double value) {
    return snprintf(out, size, format, value);
}
void __secateur_exit(int status) { _exit(status); }
void __secateur_empty_input(void) {}
void __secateur_no_environment(void) {}
void __secateur_no_error(void) {}
void __secateur_readable(const void *block, unsigned long size) {}
void __secateur_apart(const char *start, const char *end, const char *from, unsigned long limit, int appends) {}
"""


class Native:
    """`ours(name)` and `libc(name)` are the two implementations of a function."""

    def __init__(self, toolchain: Toolchain) -> None:
        sources = sorted(RUNTIME.glob("*.c"))
        plain = make_library([compile_runtime(path, toolchain) for path in sources])
        renames = tuple(f"-D{name}=our_{name}" for name in sorted(plain.names))
        units = [compile_runtime(path, toolchain, *renames) for path in sources]
        self.names = plain.names
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        machine = llvm.Target.from_default_triple().create_target_machine(codemodel="jitdefault")
        module = llvm.parse_assembly(compile_text(MACHINE, Compiling(), toolchain).text)
        for unit in units:
            module.link_in(llvm.parse_assembly(unit.text))
        self._engine = llvm.create_mcjit_compiler(module, machine)
        self._engine.finalize_object()
        self._libc = ctypes.CDLL(None)
        self._libm = ctypes.CDLL("libm.so.6")

    def ours(self, name: str, result: Any, *arguments: Any) -> Callable[..., Any]:
        address = self._engine.get_function_address(f"our_{name}")
        assert address, f"the library has no {name}"
        return ctypes.CFUNCTYPE(result, *arguments)(address)

    def libc(self, name: str, result: Any, *arguments: Any) -> Callable[..., Any]:
        for library in (self._libc, self._libm):
            if hasattr(library, name):
                address = ctypes.cast(library[name], ctypes.c_void_p).value or 0
                return ctypes.CFUNCTYPE(result, *arguments)(address)
        raise LookupError(f"this C library has no {name}")

    def both(self, name: str, result: Any, *arguments: Any) -> tuple[Callable[..., Any], Callable[..., Any]]:
        return self.ours(name, result, *arguments), self.libc(name, result, *arguments)


def strings(seed: int, count: int, longest: int = 12, alphabet: bytes = b"abAB \xff\x80z0") -> Iterator[bytes]:
    """Many short strings over a small alphabet, so that equal and nearly equal ones are common; no zero bytes."""
    numbers = random.Random(seed)
    for _ in range(count):
        yield bytes(numbers.choices(alphabet, k=numbers.randrange(longest)))
