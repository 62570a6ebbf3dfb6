"""What the user's compiler flags mean here. A flag is passed on, or left out because what the program does cannot
depend on it, or refused because it does and cannot be respected.

`analysed` is for clang, which compiles what is explored and what is replayed; `plain` for the compiler that builds
`tests.c`. An unknown flag is passed on: clang refuses it by name.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from secateur.frontend.errors import CompileError
from secateur.frontend.toolchain import host_target

PATHS = ("-idirafter", "-include", "-imacros", "-isysroot", "-isystem", "-iquote", "--sysroot", "-I")
"""Flags whose value is a path, after a space or not (`--sysroot` also after `=`)."""

_TARGET = "-target"
_VALUED = (*PATHS, "-D", "-U", "-A", _TARGET)
_DROPPED_VALUED = (
    *(
        "-o",
        "-x",
        "-MF",
        "-MT",
        "-MQ",
        "-MJ",
        "-L",
        "-l",
        "-T",
        "-u",
        "-z",
        "-e",
        "-B",
        "-aux-info",
        "-specs",
        "--param",
    ),
    *("-Xlinker", "-Xassembler", "-Xpreprocessor", "-Xclang", "-mllvm", "-dumpbase", "-dumpdir", "-dumpbase-ext"),
    "-include-pch",
    "-wrapper",
)
_NO_MEANING = re.compile(
    r"-(?:[cSEPCvQsp#]|CC|###|O.*|g.*|M.*|w|W(?!no-|p,).*|pedantic.*|pipe|pg|save-temps.*|static.*|shared.*|rdynamic|"
    r"no-pie|pie|nostd.*|nodefaultlibs|nostartfiles|nolibc|-coverage|coverage|time|fsyntax-only|no-canonical-prefixes|"
    r"-param=.*|specs=.*|no-integrated-(?:as|cpp)|integrated-as|d[A-Z].*|iplugindir.*|"
    r"-(?:config|dependencies|dump|for-|output|prefix|print|save-|serialize|specs|user-dependencies|write-).*)$"
)

_DROPPED_F = (
    "abi-version aggressive align- allocation allow- analyzer argument asan asynchronous auto- bit-tests branch- "
    "bounds- btr- call canonical-system caret cf- check chkp cilk code-hoisting color combine compare conserve "
    "coverage cprop crash-diag crossjump cse cx- data-sections dbg dce debug defer delayed delete devirtualize "
    "diagnostics dse dump dwarf early elide eliminate emit-class emit-struct enable- disable- exceptions excess "
    "expensive fat-lto file- fixed- fold force-addr forward fp-contract fp-int fp-model fp-exception function-cse "
    "function-sections gcse graphite guess handle harden hoist ident if-conv indirect-inl inhibit inline instrument "
    "integrated ipa- ira- isolate ivopts jump-tables keep- large-source leading lifetime limit-function live- loop "
    "lra- lto macro- max- mem-report merge message module modulo move-loop mudflap non-call nothrow offload "
    "omit-frame openacc openmp opt optimi partial pass-plugin patchable pch pcc peel peephole permissive pic PIC "
    "pie PIE plt plugin post-ipa pre-ipa predictive prefetch preprocessed printf-return proc-stat profile random "
    "record ree reg-struct regmove rename-reg reorder report-bug rerun resched rounding sanitize save-opt sched "
    "section sel-sched selective semantic-interp shrink signaling simd-cost split ssa- stack stdarg-opt "
    "store-merging strict-aliasing strict-flex strict-volatile sync syntax tabstop test-coverage thread- threadsafe "
    "time- toplevel tracer track-macro trampolines trapping trapv tree- trivial-auto unconstrained unit-at unroll "
    "unswitch unwind use- var-tracking variable-exp vect verbose version-loops visibility vpt vtable vtv web "
    "whole-program working-dir zee zero-"
)
"""The beginnings of `-f…` flags that decide how code is made, or which faults the compiler looks for."""

_DROPPED_M = (
    "abi=sysv accumulate address-mode align-data align-func align-jumps align-loops align-string arch= arch- branch- "
    "call- cet cld cmodel cpu= direct-extern dispatch fentry force- fpmath function-return fused-madd general-regs "
    "hard-float harden incoming indirect inline instrument large-data manual memcpy memset mitigate move-max needed "
    "nop- omit-leaf prefer preferred push-args record red-zone relax relocatable retpoline skip-rax speculative stack "
    "store-max string stv tls tune tune= vect8 veclibabi vzeroupper"
)

_ONLY_PLAIN = re.compile(
    r"-pthread|-f(no-)?(strict-aliasing|delete-null-pointer-checks|rounding-math|trapping-math|signaling-nans)|"
    r"-f(fp-contract|excess-precision)=.*"
)
"""Flags without a meaning for what is explored, because it is not optimised, but with one for a compiler that does."""

_REFUSED = {
    "-funsigned-bitfields": "clang has no such bit-fields",
    "-fno-signed-bitfields": "clang has no such bit-fields",
    "-fsingle-precision-constant": "clang has no such constants",
    "-m16": "its pointers have 2 bytes, and those of Secateur's memory have 8",
    "-m32": "its pointers have 4 bytes, and those of Secateur's memory have 8",
    "-mx32": "its pointers have 4 bytes, and those of Secateur's memory have 8",
}

_CROSS = re.compile(r"([\w.]+(?:-[\w.]+)+)-(?:gcc|cc|clang)(?:-[\d.]+)?")

_OLDEST = ("89", "90", "9899:1990", "9899:199409")
_OLD = (*_OLDEST, "99", "9x", "9899:1999", "9899:199x")

_AS_BEFORE = (
    "implicit-int",
    "implicit-function-declaration",
    "int-conversion",
    "incompatible-pointer-types",
    "incompatible-function-pointer-types",
    "return-type",
    "return-mismatch",
    "deprecated-non-prototype",
)
"""What compilers accepted with a warning until about 2023, and now reject."""


def _beginnings(letter: str, words: str) -> re.Pattern[str]:
    return re.compile(rf"-{letter}(?:no-)?(?:{'|'.join(re.escape(word) for word in words.split())})")


_DROPPED = (_NO_MEANING, _beginnings("f", _DROPPED_F), _beginnings("m", _DROPPED_M))


@dataclass(frozen=True, slots=True)
class Flag:
    """One flag with its value, if that is a word of its own or follows the name directly."""

    name: str
    value: str | None = None

    @property
    def words(self) -> tuple[str, ...]:
        if self.value is None:
            return (self.name,)
        return (f"{self.name}{self.value}",) if self.name in ("-I", "-D", "-U", "-A") else (self.name, self.value)


def split(texts: Iterable[str]) -> tuple[str, ...]:
    """The words of flags as a shell would read them. Raises CompileError."""
    found: list[str] = []
    for text in texts:
        try:
            found += shlex.split(text)
        except ValueError as error:
            raise CompileError(f"{error} in the compiler flags: {text}") from None
    return tuple(found)


def compiling_flags(words: Sequence[str]) -> tuple[str, ...]:
    """The flags of a whole command, without its compiler and its files."""
    return tuple(word for flag in _flags(words) for word in flag.words)


def analysed(words: Sequence[str]) -> tuple[str, ...]:
    """The flags for the compiler of what is explored and replayed. Raises CompileError for those that it cannot
    respect."""
    kept: list[str] = []
    for flag in _flags(words):
        if flag.name in _REFUSED:
            raise CompileError(f"a build with {flag.name} cannot be analysed: {_REFUSED[flag.name]}")
        if flag.name == _TARGET:
            _require_host(flag.value or "")
        elif flag.name == "-pthread":
            kept.append("-D_REENTRANT")
        elif not any(each.match(flag.name) for each in _DROPPED):
            kept += flag.words
    return (*kept, *_as_before(words))


def plain(words: Sequence[str]) -> list[str]:
    """The flags for the compiler that builds `tests.c`. It is the user's, which accepts what it accepts."""
    kept: list[str] = []
    for flag in _flags(words):
        is_dropped = flag.name == _TARGET or any(each.match(flag.name) for each in _DROPPED)
        if _ONLY_PLAIN.fullmatch(flag.name) or not is_dropped:
            kept += flag.words
    return kept


