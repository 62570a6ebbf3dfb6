"""The flags of a project that is only to be looked at neither start programs nor write files."""

from __future__ import annotations

import pytest

from secateur.frontend.compiler_flags import analysed, plain

RUNNING = (
    "-B./tools",
    "-B ./tools",
    "--prefix=./tools",
    "-wrapper ./run,--it",
    "-specs=./specs",
    "--specs=./specs",
    "-fplugin=./plugin.so",
    "-fpass-plugin=./plugin.so",
    "-iplugindir=.",
    "-Xclang -load",
    "--config=./clang.cfg",
    "-fuse-ld=./ld",
    "@flags",
)
WRITING = (
    "-o /home/user/.profile",
    "-o/home/user/.profile",
    "--output=/home/user/.profile",
    "-MMD -MF /home/user/.profile",
    "-Wp,-MD,/home/user/.profile",
    "--write-dependencies",
    "-save-temps=obj",
    "-dumpdir /home/user/",
    "-fmodules-cache-path=/home/user",
    "-ftime-trace=/home/user/.profile",
    "-fprofile-dir=/home/user",
    "-fproc-stat-report=/home/user/.profile",
    "-fdump-tree-all=/home/user/.profile",
)


@pytest.mark.parametrize("flags", [*RUNNING, *WRITING])
def test_flag_is_left_out(flags: str) -> None:
    assert analysed(flags.split()) == ()
    assert plain(flags.split()) == []
