"""Small changes to the subjects, five for each: their effect is often masked before it reaches an output."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from variants import AVOID, BRAKE, SCHEDULE, Variant


@dataclass(frozen=True)
class Change(Variant):
    """A variant as the new version. Only `outputs` are considered."""

    outputs: tuple[str, ...] = ("return",)

    def write(self, folder: Path) -> Path:
        new = folder / self.subject
        new.write_text(self.text())
        return new


STATISTICS = ("return", "statistics")

CHANGES: tuple[Change, ...] = (
    Change(*BRAKE, "constant", "ACCUMULATOR_LIMIT = 70", "ACCUMULATOR_LIMIT = 68"),
    Change(*BRAKE, "comparison", "if (position < PEDAL_DEAD_BAND)", "if (position <= PEDAL_DEAD_BAND)"),
    Change(*BRAKE, "operand", "* 100 / ground_speed;", "* 100 / (ground_speed + 1);"),
    Change(
        *BRAKE,
        "condition",
        "return slip > SLIP_LIGHT ? 50 : 100;",
        "return slip > SLIP_LIGHT && wheel_speed > SKID_MIN_SPEED ? 50 : 100;",
    ),
    Change(*BRAKE, "assignment", "return 25;", "return 26;"),
    Change(*AVOID, "comparison", "closure < MIN_CLOSURE ?", "closure <= MIN_CLOSURE ?"),
    Change(*AVOID, "constant", "separation > 2 * ALTITUDE_MISS", "separation > 2 * ALTITUDE_MISS + 100"),
    Change(*AVOID, "comparison", "above >= below ? 1 : -1", "above > below ? 1 : -1"),
    Change(*AVOID, "condition", "is_enough || own->altitude > CEILING ?", "is_enough ?"),
    Change(*AVOID, "assignment", "rate > 0 ? MAX_RATE : -MAX_RATE;", "rate > 0 ? MAX_RATE - 100 : -MAX_RATE;"),
    Change(
        *SCHEDULE, "comparison", "(int)running->priority >= priority", "(int)running->priority > priority", STATISTICS
    ),
    Change(
        *SCHEDULE,
        "constant",
        "for (int i = 0; i < CAPACITY; i++)",
        "for (int i = 0; i < CAPACITY - 1; i++)",
        STATISTICS,
    ),
    Change(
        *SCHEDULE,
        "condition",
        "    if (queue->last == process)\n        queue->last = previous;",
        "    if (previous)\n        queue->last = previous;",
        STATISTICS,
    ),
    Change(
        *SCHEDULE,
        "condition",
        "        make_wait(process, process->priority);\n    else\n        statistics.refused++;",
        "        make_wait(process, process->priority);",
        STATISTICS,
    ),
    Change(*SCHEDULE, "operand", "process->pid = ++last_pid;", "process->pid = last_pid++;", STATISTICS),
)
