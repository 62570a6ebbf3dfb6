"""Registers, interrupts and rounds: what can be asked for, and that each test replays natively."""

from __future__ import annotations

from pathlib import Path

import pytest

import secateur
from secateur.errors import OptionError
from secateur.frontend.build import compile_source
from secateur.frontend.volatile_access import ROUNDS, VOLATILE, with_calls
from secateur.harness.hardware import hardware_plan
from secateur.options import Compiling, Hardware

DRIVER = """
#include <stdint.h>
#define STATUS (*(volatile uint8_t *)0x20)
#define DATA (*(volatile uint16_t *)0x22)
static volatile int seen;
volatile int ticks;
void tick(void) { seen = seen + 1; }
int main(void) {
    volatile int own = 3;
    while (1) {
        if (STATUS & 1) DATA = (uint16_t)(seen + own);
        if (ticks == 77) __builtin_trap();
    }
}
"""


def test_what_is_asked_for() -> None:
    plan = hardware_plan(Hardware(register=("A=0x10:8", "0x20", "ticks:2"), interrupt=("tick@3", "tock"), steps=2))
    assert plan is not None
    assert [(each.name, each.symbol, each.start, each.size) for each in plan.registers] == [
        ("A", "", 16, 8),
        ("0x20", "", 32, 4),
        ("ticks", "ticks", 0, 2),
    ]
    assert [(each.function, each.most) for each in plan.interrupts] == [("tick", 3), ("tock", 1)]
    assert plan.flags("run") == (VOLATILE, f"{ROUNDS}run")
    assert hardware_plan(Hardware()) is None


@pytest.mark.parametrize(
    "given",
    [
        Hardware(register=("0x10:0",)),
        Hardware(register=("0x10-0x20",)),
        Hardware(register=("0x10:8", "0x14")),
        Hardware(register=("0x1000000000:4",)),
        Hardware(interrupt=("tick@0",)),
        Hardware(interrupt=("tick()",)),
    ],
)
def test_what_cannot_be_asked_for(given: Hardware) -> None:
    with pytest.raises(OptionError):
        hardware_plan(given)


def test_only_volatile_accesses_to_shared_objects_become_calls() -> None:
    text = (
        "define void @f(ptr %p) {\n  %own = alloca i32, align 4\n  %0 = load volatile i32, ptr %own, align 4\n"
        "  %1 = load i32, ptr %p, align 4\n  %2 = load volatile i32, ptr %p, align 4, !dbg !3\n"
        "  store volatile i16 7, ptr inttoptr (i64 32 to ptr), align 2\n  ret void\n}\n"
    )
    made = with_calls(text, (VOLATILE,))
    assert "%0 = load volatile i32, ptr %own" in made
    assert "%2 = call i32 @__secateur_volatile_load_i32(ptr %p), !dbg !3" in made
    assert "call void @__secateur_volatile_store_i16(i16 7, ptr inttoptr (i64 32 to ptr))" in made
    assert "declare i32 @__secateur_volatile_load_i32(ptr)" in made


@pytest.mark.parametrize(
    ("loop", "is_endless"),
    [
        ("while (1) g();", True),
        ("for (;;) { if (g()) g(); }", True),
        ("do g(); while (1);", True),
        ("for (int i = 0; i < 3 && g(); i++) g();", False),
        ("while (g()) g();", False),
    ],
)
def test_endless_loops_are_found(tmp_path: Path, loop: str, is_endless: bool) -> None:
    path = tmp_path / "loop.c"
    path.write_text(f"int g(void); int f(void) {{ {loop} return 1; }}")
    text = compile_source(path, Compiling(flags=(f"{ROUNDS}f",))).text
    assert ("@__secateur_round()" in text) == is_endless


def test_every_run_replays(tmp_path: Path) -> None:
    path = tmp_path / "driver.c"
    path.write_text(DRIVER)
    run = secateur.explore(
        path,
        register=["STATUS=0x20:1", "DATA=0x22:2", "ticks:4"],
        interrupt=["tick"],
        steps=1,
        out=tmp_path / "out",
    )
    assert {str(fault.kind) for fault in run.faults} == {"abort"}
    replayed = secateur.replay(run.write())
    assert (len(replayed.tests), replayed.failed) == (len(run.tests), ())
    assert len(run.tests) > 5


def test_the_driver_itself_is_not_interrupted(tmp_path: Path) -> None:
    """It sets a volatile global before the call, and is no code of the program."""
    path = tmp_path / "function.c"
    path.write_text("volatile int ready; void isr(void) { ready = 1; } int f(void) { return ready ? 2 : 3; }\n")
    run = secateur.explore(f"{path}:f", interrupt=["isr"], symbolic=["ready"], out=tmp_path / "out")
    assert [each.subject for each in run.assumptions] == [
        "isr interrupting at most once, before an access to a volatile object"
    ]
    assert {str(value) for test in run.tests for name, value in test.outcome.observations if name == "return"} == {
        "2",
        "3",
    }
    assert secateur.replay(run.write()).failed == ()