def moved(words: Sequence[str], move: Callable[[str], str]) -> tuple[str, ...]:
    """The same flags with `move` applied to every path. A header that is in neither place is one of an include path."""
    found: list[str] = []
    for flag in _flags(words, everything=True):
        if flag.name in PATHS and flag.value:
            place = move(flag.value)
            is_moved = flag.name not in ("-include", "-imacros") or any(map(os.path.exists, (flag.value, place)))
            flag = Flag(flag.name, place if is_moved else flag.value)  # noqa: PLW2901
        found += flag.words
    return tuple(found)


def standard(words: Sequence[str]) -> str:
    """The chosen standard, such as `gnu89`; empty if none is."""
    chosen = [word.removeprefix("-std=") for word in words if word.startswith("-std=") or word == "-ansi"]
    return "c90" if chosen and chosen[-1] == "-ansi" else chosen[-1] if chosen else ""


def is_oldest(words: Sequence[str]) -> bool:
    """Is it C as of 1990? There, a left shift of a signed number is defined by its bits."""
    return standard(words).endswith(_OLDEST)


def is_strictly_oldest(words: Sequence[str]) -> bool:
    """The same without extensions."""
    return is_oldest(words) and not standard(words).startswith("gnu")


def wraps(words: Sequence[str]) -> bool:
    """Does signed arithmetic wrap around? The last flag decides."""
    meaning = {"-fwrapv": True, "-fno-strict-overflow": True, "-fno-wrapv": False, "-fstrict-overflow": False}
    return next((meaning[word] for word in reversed(words) if word in meaning), False)


