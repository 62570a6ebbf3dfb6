"""Small changes to the subjects, five for each: their effect is often masked before it reaches an output."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from variants import AVOID, BRAKE, DISPATCH, MARKUP, PATTERN, SCHEDULE, SETTINGS, Variant


@dataclass(frozen=True)
class Change(Variant):
    """A variant as the new version. Only `outputs` are considered. `string`: the longest text that is passed."""

    outputs: tuple[str, ...] = ("return",)
    string: int | None = None

    def write(self, folder: Path) -> Path:
        new = folder / self.subject
        new.write_text(self.text())
        return new


STATISTICS = ("return", "statistics")
RETURN, TOTALS = ("return",), ("return", "totals")

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
    Change(*MARKUP, "constant", "LONG_TEXT = 2 };", "LONG_TEXT = 1 };", RETURN, 8),
    Change(*MARKUP, "condition", "*text && *text != '>' && *text != '/'", "*text && *text != '>'", RETURN, 5),
    Change(*MARKUP, "condition", "document.depth == 0 && document.elements > 0", "document.elements > 1", RETURN, 8),
    Change(*MARKUP, "comparison", "attributes > document.elements", "attributes >= document.elements", RETURN, 6),
    Change(*MARKUP, "assignment", "*error = *text ? OK : NOT_CLOSED;", "*error = OK;", RETURN, 5),
    Change(
        *PATTERN, "comparison", "c >= pattern[0] && c <= pattern[2]", "c >= pattern[0] && c < pattern[2]", RETURN, 5
    ),
    Change(*PATTERN, "condition", "    if (*pattern == ']')\n        pattern++;\n#ifdef BUG", "#ifdef BUG", RETURN, 4),
    Change(*PATTERN, "constant", "5 * score.classes", "4 * score.classes", RETURN, 4),
    Change(*PATTERN, "comparison", "if (score.backtracks > 1)", "if (score.backtracks > 2)", RETURN, 4),
    Change(*PATTERN, "assignment", "score.wildcards++;", "score.wildcards += 2;", RETURN, 3),
    Change(*DISPATCH, "comparison", "place->wakes_at <= task->wakes_at", "place->wakes_at < task->wakes_at", TOTALS),
    Change(*DISPATCH, "condition", "            if (last_ready == task)\n", "            if (previous)\n", TOTALS),
    Change(*DISPATCH, "constant", "ticks > MOST_TICKS ? MOST_TICKS : ticks", "ticks > 5 ? 5 : ticks", TOTALS),
    Change(*DISPATCH, "operand", "(uint8_t)(now + ticks);", "(uint8_t)ticks;", TOTALS),
    Change(*DISPATCH, "condition", "if (!running || ticks == 0)", "if (!running)", TOTALS),
    Change(*SETTINGS, "comparison", "settings.size < 20", "settings.size <= 20", RETURN, 8),
    Change(*SETTINGS, "constant", "if (++digits > 3)", "if (++digits > 2)", RETURN, 5),
    Change(*SETTINGS, "condition", "settings.colour == RED && !settings.is_debug", "settings.colour == RED", RETURN, 7),
    Change(*SETTINGS, "assignment", "settings.is_set |= 2;", "settings.is_set |= 1;", RETURN, 7),
    Change(*SETTINGS, "operand", "value > MAX_SIZE ? MAX_SIZE : value;", "value > MAX_SIZE ? 10 : value;", RETURN, 5),
)
