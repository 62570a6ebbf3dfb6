"""docs/usage.md lists every function of the C library that programs can call, by header. UPDATE_GOLDEN=1 writes the
list anew."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

from secateur.frontend.cache import Cache
from secateur.frontend.library import load_library
from secateur.frontend.toolchain import Toolchain
from secateur.provided import TABLE

PAGE = Path(__file__).parents[2] / "docs" / "usage.md"
BEGIN, END = "<!-- functions: begin -->\n", "<!-- functions: end -->\n"
#: In the order in which they are listed; a function that several declare is listed with the first.
_HEADERS = """
    string.h strings.h ctype.h stdlib.h stdio.h stdio_ext.h math.h inttypes.h errno.h assert.h stdarg.h
    getopt.h error.h err.h libgen.h locale.h langinfo.h libintl.h iconv.h wchar.h wctype.h uchar.h time.h
    sys/time.h sys/times.h regex.h fnmatch.h glob.h search.h signal.h unistd.h fcntl.h dirent.h sys/stat.h
    sys/statvfs.h sys/vfs.h utime.h sys/uio.h sys/ioctl.h sys/file.h ftw.h pwd.h grp.h sys/resource.h
    sys/utsname.h sys/sysinfo.h sys/auxv.h sched.h setjmp.h malloc.h arpa/inet.h poll.h sys/select.h termios.h
    sys/wait.h sys/mman.h spawn.h pthread.h syslog.h wordexp.h
"""
#: Names that only headers and compilers use, and intrinsics of tools.
_HIDDEN = re.compile(r"_|klee_|secateur_|reach_error|llvm\.")


def public_names(store: Cache, toolchain: Toolchain) -> set[str]:
    library = load_library(store, toolchain)
    assert library is not None
    provided = {each.name for each in TABLE.values() if each.is_run}
    return {name for name in library.names | provided if not _HIDDEN.match(name)}


def declared(header: str, names: set[str], toolchain: Toolchain) -> set[str]:
    """The names that a header declares, as functions, variables or macros."""
    command = (*toolchain.command, *toolchain.headers, "-E", "-dD", "-D_GNU_SOURCE", "-x", "c", "-")
    text = f"#if __has_include(<{header}>)\n#include <{header}>\n#endif\n"
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    own = "".join(_of_header(done.stdout, header))
    found = {*re.findall(r"\b([a-z]\w*)\b(?=\s*[(;,\[])", own), *re.findall(r"^#define (\w+)", own, re.MULTILINE)}
    return names & found


def _of_header(text: str, header: str) -> Iterator[str]:
    """The lines of the header itself, and of the parts that only it includes."""
    is_own = False
    for line in text.splitlines(keepends=True):
        entered = re.match(r'# \d+ "([^"]+)"', line)
        if entered:
            is_own = entered[1].endswith(f"/{header}") or "/bits/" in entered[1]
        elif is_own:
            yield line


def table(names: set[str], toolchain: Toolchain) -> str:
    lines, waiting = ["| header | functions and variables |\n", "|---|---|\n"], set(names)
    for header in _HEADERS.split():
        here = declared(header, waiting, toolchain)
        waiting -= here
        if here:
            lines.append(f"| `{header}` | {', '.join(f'`{name}`' for name in sorted(here))} |\n")
    if waiting:
        lines.append(f"| others | {', '.join(f'`{name}`' for name in sorted(waiting))} |\n")
    return "".join(lines)


def test_the_page_lists_all_functions(store: Cache, toolchain: Toolchain) -> None:
    page = PAGE.read_text()
    before, begin, rest = page.partition(BEGIN)
    listed, end, after = rest.partition(END)
    assert begin
    assert end
    expected = table(public_names(store, toolchain), toolchain)
    if os.environ.get("UPDATE_GOLDEN"):
        PAGE.write_text(before + BEGIN + expected + END + after)
    else:
        assert listed == expected
