"""The JSON of `explore`: the names that scripts rely on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from secateur import __version__
from secateur.exploration.audit import Audit
from secateur.exploration.coverage import Coverage
from secateur.exploration.result import Result, Summarised
from secateur.machine.fault import Fault
from secateur.machine.limit import Limit
from secateur.report.assumptions import assumption_json
from secateur.report.cuts import cuts_json
from secateur.report.path_steps import StepWriter
from secateur.report.sentences import audit_text, limit_text, summary
from secateur.report.unsupported import unsupported_json
from secateur.solver import Stats
from secateur.suite.test import Test, readable

if TYPE_CHECKING:
    from secateur.jobs.callers import CallerFinding, FromCallers
    from secateur.jobs.growth import LongerRun
    from secateur.jobs.run import FoundFault
    from secateur.suite.plain_build import SuiteCheck


def explore_json(
    result: Result,
    tests: Sequence[Test],
    source: str,
    function: str,
    settings: Mapping[str, Any],
    confirmed: Mapping[str, bool],
) -> dict[str, Any]:
    """`confirmed`: for a test that ends in a fault, whether the native run agreed."""
    counts, coverage, writer = result.counts, result.coverage, StepWriter()
    return {
        "tool": "secateur",
        "version": __version__,
        "source": source,
        "function": function,
        "technique": result.technique,
        "used": [{"technique": each.technique, "first_run": each.first_run} for each in result.used],
        **settings,
        "complete": result.settled,
        "summary": summary(result),
        "paths": {
            "completed": counts.completed,
            "faulty": counts.faulty,
            "cut": counts.cut,
            "limited": counts.limited,
            "unknown": counts.unknown,
            "infeasible": counts.infeasible,
            "runs": counts.runs,
            "covering": counts.covering,
        },
        **summaries_json(result.summarised),
        "faults": [
            {
                **_fault_json(fault),
                "test": tests[index].name,
                "confirmed": confirmed.get(tests[index].name),
                "rests_on": list(result.paths[index].rests_on),
                "contract": "within",
                "needs": None,
                "steps": writer.steps(result.paths[index], tests[index]),
            }
            for fault, index in result.faults()
        ],
        "tests": [test_json(test) for test in tests],
        "coverage": coverage_json(coverage),
        "cuts": cuts_json(result.cuts),
        "assumptions": [assumption_json(each) for each in result.ledger.assumptions],
        "unsupported": unsupported_json(result.unsupported),
        "limits": [limit_json(each) for each in result.limits],
        "notes": [{"text": n.text, "file": n.position.file, "line": n.position.line} for n in result.notes],
        "solver": {**_solver_json(result.solver), "backend": result.backend},
        "instructions": result.instructions,
        "seconds": round(result.seconds, 6),
    }


def coverage_json(coverage: Coverage) -> dict[str, Any]:
    return {
        "lines": {"covered": coverage.covered_lines, "total": len(coverage.lines)},
        "branches": {"covered": coverage.covered_sides, "total": 2 * len(coverage.branches)},
        "files": [_file_json(coverage, file) for file in dict.fromkeys(file for file, _ in coverage.lines)],
    }


def _file_json(coverage: Coverage, file: str) -> dict[str, Any]:
    """The lines of a file that have code, and the sides of its branches; `number` tells those of one place apart."""
    lines = {line: run for (where, line), run in coverage.lines.items() if where == file}
    return {
        "file": file,
        "covered": [line for line, run in lines.items() if run],
        "missed": [line for line, run in lines.items() if not run],
        "branches": [
            {"line": line, "column": column, "number": number, "true": true, "false": false}
            for (where, line, column, number), (true, false) in coverage.branches.items()
            if where == file
        ],
    }


def outside_json(fault: FoundFault) -> dict[str, Any]:
    """A fault that only calls beyond the contract show. `suite`: the folder of its test, if that is another one."""
    elsewhere = {"suite": fault.suite, "inputs": dict(fault.inputs)} if fault.suite else {}
    return {
        "kind": fault.kind,
        "file": fault.file,
        "line": fault.line,
        "column": fault.column,
        "function": fault.function,
        "message": fault.message,
        "test": fault.test.name,
        "confirmed": fault.confirmed,
        "rests_on": list(fault.rests_on),
        "contract": str(fault.contract),
        "needs": fault.needs or None,
        "steps": list(fault.steps),
        **elsewhere,
    }


def longer_json(longer: LongerRun | None) -> dict[str, Any] | None:
    """What longer strings cover; None if shorter ones are enough."""
    if longer is None:
        return None
    result = longer.run.result
    return {
        "string": longer.size,
        "suite": longer.folder,
        "complete": result.settled,
        "paths": result.counts.completed,
        "coverage": coverage_json(result.coverage),
    }


def called_json(found: CallerFinding) -> dict[str, Any]:
    """A fault that valid calls of a caller show; its test is in the suite of that caller."""
    shown = outside_json(found.fault)
    return {**shown, "caller": found.run.function, "chain": list(found.chain), "inputs": dict(found.fault.inputs)}


def callers_json(callers: FromCallers) -> dict[str, Any]:
    return {
        "levels": callers.levels,
        "explored": list(callers.explored),
        "dropped": [
            {"kind": each.kind, "file": each.file, "line": each.line, "needs": each.needs or None}
            for each in callers.dropped
        ],
    }


def suite_check_json(check: SuiteCheck | None) -> dict[str, Any] | None:
    """None: there is no compiler, nothing to run, or it was not asked for."""
    if check is None:
        return None
    return {
        "compiler": check.compiler,
        "flags": list(check.levels),
        "tests": check.tests,
        "passed": None if check.not_run else check.passed,
        "failed": [{"test": f.test, "flags": f.level, "reason": f.reason} for f in check.failures],
        "problem": check.problem,
        "not_run": check.not_run,
    }


def _fault_json(fault: Fault) -> dict[str, Any]:
    return {
        "kind": str(fault.kind),
        "file": fault.position.file,
        "line": fault.position.line,
        "column": fault.position.column,
        "function": fault.function,
        "message": fault.message,
    }


def _solver_json(solver: Stats) -> dict[str, Any]:
    return {
        "queries": solver.queries,
        "sat": solver.sat,
        "unsat": solver.unsat,
        "unknown": solver.unknown,
        "stages": dict(solver.by_stage),
        "seconds": round(solver.seconds, 6),
    }


def limit_json(limit: Limit) -> dict[str, Any]:
    """What keeps an answer from being complete, as data and as a sentence."""
    place = limit.place
    return {
        "kind": str(limit.kind),
        "file": None if place is None else place.file,
        "line": None if place is None else place.line,
        "bound": limit.bound,
        "count": limit.count,
        "text": limit_text(limit),
    }


def summaries_json(summarised: Summarised | None) -> dict[str, Any]:
    """Which summaries stood in for functions, and the fate of the paths that used them; empty without summaries."""
    if summarised is None:
        return {}
    return {
        "summaries": {
            name: {
                "calls": calls,
                "exact": summarised.exact.get(name, 0),
                "stars": summarised.stars.get(name, 0),
                "facts": summarised.facts.get(name, 0),
            }
            for name, calls in sorted(summarised.calls.items())
        },
        "summarised": {
            "paths": summarised.paths,
            "impossible": summarised.impossible,
            "open": summarised.open,
        },
    }


def test_json(test: Test) -> dict[str, Any]:
    outcome = test.outcome
    shown: dict[str, Any] = {
        "name": test.name,
        "inputs": dict(test.inputs),
        "outcome": str(outcome),
        "path": list(test.path),
    }
    effects = {name: readable(text) for name, text in outcome.observations if name != "return"}
    if effects:
        shown["observed"] = effects
    if outcome.output:
        shown["output"] = outcome.output.decode("latin-1")
    return shown


def audit_json(audit: Audit, tests: Sequence[Test], confirmed: Mapping[str, bool]) -> dict[str, Any]:
    """`tests` and `confirmed` are those of the full exploration."""
    return {
        "verdict": str(audit.verdict),
        "missed": [
            {
                **_fault_json(fault),
                "inputs": dict(tests[index].inputs),
                "path": list(tests[index].path),
                "confirmed": confirmed.get(tests[index].name),
            }
            for fault, index in audit.missed
        ],
        "invented": [
            {"kind": str(fault.kind), "file": fault.position.file, "line": fault.position.line}
            for fault in audit.invented
        ],
        "paths": audit.paths,
        "faults": audit.faults,
        "summary": audit_text(audit),
    }
