"""A long concrete loop keeps no trace of its iterations."""

from __future__ import annotations

import gc
import sys
from pathlib import Path

from secateur.frontend.build import build
from secateur.ir.reader import read
from secateur.machine.machine import Machine
from secateur.machine.path import Ending
from secateur.solver.memory import resident_memory

LOOP = """
extern int __VERIFIER_nondet_int(void);
int table[100];
static unsigned step(unsigned value) { unsigned local[2] = {value, 3}; return local[value & 1]; }
int main(void)
{
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < 1000000; i++)
        table[i % 100] += i & 3;
    for (int i = 0; i < 10000; i++)
        sum += step(i);
    return n > 5 ? 1 : sum == 0;
}
"""


def test_a_million_iterations_do_not_grow_memory(tmp_path: Path) -> None:
    source = tmp_path / "loop.c"
    source.write_text(LOOP)
    machine = Machine(read(build([source]).text))
    state, code = machine.start(())
    gc.collect()
    blocks, resident = sys.getallocatedblocks(), resident_memory()
    path = machine.run(state, code)
    assert (path.ending, path.status, len(path.branches)) == (Ending.RETURNED, 0, 1)
    assert path.instructions > 7_000_000
    gc.collect()
    # The compiled code, the table's cells and the path's end: nothing that depends on the number of iterations.
    assert sys.getallocatedblocks() - blocks < 5_000
    assert resident_memory() - resident < 16
