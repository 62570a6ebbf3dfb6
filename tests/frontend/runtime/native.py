"""Our runtime library as native code next to the host's C library, so that the two can be compared.

Each public name `f` of the library is renamed to `our_f` (otherwise the code that LLVM emits for an intrinsic would
call back into the library), and LLVM's JIT runs it. What the library expects of the machine is written in C here.
"""

from __future__ import annotations

import ctypes
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm

from secateur.frontend.cache import default_cache
from secateur.frontend.compile import compile_file, compile_text
from secateur.frontend.library import load_library
from secateur.frontend.symbols import with_streams
from secateur.frontend.toolchain import Toolchain
from secateur.options import Compiling

#: Functions of the machine that our library calls, and that must not be the host's: its streams are others.
_OUTPUT = ("fputs", "fprintf", "vfprintf")

MACHINE = r"""
#define _GNU_SOURCE
#include <errno.h>
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <malloc.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char *captured;
static size_t length, room;

static int capture(const char *format, va_list list) {
    va_list again;
    va_copy(again, list);
    int count = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length + count >= room) captured = realloc(captured, room = 2 * room + count + 100);
    vsnprintf(captured + length, room - length, format, list);
    length += count;
    return count;
}

void show(const char *format, ...) {
    va_list list;
    va_start(list, format);
    capture(format, list);
    va_end(list);
}

int machine_vfprintf(void *stream, const char *format, va_list list) { return capture(format, list); }
int machine_fprintf(void *stream, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int count = capture(format, list);
    va_end(list);
    return count;
}
int machine_fputs(const char *text, void *stream) { return machine_fprintf(stream, "%s", text); }

static ssize_t keep(void *cookie, const char *data, size_t size) {
    show("%.*s", (int)size, data);
    return size;
}

static void run_here(void (*cases)(int), int rounds) {
    cookie_io_functions_t functions = {.write = keep};
    setlocale(LC_ALL, "C");
    clearenv();
    program_invocation_name = program_invocation_short_name = "program";
    errno = 0;
    stderr = fopencookie(NULL, "w", functions);
    setvbuf(stderr, NULL, _IONBF, 0);
    cases(rounds);
    fflush(stderr);
}

/* What the cases of a program print. They run in a process of their own, which they may change. What is written to the
   host's standard error is captured, too. */
const char *run_cases(void (*cases)(int), int rounds) {
    int ends[2], status;
    length = 0;
    if (pipe(ends)) return "no pipe";
    pid_t child = fork();
    if (!child) {
        run_here(cases, rounds);
        for (size_t at = 0; at < length;) {
            ssize_t put = write(ends[1], captured + at, length - at);
            if (put <= 0) _exit(1);
            at += put;
        }
        _exit(0);
    }
    close(ends[1]);
    for (ssize_t got = 1; got > 0; length += got) {
        if (length + 4096 > room) captured = realloc(captured, room = 2 * room + 8192);
        got = read(ends[0], captured + length, 4095);
        if (got < 0) got = 0;
    }
    captured[length] = 0;
    close(ends[0]);
    waitpid(child, &status, 0);
    if (status) show("the process ended with status %d\n", status);
    return captured;
}

size_t __secateur_object_size(const void *object) { return malloc_usable_size((void *)object); }
int __secateur_format_extended(char *out, size_t size, const char *format, long double value) {
    char longer[64];
    size_t count = strlen(format);
    memcpy(longer, format, count - 1);
    longer[count - 1] = 'L';
    longer[count] = format[count - 1];
    longer[count + 1] = 0;
    return snprintf(out, size, longer, value);
}

int __secateur_read_extended(const char *text, size_t length, long double *result) {
    char *copy = strndup(text, length);
    int before = errno;
    errno = 0;
    *result = strtold(copy, NULL);
    int error = errno;
    errno = before;
    free(copy);
    return error;
}

int __secateur_format_double(char *out, size_t size, const char *format, double value) {
    return snprintf(out, size, format, value);
}
void __secateur_exit(int status) { _exit(status); }
void __secateur_empty_input(void) {}
void __secateur_no_environment(void) {}
void __secateur_no_error(void) {}
void __secateur_no_other_files(void) {}
void __secateur_outside(void) {}
void __secateur_by_chance(const char *what) {}
void *__secateur_memory(size_t size) { return calloc(1, size); }
int klee_is_symbolic(unsigned long value) { return 0; }
int execveat(int base, const char *path, char *const words[], char *const variables[], int flags) { return -1; }
unsigned long secateur_extent(const void *pointer) { return strlen(pointer) + 1; }
unsigned char secateur_havoc_u8(const char *name) { return 0; }
int __secateur_vfprintf(void *stream, const char *format, va_list list) { return capture(format, list); }
int __secateur_fputs(const char *text, void *stream) { return machine_fputs(text, stream); }
int __secateur_fputc(int c, void *stream) { return machine_fprintf(stream, "%c", c); }
size_t __secateur_fwrite(const void *data, size_t size, size_t count, void *stream) {
    return machine_fprintf(stream, "%.*s", (int)(size * count), (const char *)data), count;
}
void __secateur_assume_aligned(const void *pointer, long align, long offset) {}
void __secateur_this_system(void) {}
int __secateur_clock_moves(void) { return 0; }
long secateur_havoc_i64(const char *name) { return 0; }
void secateur_assume(int condition) {}
void __secateur_readable(const void *block, unsigned long size) {}
void __secateur_apart(const char *start, const char *end, const char *from, unsigned long limit, int appends) {}
"""