def without_checks(words: Sequence[str]) -> tuple[str, ...]:
    """For a compiler that checks arithmetic: what cannot go wrong with these flags is not checked."""
    overflow = ("-fno-sanitize=signed-integer-overflow",) if wraps(words) else ()
    return (*overflow, *(("-fno-sanitize=shift-base",) if is_oldest(words) else ()))


def is_old(words: Sequence[str]) -> bool:
    """Is an old standard chosen, or gcc's -fpermissive? Then old C is accepted."""
    return standard(words).endswith(_OLD) or "-fpermissive" in words


def hint(message: str, words: Sequence[str]) -> str:
    """What to do about a message of the compiler, if it is about old C; otherwise nothing."""
    if is_old(words) or not re.search(rf"\[-W({'|'.join(_AS_BEFORE)})\]", message):
        return ""
    return "\nhint: compilers used to accept this; --cflags -std=gnu89 does, and -std=gnu99 for newer code"


def require_host_compiler(words: Sequence[str]) -> None:
    """A cross compiler names its target: `arm-none-eabi-gcc`. Raises CompileError if it is another one than ours."""
    for word in takewhile(lambda word: not word.startswith("-"), words):
        found = _CROSS.fullmatch(Path(word).name)
        if found is not None:
            _require_host(found[1])


def _require_host(target: str) -> None:
    """Only programs for this computer can be analysed and replayed."""
    host = host_target()
    arch = host.partition("-")[0]
    is_ours = target.partition("-")[0] in (arch, {"x86_64": "amd64", "aarch64": "arm64"}.get(arch))
    if not is_ours or re.search("mingw|windows|cygwin|darwin", target):
        advice = "--cflags, with the flags that do not depend on the target, analyses a build for this computer"
        raise CompileError(f"a build for {target} cannot be analysed: this computer is {host}", advice=advice)


def _as_before(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"-Wno-{name}" for name in _AS_BEFORE) if is_old(words) else ()


def _flags(words: Sequence[str], everything: bool = False) -> Iterator[Flag]:
    """The flags with their values. Without `everything`, those with a value that says nothing, and what is no flag
    (file names, the name of the compiler), are left out."""
    rest = iter(words)
    for word in rest:
        if word == "--":
            continue
        name = next((each for each in _VALUED if word.startswith(each)), None)
        if word in _DROPPED_VALUED:
            value = next(rest, "")
            if everything:
                yield Flag(word, value)
        elif word.startswith(f"-{_TARGET}="):
            yield Flag(_TARGET, word.partition("=")[2])
        elif name is not None:
            value = word.removeprefix(name).removeprefix("=" if name.startswith("--") else "") or next(rest, "")
            yield Flag(name, value)
        elif word.startswith("-Wp,"):
            yield from _flags(word.split(",")[1:], everything)
        elif everything or (word.startswith("-") and not _has_dropped_value(word)):
            yield Flag(word)


def _has_dropped_value(word: str) -> bool:
    return word.startswith(("-o", "-x", "-L", "-l", "-T", "-B", "-u")) and word != "-undef"


def expanded(words: Sequence[str], folder: Path) -> tuple[str, ...]:
    """The words with response files (`@file`, relative to `folder`) replaced by what is in them."""
    found: list[str] = []
    for word in words:
        file = folder / word[1:]
        if word.startswith("@") and file.is_file():
            found += expanded(split([file.read_text(encoding="utf-8", errors="replace")]), folder)
        else:
            found.append(word)
    return tuple(found)
