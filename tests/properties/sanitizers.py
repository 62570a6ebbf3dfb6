"""What clang's Address-, Memory- and UndefinedBehaviorSanitizer say about functions `int fN(signed char, signed char)`.

Needs a clang with its sanitizer runtimes and `llvm-symbolizer` on the system. All functions are built into one program,
which forks for each run.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from shutil import which

CLANG = next(filter(None, map(which, ("clang-19", "clang"))), None)
SYMBOLIZER = next(filter(None, map(which, ("llvm-symbolizer-19", "llvm-symbolizer"))), None)

_CHECKED = (
    "signed-integer-overflow", "shift", "integer-divide-by-zero", "float-cast-overflow", "array-bounds", "alignment",
    "bool", "builtin", "vla-bound", "null", "pointer-overflow",
)  # fmt: skip

_MESSAGES = {
    r"zero offset|unsigned offset|pointer index expression": "pointer-overflow",
    r"shift": "shift",
    r"signed integer overflow|negation of|cannot be represented in type '(int|long)'$": "signed-overflow",
    r"division by zero": "division-by-zero",
    r"outside the range of representable values": "float-to-int",
    r"out of bounds": "out-of-bounds",
    r"misaligned address|alignment for pointer": "misaligned",
    r"not a valid value for type '_?[Bb]ool'": "invalid-bool",
    r"passing zero to": "invalid-builtin",
    r"variable length array bound": "vla-bound",
    r"null pointer": "null-pointer",
    r"(heap|stack|global|dynamic-stack)-buffer-(over|under)flow": "out-of-bounds",
    r"use-after-(free|scope|return|poison)": "use-after-free",
    r"double-free|attempting free|bad-free": "invalid-free",
    r"param-overlap": "overlap",
    r"uninitialized": "uninitialised",
    r"ABRT": "abort",
    r"SEGV": "null-pointer",
}

_MAIN = """#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <sys/wait.h>
static int (*const table[])(signed char, signed char) = {%s};
int main(int argc, char **argv) {
    for (int i = 1; i + 2 < argc; i += 3) {
        int n = atoi(argv[i]), x = atoi(argv[i + 1]), y = atoi(argv[i + 2]);
        fprintf(stderr, "=== %%d %%d %%d\\n", n, x, y);
        fflush(stderr);
        if (fork() == 0) {
            alarm(10);
            fprintf(stderr, "returned %%d\\n", table[n](x, y));
            fflush(stderr);
            _exit(0);
        }
        wait(NULL);
    }
    return 0;
}
"""


@dataclass(frozen=True, slots=True)
class Said:
    """How one run ended: the kind and the line of a fault, or a result. `also`: another fault in the same line, of
    which it is not known whether it comes first, or another name for the same fault (see `_also`). A fault *and* a
    result: MemorySanitizer reports a value that does not vary (see `Sanitized.run`)."""

    kind: str
    line: int
    result: int | None
    text: str = ""
    also: tuple[str, ...] = ()

    @property
    def faults(self) -> set[tuple[str, int]]:
        """What may be predicted; ("", 0) if the run has a result."""
        named = {(kind, self.line) for kind in (self.kind, *self.also) if kind}
        return named if self.result is None else {*named, ("", 0)}


class Sanitized:
    """The functions of some files, built with sanitizers."""

    def __init__(self, files: Sequence[Path], folder: Path) -> None:
        assert CLANG, "this needs clang with its sanitizers"
        assert SYMBOLIZER, "this needs llvm-symbolizer"
        self._program = folder / "sanitized"
        self._memory = folder / "memory-sanitized"
        self._pattern = folder / "pattern-sanitized"
        main = folder / "main.c"
        includes = "".join(f'#include "{file.name}"\n' for file in files)
        main.write_text(includes + _MAIN % ", ".join(file.stem for file in files))
        checked = f"-fsanitize=address,{','.join(_CHECKED)}"
        common = ("-fno-sanitize-recover=all", "-O0", "-g", "-w", str(main), "-o")
        for flags, program in (
            ((checked, "-ftrivial-auto-var-init=zero"), self._program),
            (("-fsanitize=memory",), self._memory),
            ((checked, "-ftrivial-auto-var-init=pattern"), self._pattern),
        ):
            subprocess.run([CLANG, *flags, *common, str(program)], check=True, cwd=folder)

    def run(self, calls: Sequence[tuple[int, int, int]]) -> dict[tuple[int, int, int], Said]:
        """What each call (function, x, y) does.

        Uninitialised values may cancel out (`(z + y) ^ z` for y = 0). The machine knows, so that is no fault for it;
        MemorySanitizer does not. The result may then be predicted, if variables that hold zeros and variables that hold
        a pattern lead to the same one.
        """
        said: dict[tuple[int, int, int], Said] = {}
        for start in range(0, len(calls), 2000):
            part = calls[start : start + 2000]
            zeros, memory = self._run(self._program, part), self._run(self._memory, part)
            said |= {call: _first(each, memory[call]) for call, each in zeros.items()}
            returned = [call for call in part if said[call].kind == "uninitialised" and not zeros[call].kind]
            for call, each in self._run(self._pattern, returned).items():
                if not each.kind and each.result == zeros[call].result:
                    said[call] = replace(said[call], result=each.result)
        return said

    def _run(self, program: Path, calls: Sequence[tuple[int, int, int]]) -> dict[tuple[int, int, int], Said]:
        words = [str(number) for call in calls for number in call]
        options = {"ASAN_OPTIONS": "detect_leaks=0:symbolize=0:handle_abort=1", "MSAN_OPTIONS": "symbolize=0"}
        done = subprocess.run([program, *words], capture_output=True, check=True, env=os.environ | options)
        parts = re.split(r"(?m)^=== (-?\d+) (-?\d+) (-?\d+)\n", done.stderr.decode(errors="replace"))[1:]
        runs = {(int(parts[i]), int(parts[i + 1]), int(parts[i + 2])): parts[i + 3] for i in range(0, len(parts), 4)}
        lines = self._lines(program, runs.values())
        return {call: _said(text, lines) for call, text in runs.items()}

    def _lines(self, program: Path, texts: Iterable[str]) -> Mapping[str, tuple[str, int]]:
        """File and line of every program counter in the reports."""
        counters = sorted({c for text in texts for c in re.findall(r"sanitized\+(0x[0-9a-f]+)", text)})
        if not counters:
            return {}
        given = "\n".join(hex(int(c, 16) - 1) for c in counters)
        command = [str(SYMBOLIZER), f"--obj={program}", "--no-inlines", "--functions=none"]
        done = subprocess.run(command, input=given, capture_output=True, text=True, check=True)
        places = [block.split("\n")[0] for block in done.stdout.strip().split("\n\n")]
        found = {}
        for counter, place in zip(counters, places, strict=True):
            file, line, _ = place.rsplit(":", 2)
            found[counter] = (Path(file).name, int(line) if line.isdigit() else 0)
        return found


def _first(said: Said, memory: Said) -> Said:
    """Control goes forward, so of two faults that in the earlier line is the first."""
    if memory.kind != "uninitialised" or (said.kind and said.line < memory.line):
        return said
    return replace(memory, also=(said.kind,) if said.line == memory.line else ())


def _said(text: str, lines: Mapping[str, tuple[str, int]]) -> Said:
    returned = re.search(r"returned (-?\d+)", text)
    if returned:
        return Said("", 0, int(returned[1]))
    undefined = re.search(r"f\d+\.c:(\d+):\d+: runtime error: (.*)", text)
    if undefined:
        return Said(_kind(undefined[2]), int(undefined[1]), None, undefined[0], _also(undefined[2]))
    error = re.search(r"(?:ERROR: Address|WARNING: Memory)Sanitizer: (.*)", text)
    for counter in re.findall(r"#\d+ 0x[0-9a-f]+ .*sanitized\+(0x[0-9a-f]+)", text):
        file, line = lines[counter]
        if re.fullmatch(r"f\d+\.c", file):
            return Said(_kind(error[1] if error else "?"), line, None, text[:300], _also(text))
    return Said("?", 0, None, text[:1000])


def _also(report: str) -> tuple[str, ...]:
    """Some reports have another name when the machine makes them.

    MemorySanitizer does not check the length of an array. Where that is uninitialised, the build of the other two has
    zeros, and they say that it is not positive; that it was never written is as true. AddressSanitizer goes by the
    address: right before or after a freed block it says that it is outside of the block, not that the block was freed.
    UndefinedBehaviorSanitizer checks the address of an element before its access; the machine has one fault for both.
    """
    if "variable length array bound" in report:
        return ("uninitialised",)
    if _kind(report) == "pointer-overflow":
        return "out-of-bounds", "use-after-free", "null-pointer"
    return ("use-after-free",) if "heap-buffer-overflow" in report and "freed by thread" in report else ()


def _kind(message: str) -> str:
    return next((kind for pattern, kind in _MESSAGES.items() if re.search(pattern, message)), message)
