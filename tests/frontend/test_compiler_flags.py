"""Which of the user's compiler flags are passed on, to clang and to the compiler of `tests.c`."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from secateur.frontend.arguments import arguments
from secateur.frontend.compiler_flags import (
    analysed,
    expanded,
    is_oldest,
    moved,
    plain,
    require_host_compiler,
    split,
    standard,
    wraps,
)
from secateur.frontend.errors import CompileError
from secateur.frontend.toolchain import host_target
from secateur.options import Compiling

DEBIAN = (
    "-g -O2 -ffile-prefix-map=/build=. -fstack-protector-strong -Wformat -Werror=format-security -Wdate-time "
    "-D_FORTIFY_SOURCE=2 -fcf-protection -fPIE -pie -flto=auto -ffat-lto-objects -Wl,-z,relro -Wl,-z,now"
)
MAKE = "gcc -c -o a.o -MD -MP -MF .deps/a.Po -MT a.o -x c -pipe -pthread -L/usr/lib -lz --coverage -save-temps=obj a.c"
GCC_ONLY = (
    "-fno-tree-vectorize -fipa-pta -fno-ipa-sra --param ssp-buffer-size=4 -fconserve-stack "
    "-mpreferred-stack-boundary=4 -mindirect-branch=thunk -fzero-call-used-regs=used-gpr -fno-var-tracking "
    "-fdump-tree-all -fplugin=x.so -fanalyzer"
)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        (DEBIAN, "-D_FORTIFY_SOURCE=2"),
        (MAKE, "-D_REENTRANT"),
        (GCC_ONLY, ""),
        (
            "-funsigned-char -fshort-enums -fwrapv -mlong-double-64",
            "-funsigned-char -fshort-enums -fwrapv -mlong-double-64",
        ),
        ("-fno-builtin -ffreestanding -fcommon -fgnu89-inline", "-fno-builtin -ffreestanding -fcommon -fgnu89-inline"),
        ("-march=native -mtune=generic -msse4.2 -fopenmp", "-msse4.2"),
        ("-Wall -Wextra -Wno-int-conversion -pedantic-errors -w", "-Wno-int-conversion"),
        ("-I inc -Iother -D A=1 -U B -isystem sys -iquote q", "-Iinc -Iother -DA=1 -UB -isystem sys -iquote q"),
        ("-Wp,-DA,-MD,x.d -DB='x y'", "-DA '-DB=x y'"),
        ("-std=c11 -undef -nostdinc -u symbol -unused -- a.c", "-std=c11 -undef"),
        ("-include-pch pch.h -include config.h", "-include config.h"),
        ("--target=x86_64-linux-gnu -target x86_64-pc-linux -m64", "-m64"),
        ("-fwibble", "-fwibble"),
    ],
)
def test_what_clang_is_given(given: str, kept: str) -> None:
    assert shlex.join(analysed(split([given]))) == kept


def test_flags_that_cannot_be_respected_are_refused() -> None:
    for flag in ("-m32", "-mx32", "-funsigned-bitfields", "-fsingle-precision-constant", "--target=arm-none-eabi"):
        with pytest.raises(CompileError, match="cannot be analysed"):
            analysed([flag])
    with pytest.raises(CompileError, match="No closing quotation in the compiler flags"):
        split(['-D"x'])


def test_a_cross_compiler_is_refused_by_its_name() -> None:
    for name in ("arm-none-eabi-gcc", "/opt/bin/i686-w64-mingw32-gcc-12", "riscv64-unknown-elf-clang"):
        with pytest.raises(CompileError, match="cannot be analysed: this computer is"):
            require_host_compiler(["ccache", name, "-c", "a.c"])
    for name in ("gcc", "/usr/bin/gcc-12", "musl-gcc", f"{host_target()}-gcc", "afl-clang-fast"):
        require_host_compiler([name, "-c", "arm-none-eabi-gcc"])


def test_the_compiler_of_the_tests_is_told_what_an_optimiser_must_know() -> None:
    given = split(
        ["-O3 -Wall -fno-strict-aliasing -ffp-contract=off -pthread -std=gnu89 -march=native -flto -m64 -o x"]
    )
    assert plain(given) == ["-fno-strict-aliasing", "-ffp-contract=off", "-pthread", "-std=gnu89", "-m64"]


def test_old_standards_accept_what_they_used_to() -> None:
    for flags in (["-std=gnu89"], ["-ansi"], ["-std=iso9899:1999"], ["-fpermissive"]):
        assert "-Wno-int-conversion" in analysed(flags)
    for flags in (["-std=c11"], ["-std=gnu89", "-std=gnu17"], []):
        assert "-Wno-int-conversion" not in analysed(flags)
    assert standard(["-std=c99", "-ansi"]) == "c90"
    assert is_oldest(["-ansi"])
    assert not is_oldest(["-std=c99"])


def test_the_last_flag_decides_whether_overflow_wraps() -> None:
    assert wraps(["-fno-wrapv", "-fno-strict-overflow"])
    assert not wraps(["-fwrapv", "-fstrict-overflow"])
    assert not wraps([])


def test_paths_move_but_headers_of_an_include_path_stay(tmp_path: Path) -> None:
    (tmp_path / "here.h").touch()
    given = split(["-Iinc -isystem sys -include here.h -include there.h -DX=inc --sysroot=root"])
    assert moved(given, lambda path: str(tmp_path / path)) == (
        f"-I{tmp_path}/inc",
        *("-isystem", f"{tmp_path}/sys"),
        *("-include", f"{tmp_path}/here.h"),
        *("-include", "there.h"),
        "-DX=inc",
        *("--sysroot", f"{tmp_path}/root"),
    )


def test_response_files_are_read_from_the_folder_of_the_build(tmp_path: Path) -> None:
    (tmp_path / "outer").write_text("-DA @inner")
    (tmp_path / "inner").write_text("-DB='b c'")
    assert expanded(["cc", "@outer", "@none"], tmp_path) == ("cc", "-DA", "-DB=b c", "@none")


def test_macros_and_folders_that_are_given_alone_count_more() -> None:
    options = Compiling(("mine",), ("A=2",), ("-DA=1 -Itheirs",), own=(("a.c", ("-DOWN",)),))
    assert arguments(options, Path("a.c")) == ("-Imine", "-DOWN", "-DA=1", "-Itheirs", "-DA=2")
