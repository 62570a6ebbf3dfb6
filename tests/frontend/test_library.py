"""The runtime library is linked where needed, and the user's definitions take precedence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from secateur.frontend.cache import Cache
from secateur.frontend.compile import compile_text
from secateur.frontend.library import RUNTIME, compile_runtime, load_library
from secateur.frontend.link import Library, link, make_library, undefined
from secateur.frontend.toolchain import Toolchain
from secateur.options import Compiling

from .test_link import body, defined

OF_THE_MACHINE = [
    "malloc",
    "free",
    "abort",
    "_Exit",
    "_exit",
    "__assert_fail",
    "printf",
    "fprintf",
    "vprintf",
    "vfprintf",
    "puts",
    "putchar",
    "fputs",
    "fputc",
    "putc",
    "fwrite",
    "fflush",
    "__secateur_exit",
    "__secateur_object_size",
    "__secateur_empty_input",
    "__secateur_apart",
    "__secateur_readable",
    "__secateur_no_environment",
    "__secateur_no_error",
    "__secateur_no_other_files",
    "__secateur_outside",
    "__secateur_by_chance",
    "__secateur_memory",
    "__secateur_fwrite",
    "__secateur_fputs",
    "__secateur_fputc",
    "__secateur_vfprintf",
    "secateur_assume",
    "secateur_extent",
    "secateur_havoc_u8",
    "klee_is_symbolic",
    "execveat",
    "__secateur_clock_moves",
    "__secateur_this_system",
    "secateur_havoc_i64",
    "secateur_assume",
    "pause",
    "__secateur_format_double",
    "__secateur_format_extended",
    "hypot",
    "hypotf",
    "hypotl",
    "__secateur_read_extended",
    "pow",
    "exp",
    "log",
    "sin",
    "cos",
    "tan",
    "reach_error",
    "klee_make_symbolic",
    "__VERIFIER_nondet_int",
    "secateur_i32",
]


@pytest.fixture(scope="module")
def library(store: Cache, toolchain: Toolchain) -> Library:
    found = load_library(store, toolchain)
    assert found is not None
    return found


def build(library: Library, toolchain: Toolchain, text: str) -> str:
    return link([compile_text(text, Compiling(), toolchain, "a.c")], library, "main")


def test_a_program_that_needs_nothing_gets_nothing(library: Library, toolchain: Toolchain) -> None:
    text = build(library, toolchain, '#include <stdio.h>\nint main(void) { return puts("x"); }')
    assert "<secateur>" not in text
    assert defined(text) == {"main"}


def test_only_what_is_needed_comes_along(library: Library, toolchain: Toolchain) -> None:
    text = build(library, toolchain, "#include <string.h>\nint main(int c, char **v) { return strcmp(v[0], v[1]); }")
    assert defined(text) == {"main", "strcmp", "__secateur_start"}
    assert '"<secateur>/string.c"' in text
    assert "alloca" not in body(text, "strcmp")


def test_only_the_parts_that_are_needed_are_read(library: Library) -> None:
    """Start-up must not depend on how large the library is."""
    assert len(library.needed(["strcmp", "malloc", "nowhere"])) == 1
    (part,) = library.needed(["strcmp"])
    assert "strcpy" in part.needs
    assert library.needed(["printf"]) == []
    assert {"perror", "__errno_location", "stderr"} <= {n for p in library.needed(["perror"]) for n in p.needs}


def test_parts_share_their_variables(library: Library, toolchain: Toolchain) -> None:
    """`errno` is in one part, and several others set it."""
    text = build(
        library,
        toolchain,
        "#include <errno.h>\n#include <stdlib.h>\n#include <locale.h>\n"
        'int main(void) { return atoi("9") + !setlocale(99, "") + setenv("", "", 1) + errno; }',
    )
    assert len(re.findall("^@__secateur_errno = ", text, re.MULTILINE)) == 1


def test_what_the_library_needs_itself_comes_along(library: Library, toolchain: Toolchain) -> None:
    text = build(library, toolchain, "#include <stdlib.h>\nint main(int c, char **v) { return atoi(v[1]); }")
    assert {"main", "atoi", "__errno_location"} <= defined(text)
    assert undefined(text) == ()


def test_the_users_definition_wins(library: Library, toolchain: Toolchain) -> None:
    text = build(
        library,
        toolchain,
        "unsigned long strlen(const char *s) { return 42; } char *strcat(char *, const char *);\n"
        'int main(void) { char b[9] = ""; return strlen(b) + strlen(strcat(b, b)); }',
    )
    assert "ret i64 42" in body(text, "strlen")
    assert "@strlen" not in body(text, "strcat")


@pytest.mark.parametrize("helper", ["copy", "print", "state"])
def test_the_users_static_names_stay(library: Library, toolchain: Toolchain, helper: str) -> None:
    text = build(
        library,
        toolchain,
        f"#include <stdio.h>\n#include <string.h>\nstatic int {helper}(int x) {{ return x; }}\n"
        f'int main(void) {{ char b[9]; strcpy(b, "x"); return sprintf(b, "%d", {helper}(3)); }}',
    )
    assert "ret i32 %x" in body(text, helper)


def test_streams_are_objects_with_names(library: Library, toolchain: Toolchain) -> None:
    text = build(library, toolchain, '#include <stdio.h>\nint main(void) { return fputs("x", stderr); }')
    assert re.search(r"^@stderr = .*global ptr @__secateur_stderr", text, re.MULTILINE)
    assert re.search(r"^@__secateur_stderr = .*global \{ i32, ", text, re.MULTILINE)
    assert "stdout" not in text


def test_exit_comes_along_with_its_handlers(library: Library, toolchain: Toolchain) -> None:
    text = build(library, toolchain, "#include <stdlib.h>\nvoid f(void) {} int main(void) { return atexit(f); }")
    assert "exit" in defined(text)


def test_the_library_is_the_same_every_time(library: Library, toolchain: Toolchain) -> None:
    sources = sorted(RUNTIME.glob("*.c"))
    chosen = [number for number, path in enumerate(sources) if path.name in ("string.c", "sort.c")]
    again = make_library([compile_runtime(sources[number], toolchain) for number in chosen])
    before = Library(tuple(library.parts[number] for number in chosen))
    assert [part.needs for part in again.parts] == [part.needs for part in before.parts]
    text = '#include <stdlib.h>\n#include <string.h>\nint main(void) { qsort(strdup(strstr("ab", "b")), 1, 1, 0); }'
    unit = compile_text(text, Compiling(), toolchain, "a.c")
    assert link([unit], again, "main") == link([unit], before, "main")


def test_functions_of_the_machine_stay_declared(library: Library) -> None:
    assert library.names.isdisjoint(OF_THE_MACHINE)


def test_the_library_calls_nothing_but_the_machine(library: Library, toolchain: Toolchain) -> None:
    names = [name for name in sorted(library.names) if not name.startswith("__atomic_")]  # the compiler's own
    calls = "".join(f"void {name}(void); " for name in names if name not in ("stdin", "stdout", "stderr"))
    uses = "".join(f"(void *){name}, " for name in names if not name.startswith(("std", "__secateur_std")))
    source = f"{calls}\nvoid *all[] = {{{uses}}}; int main(void) {{ return all[0] != 0; }}"
    text = link([compile_text(source, Compiling(flags=("-fno-builtin",)), toolchain, "a.c")], library, "main")
    assert set(undefined(text)) <= set(OF_THE_MACHINE)


def test_arithmetic_of_the_library_cannot_overflow(library: Library, toolchain: Toolchain) -> None:
    text = build(library, toolchain, "#include <stdlib.h>\nint main(int c, char **v) { return atoi(v[1]) + rand(); }")
    library_part = "".join(body(text, name) for name in defined(text) - {"main"})
    assert "nsw" not in library_part


def test_sources_ship_with_the_package() -> None:
    assert (RUNTIME / "string.c").is_file()
    assert Path(RUNTIME).parent.name == "frontend"


BRANCHES = {"isdigit": 0, "ispunct": 0, "toupper": 0, "strlen": 1, "strcmp": 1, "strchr": 2, "memchr": 2, "strcpy": 1}


@pytest.mark.parametrize(("name", "count"), BRANCHES.items())
def test_few_branches(library: Library, toolchain: Toolchain, name: str, count: int) -> None:
    """The cost of symbolic bytes: one branch each, and none in ctype.h."""
    text = build(library, toolchain, f"void {name}(void); void *p; int main(void) {{ p = {name}; return 0; }}")
    assert sum(body(text, each).count("br i1") for each in defined(text) - {"main"}) == count
