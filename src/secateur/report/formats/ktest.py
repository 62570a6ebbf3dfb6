"""Tests as KLEE's `.ktest` files, which its `ktest-tool` shows and its replay library runs.

The format (`KTest.cpp` of KLEE, version 3): the letters KTEST; then numbers of four bytes, the most significant first:
the version, the arguments (each with its length), two numbers about symbolic arguments, and the objects: a name and
bytes, each with its length.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence

from secateur.report.format import Format
from secateur.report.material import AnswerKind, Material
from secateur.report.run_folders import run_folders
from secateur.suite.test import Recorded

MAGIC, VERSION = b"KTEST", 3


def to_ktest(program: str, inputs: Sequence[Recorded]) -> bytes:
    """The inputs in the order in which the program asks for them."""
    parts = [MAGIC, _number(VERSION), _number(1), _sized(program.encode()), _number(0), _number(0)]
    parts.append(_number(len(inputs)))
    for each in inputs:
        parts += [_sized(each.name.encode()), _sized(each.data)]
    return b"".join(parts)


def _number(value: int) -> bytes:
    return struct.pack(">I", value)


def _sized(data: bytes) -> bytes:
    return _number(len(data)) + data


def _files(material: Material) -> Iterator[tuple[str, bytes]]:
    for folder, run in run_folders("ktest", material.runs):
        for test in run.suite.tests if run.suite is not None else ():
            yield f"{folder}/{test.name}.ktest", to_ktest(run.title, test.recorded)


FORMAT = Format(
    "ktest",
    "ktest/TEST.ktest",
    "KLEE's tests, for ktest-tool and its replay library",
    frozenset((AnswerKind.EXPLORE,)),
    _files,
)
