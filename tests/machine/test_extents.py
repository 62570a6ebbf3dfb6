"""Large stretches of memory: what is filled or copied at once reads back like bytes that were written one by one."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from secateur import expr
from secateur.expr import Expr
from secateur.machine import blocks
from secateur.machine import memory as memory_module
from secateur.machine.memory import Memory, Object, Region, Shape
from secateur.machine.path import Value
from secateur.machine.value_parts import piece

from .running import run

SIZE = 48
BYTES = [expr.variable(f"b{n}", 8, n, "unsigned") for n in range(3)]
WORD = expr.variable("w", 32, 3, "unsigned")
VALUES: list[Value | int] = [7, -1, *BYTES]

#: What a program wrote: by offset, a byte, or None.
Bytes = list[Expr | int | None]


def _reference_read(content: Bytes, offset: int, size: int) -> Expr | int | None:
    value: Expr | int = 0
    for n in range(size):
        byte = content[offset + n]
        if byte is None:
            return None
        value = byte if n == 0 else expr.concat(byte, value, 8, 8 * n)
    return value


def _step(rng: random.Random, objects: list[Object], contents: list[Bytes]) -> None:
    which = rng.randrange(2)
    item, content = objects[which], contents[which]
    length = rng.randrange(1, SIZE + 1)
    at = rng.randrange(SIZE - length + 1)
    match rng.randrange(5):
        case 0:
            byte = rng.choice(VALUES)
            assert not isinstance(byte, float)
            item.fill(item.start + at, length, byte)
            content[at : at + length] = [byte] * length
        case 1:
            size = rng.choice((1, 2, 4))
            at -= at % size
            value: Value = WORD if size == 4 and rng.random() < 0.5 else rng.randrange(-100, 100)
            item.write(item.start + at, size, value)
            content[at : at + size] = [piece(value, size * 8, 8 * n, 8) for n in range(size)]
        case 2 | 3:
            other = rng.randrange(2)
            to = rng.randrange(SIZE - length + 1)
            objects[other].lay(objects[other].start + to, item.stretch(item.start + at, length))
            contents[other][to : to + length] = content[at : at + length]
        case 4:
            if item.forget(item.start + at, length):
                content[at : at + length] = [None] * length


@pytest.mark.parametrize("seed", range(40))
def test_random_writes_fills_and_copies(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory_module, "LARGE", 4)
    rng = random.Random(seed)
    memory = Memory({}, 1)
    data = bytes(range(SIZE))
    objects = [memory.allocate(SIZE, Shape(Region.HEAP, "a")), memory.allocate(SIZE, Shape(Region.HEAP, "b"), data)]
    contents: list[Bytes] = [[None] * SIZE, list(data)]
    for _ in range(40):
        _step(rng, objects, contents)
        for item, content in zip(objects, contents, strict=True):
            reader = item.copy(None)  # reading adds cells
            for size in (1, 2, 4, 8):
                at = rng.randrange(SIZE // size) * size
                assert reader.read(item.start + at, size) is _reference_read(content, at, size) or (
                    reader.read(item.start + at, size) == _reference_read(content, at, size)
                )


@pytest.mark.parametrize("large", [1, 4096])
def test_programs_see_no_difference(large: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The same program, with every stretch as a section and with none."""
    for module in (memory_module, blocks):
        monkeypatch.setattr(module, "LARGE", large)
    path = run(
        """
        #include <string.h>
        #include <stdlib.h>
        struct s { char tag; int *p; short n[3]; };
        int main(void) {
            int v = 40; struct s a[4], *b = malloc(sizeof a), c[4];
            memset(a, 0, sizeof a);
            for (int i = 0; i < 4; i++) { a[i].tag = i; a[i].p = &v; a[i].n[2] = -i; }
            memcpy(b, a, sizeof a);
            a[1].p = 0;
            memmove(b + 1, b, 3 * sizeof *b);
            memcpy(c, b, sizeof c);
            free(b);
            return *c[2].p + c[3].tag - c[3].n[2] + !a[1].p;
        }
        """,
        tmp_path,
    )
    assert path.status == 45


def test_a_gigabyte_costs_nothing(tmp_path: Path) -> None:
    """FINDINGS C6: a large fill, copies that double, many large blocks."""
    path = run(
        """
        #include <string.h>
        #include <stdlib.h>
        int klee_int(const char *);
        int main(void) {
            unsigned char c = klee_int("c");
            char *p = malloc(1u << 30), *q = malloc(1u << 28), *r[64];
            memset(p, c, 1u << 30);
            q[0] = 3;
            for (unsigned n = 1; n < 1u << 28; n *= 2) memcpy(q + n, q, n);
            for (int i = 0; i < 64; i++) { r[i] = calloc(1, 64u << 20); r[i][i] = 2; }
            memset(p + 5, 1, 1 << 29);
            return q[(1 << 28) - 1] + r[3][3] + r[3][4] + (p[4] == (char)c) + p[5];
        }
        """,
        tmp_path,
    )
    assert path.status == 7
