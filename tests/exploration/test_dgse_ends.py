"""An early end that seems to depend on no decision may do so after all: another run writes what it has read."""

from __future__ import annotations

from properties.differential import compiled, explored, fault_keys, named
from secateur.options import Budget

#: Every run divides by zero but those with x > 0 and y > 3. Before one of these is made, nothing has written `s`, so no
#: way around the division is known. The run with z > 3 that is made until then ends there.
BEHIND = """#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int b[4], s, out;
static int run(int y, int x, int z)
{
    if (x > 0) { if (y > 3) s = 2; else b[0] = 3; }
    if (z > 3) b[0] = 3;
    out = 12 / s;
    if (b[0] == 3) assert(0);
    return b[0];
}
int main(void)
{
    int y = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
    return run(y, x, z);
}
"""


def test_a_task_whose_run_ended_early_is_tried_again_when_a_way_around_is_known() -> None:
    program = compiled(BEHIND)
    full, dgse = (explored(program, named(technique), Budget()) for technique in ("full", "dgse"))
    assert len(fault_keys(full)) == 2
    assert fault_keys(dgse) == fault_keys(full)
    assert dgse.complete