class Native:
    """`ours(name)` and `libc(name)` are the two implementations of a function."""

    def __init__(self, toolchain: Toolchain) -> None:
        self._toolchain = toolchain
        library = load_library(default_cache(), toolchain)
        assert library is not None
        self.names = library.names
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        machine = llvm.Target.from_default_triple().create_target_machine(opt=0, codemodel="jitdefault")
        self._engine = llvm.create_mcjit_compiler(self._machine(), machine)
        module, *others = [self._renamed(llvm.parse_bitcode(part.bitcode)) for part in library.parts]
        for other in others:
            module.link_in(other)
        self._engine.add_module(module)
        self._engine.finalize_object()
        self._libc = ctypes.CDLL(None)
        self._libm = ctypes.CDLL("libm.so.6")

    def _machine(self) -> Any:
        return llvm.parse_assembly(compile_text(MACHINE, Compiling(flags=("-w",)), self._toolchain).text)

    def _renamed(self, module: Any) -> Any:
        """A module in which the names of the library are ours."""
        for value in (*module.functions, *module.global_variables):
            if value.linkage.name == "internal" and not value.is_declaration:
                continue
            if value.name in self.names:
                value.name = f"our_{value.name}"
            elif value.name in _OUTPUT:
                value.name = f"machine_{value.name}"
        return module

    def outputs(self, program: Path, rounds: int) -> tuple[str, str]:
        """What the cases of a program print, with our library and with the host's."""
        text = compile_file(program, Compiling(), self._toolchain).text
        modules = {
            "ours": self._renamed(llvm.parse_assembly(with_streams([text])[0])),
            "libc": llvm.parse_assembly(text),
        }
        found = []
        for whose, module in modules.items():
            entry = f"{whose}_{program.stem}"
            module.get_function("cases").name = entry
            self._engine.add_module(module)
            self._engine.finalize_object()
            run = self._function("run_cases", ctypes.c_char_p, ctypes.c_void_p, ctypes.c_int)
            found.append(run(self._engine.get_function_address(entry), rounds).decode("latin-1"))
            self._engine.remove_module(module)
        return found[0], found[1]

    def _function(self, name: str, result: Any, *arguments: Any) -> Callable[..., Any]:
        address = self._engine.get_function_address(name)
        assert address, f"the library has no {name}"
        return ctypes.CFUNCTYPE(result, *arguments)(address)

    def ours(self, name: str, result: Any, *arguments: Any) -> Callable[..., Any]:
        return self._function(f"our_{name}", result, *arguments)

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
