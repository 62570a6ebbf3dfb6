"""A finding in words, the same in every format."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from secateur.report.material import ReportedRun
from secateur.report.native_run import native_text
from secateur.report.shown import show_inputs

Fault = Mapping[str, Any]

#: What a reader knows the kinds by elsewhere.
WEAKNESSES: dict[str, int] = {
    "division-by-zero": 369,
    "signed-overflow": 190,
    "shift": 1335,
    "float-to-int": 681,
    "misaligned": 188,
    "nonnull": 476,
    "pointer-overflow": 823,
    "out-of-bounds": 119,
    "strict-bounds": 119,
    "null-pointer": 476,
    "use-after-free": 416,
    "invalid-free": 763,
    "assertion": 617,
    "stack-overflow": 674,
    "uninitialised": 457,
    "missing-return": 394,
    "endless-loop": 835,
    "leak": 401,
    "wrong-call": 686,
}
"""Numbers of the Common Weakness Enumeration."""


def is_within(fault: Fault) -> bool:
    """Do valid calls show it?"""
    return bool(fault["contract"] == "within")


def findings_first(faults: Sequence[Fault]) -> list[Fault]:
    """Those that valid calls show, then the others; each in the order of the source."""
    return sorted(faults, key=lambda each: (not is_within(each), each["file"], each["line"], each["column"]))


def fault_inputs(run: ReportedRun, fault: Fault) -> Mapping[str, Any]:
    """The input that shows a fault."""
    if "inputs" in fault:
        return dict(fault["inputs"])
    found = (test["inputs"] for test in run.data["tests"] if test["name"] == fault["test"])
    return dict(next(found, {}))


def input_text(run: ReportedRun, fault: Fault) -> str:
    return show_inputs(fault_inputs(run, fault)) or "no input"


def sure_text(fault: Fault) -> str:
    """What the native run said."""
    return native_text(fault["confirmed"], fault["rests_on"])


def finding_text(run: ReportedRun, fault: Fault) -> str:
    """One sentence: what, with which input, and how sure that is."""
    return "; ".join(_parts(run, fault))


def _parts(run: ReportedRun, fault: Fault) -> Iterator[str]:
    yield f"{fault['message']} in {fault['function']} with {input_text(run, fault)}"
    if "chain" in fault:
        yield f"called through {' → '.join(fault['chain'])}"
    if not is_within(fault):
        needs = fault["needs"]
        yield f"outside the contract: needs {needs}" if needs else "may be outside the contract"
    yield sure_text(fault)


def completeness(data: Mapping[str, Any]) -> str:
    """Is an exploration complete? In a few words."""
    if data["complete"]:
        return "yes"
    is_whole = not data["limits"] and not data["paths"]["limited"]
    return "if its assumptions hold" if is_whole else "no"
