"""How an exploration ended, in sentences: limits with the options that lift them, and the ends of paths."""

from __future__ import annotations

from collections.abc import Sequence

from secateur.exploration.audit import Audit, AuditVerdict
from secateur.exploration.result import Result, TechniqueStage
from secateur.machine.limit import Limit, LimitKind
from secateur.machine.path import Ending
from secateur.report.assumptions import claim, phrases
from secateur.report.unsupported import advice_text, ended_texts, use_of

_ENDINGS = {
    Ending.RETURNED: "ran to its end",
    Ending.EXITED: "called exit",
    Ending.FAULT: "ended in a fault",
    Ending.ENDLESS: "repeated its state",
    Ending.ASSUMPTION: "violates an assumption",
    Ending.LOOP_BOUND: "stopped at the loop bound (--loop-bound)",
    Ending.DEPTH: "stopped at the depth limit (--max-depth)",
    Ending.INSTRUCTIONS: "stopped at the instruction limit (--max-instructions)",
    Ending.UNSUPPORTED: "ended at something that cannot be run",
    Ending.INTERRUPTED: "stopped as a limit of the whole run was reached",
    Ending.CUT: "cut by the technique",
}


def summary(result: Result) -> str:
    """How an exploration ended, in one line."""
    if result.complete:
        remark = result.remark or used_text(result.used)
        return f"{claim(result.ledger)}; {result.promise}" + (f" ({remark})" if remark else "")
    assumed = phrases(result.assumptions)
    text = limits_text(result.limits) + advice_text(result.unsupported)
    return f"incomplete: {text}" + (f"; assumed: {assumed}" if assumed else "")


def used_text(stages: Sequence[TechniqueStage]) -> str:
    """Which technique was used where, if there was more than one."""
    if len(stages) < 2:
        return ""
    later = (f"as {each.technique} from run {each.first_run:,} on" for each in stages[1:])
    return ", ".join((f"as {stages[0].technique}", *later))


def limits_text(limits: Sequence[Limit]) -> str:
    """What keeps an exploration from being complete."""
    unsupported = [use_of(limit) for limit in limits if limit.kind is LimitKind.UNSUPPORTED]
    others = [limit_text(limit) for limit in limits if limit.kind is not LimitKind.UNSUPPORTED]
    text = "; ".join([*others, *ended_texts(unsupported)])
    if len(limits) == 1 and limits[0].kind is LimitKind.SUMMARY:
        text += f"; every path outside {_them(limits[0])} was explored"
    return text


def limit_text(limit: Limit) -> str:
    """One limit, with the option that lifts it."""
    bound = limit.bound or 0
    match limit.kind:
        case LimitKind.TIME:
            return "the time limit was reached (--timeout)"
        case LimitKind.CPU:
            return "the limit of CPU time was reached (--cpu)"
        case LimitKind.PATHS:
            return "the path limit was reached (--max-paths)"
        case LimitKind.MEMORY:
            return "the memory limit was reached (--memory)"
        case LimitKind.OUTPUT_SIZE:
            return "the limit for the size of the files was reached (--output-size)"
        case LimitKind.FIRST:
            return "stopped at the first difference (--first)"
        case LimitKind.STAGE:
            return "left early, as the commit is known to differ (--function compares it to the end)"
        case LimitKind.INTERRUPTED:
            return "it was interrupted"
        case LimitKind.LOOP_BOUND:
            return _stopped(limit, Ending.LOOP_BOUND, f"{bound} iterations at {limit.place}")
        case LimitKind.DEPTH:
            return _stopped(limit, Ending.DEPTH, f"{bound:,} symbolic branches at {limit.place}")
        case LimitKind.INSTRUCTIONS:
            return _stopped(limit, Ending.INSTRUCTIONS, f"{bound:,} instructions")
        case LimitKind.UNSUPPORTED:
            return ended_texts([use_of(limit)])[0]
        case LimitKind.UNFINISHED:
            return f"{limit.count} × {ending_text(Ending.INTERRUPTED)}"
        case LimitKind.RECURSION:
            return f"{limit.count} × more than {bound} nested calls (--recursion)"
        case LimitKind.NO_INPUTS:
            return "nothing is symbolic, so this is one run (--arg, --stdin, --file and --env make inputs)"
        case LimitKind.UNDECIDED:
            return f"{limit.count:,} {'branch' if limit.count == 1 else 'branches'} the solver could not decide in time"
        case LimitKind.PINNED | LimitKind.IGNORED:
            return f"{limit.place}: {', '.join(limit.details)}"
        case LimitKind.LATER_ROUNDS:
            return f"{limit.place}: inputs that leave this loop in a later round were not explored"
        case LimitKind.UNDECIDED_OUTPUT:
            return f"{limit.count} × the solver could not decide in time whether outputs differ"
        case LimitKind.UNDECIDED_END:
            return f"{limit.count} × the solver could not decide in time whether an input gets past an early end"
        case LimitKind.UNCOMPARED_TEXT:
            return f"{limit.count} × printed text could not be compared"
        case LimitKind.UNCOMPARED_POINTER:
            return f"{limit.count} × where {', '.join(limit.details)} leads could not be compared"
        case LimitKind.UNCOMPARED:
            return "time or memory was used up before everything was compared"
        case LimitKind.GUESSED:
            return "found on inputs that were guessed; there may be other differences"
        case LimitKind.UNCONFIRMED:
            return f"{count_of(limit.count, 'path')} with summaries could be neither confirmed nor ruled out"
        case LimitKind.SUMMARY:
            names = ", ".join(limit.details)
            return f"faults inside {names} were not looked for, because summaries stood in for {_them(limit)}"


def ending_text(ending: Ending) -> str:
    """The end of a path."""
    return _ENDINGS[ending]


def _stopped(limit: Limit, ending: Ending, where: str) -> str:
    return f"{limit.count} × {ending_text(ending)}: {where}"


def _them(limit: Limit) -> str:
    return "it" if len(limit.details) == 1 else "them"


def audit_text(audit: Audit) -> str:
    """The verdict in one line."""
    explored = f"full exploration of {count_of(audit.paths, 'path')}"
    if audit.verdict is AuditVerdict.MISSED:
        rest = "" if audit.compared_all else "; the reduced exploration itself is incomplete"
        return f"{count_of(len(audit.missed), 'fault')} missed, which {explored} found{rest}"
    if audit.verdict is AuditVerdict.UNDECIDED:
        return f"undecided: the full exploration did not finish ({_reason(audit.limits)}); no fault missed so far"
    if audit.invented:
        return f"no fault was missed, but {explored} did not find {len(audit.invented):,} of the reported faults"
    found = f"the same {count_of(audit.faults, 'fault')}" if audit.faults else "no fault either"
    return f"no fault was missed: {explored} found {found}"


def _reason(limits: Sequence[Limit]) -> str:
    if any(limit.kind is LimitKind.TIME for limit in limits):
        return "the time limit was reached (--audit-budget)"
    return limits_text(limits)


def count_of(number: int, noun: str) -> str:
    """`1 path`, `2 paths`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
