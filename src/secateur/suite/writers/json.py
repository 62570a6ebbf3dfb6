"""The suite as JSON: `tests.json`, complete enough to replay it, and plain enough to add a test by hand.

One line per test. A hand-written test needs a name, inputs and an outcome; `recorded` is needed only for
programs that request their inputs as they run, since for a function it follows from the inputs.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from secateur.assumption import Assumption, AssumptionKind
from secateur.errors import SecateurError
from secateur.frontend.compiler_flags import moved
from secateur.options import Inputs
from secateur.suite.pretty import InputMismatchError, InputTree, free_to_json
from secateur.suite.test import Described, FaultRecord, Outcome, Recorded, Suite, Test
from secateur.suite.writers.start_json import dump_start, load_start

FILE_NAME = "tests.json"
FORMAT = 1


class BadSuiteError(SecateurError):
    """A suite that cannot be read; the message names the file, the test and what is wrong."""


def dumps(suite: Suite, directory: Path) -> str:
    """The JSON text of a suite in `directory`: paths are relative to it."""
    sources = tuple(_relative(path, directory) for path in suite.sources)
    head: dict[str, Any] = {
        "tool": "secateur",
        "format": FORMAT,
        "function": suite.function,
        "sources": sources,
        "include_paths": [_relative(path, directory) for path in suite.include_paths],
        "defines": suite.defines,
        "cflags": _moved(suite.cflags, directory, _relative),
        "flags": suite.flags,
        "checks": suite.checks,
        "inputs": [_dump_described(d) for d in suite.inputs],
        "driver": _include(suite.driver, suite.sources, sources),
    }
    if suite.harness is not None:
        head["harness"] = asdict(suite.harness)
    if suite.own_flags:
        head["own_flags"] = {_relative(p, directory): _moved(w, directory, _relative) for p, w in suite.own_flags}
    if suite.stand_ins:
        head["stand_ins"] = _relative(suite.stand_ins, directory)
    if suite.start is not None:
        head["start"] = dump_start(suite.start)
        head["start_file"] = _relative(suite.start_file, directory)
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}," for key, value in head.items()]
    tree = InputTree(suite.inputs)
    encode = json.JSONEncoder().encode
    tests = ",\n".join(f"    {encode(_dump_test(test, suite, tree))}" for test in suite.tests)
    return "\n".join(["{", *lines, '  "tests": [', tests, "  ]", "}", ""])


def loads(text: str, directory: Path) -> Suite:
    """The suite of a JSON text in `directory`."""
    where = str(directory / FILE_NAME)
    try:
        data = json.loads(text)
        if data["format"] != FORMAT:
            raise BadSuiteError(f"format {data['format']}, but this version of Secateur reads {FORMAT}", where)
        inputs = tuple(Described(*d) for d in data["inputs"])
        sources = tuple(_absolute(path, directory) for path in data["sources"])
        tree = InputTree(inputs)
        return Suite(
            sources=sources,
            function=data["function"],
            driver=_include(data["driver"], data["sources"], sources),
            inputs=inputs,
            tests=tuple(_load_test(test, data["driver"] is not None, tree, where) for test in data["tests"]),
            include_paths=tuple(_absolute(path, directory) for path in data["include_paths"]),
            defines=tuple(data["defines"]),
            flags=tuple(data["flags"]),
            cflags=_moved(data.get("cflags", ()), directory, _absolute),
            own_flags=tuple(
                (_absolute(path, directory), _moved(words, directory, _absolute))
                for path, words in data.get("own_flags", {}).items()
            ),
            checks=None if data["checks"] is None else tuple(data["checks"]),
            harness=_load_harness(data.get("harness")),
            stand_ins=_absolute(data["stand_ins"], directory) if "stand_ins" in data else "",
            start=load_start(data["start"]) if "start" in data else None,
            start_file=_absolute(data["start_file"], directory) if "start_file" in data else "",
        )
    except json.JSONDecodeError as error:
        raise BadSuiteError(f"not JSON: {error.msg}", f"{where}:{error.lineno}") from None
    except (KeyError, TypeError, ValueError) as error:
        raise BadSuiteError(f"not a Secateur test suite: {error!r}", where) from None


def _load_harness(data: Mapping[str, Any] | None) -> Inputs | None:
    if data is None:
        return None
    options: dict[str, Any] = {key: tuple(v) if isinstance(v, list) else v for key, v in data.items()}
    return Inputs(**options)


def load(directory: Path) -> Suite:
    """The suite in a directory that `explore --out` wrote."""
    path = directory / FILE_NAME
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        advice = "give a directory written by `secateur explore --out`"
        raise BadSuiteError(error.strerror or str(error), str(path), advice) from None
    return loads(text, directory)


def _moved(words: Sequence[str], directory: Path, place: Callable[[str, Path], str]) -> tuple[str, ...]:
    """Compiler flags whose relative paths are those of another folder."""
    return moved(words, lambda path: path if os.path.isabs(path) else place(path, directory))


def _relative(path: str, directory: Path) -> str:
    return Path(os.path.relpath(path, directory)).as_posix()


def _absolute(path: str, directory: Path) -> str:
    return os.path.normpath(os.path.join(directory, path))


def _include(driver: str | None, before: Any, after: tuple[str, ...]) -> str | None:
    """The driver with the path of the source that it includes replaced."""
    if driver is None:
        return None
    for old, new in zip(before, after, strict=True):
        if f'#include "{old}"' in driver:
            return driver.replace(f'#include "{old}"', f'#include "{new}"', 1)
    return driver


def _dump_described(leaf: Described) -> list[Any]:
    return [leaf.name, leaf.kind, leaf.width, leaf.signed]


def _dump_test(test: Test, suite: Suite, tree: InputTree) -> dict[str, Any]:
    result: dict[str, Any] = {
        "name": test.name,
        "inputs": test.inputs,
        "outcome": _dump_outcome(test.outcome),
    }
    if suite.driver is None or len(test.recorded) != len(tree.described):
        result["recorded"] = [[r.name, r.kind, r.data.hex()] for r in test.recorded]
    if test.title:
        result["title"] = test.title
    if test.path:
        result["path"] = test.path
    if test.rests_on:
        result["rests_on"] = [[each.kind, each.subject, each.details] for each in test.rests_on]
    return result


def _dump_outcome(outcome: Outcome) -> dict[str, Any]:
    """Only what differs from the defaults."""
    result: dict[str, Any] = {"kind": outcome.kind}
    if outcome.status:
        result["status"] = outcome.status
    if outcome.observations:
        result["observations"] = dict(outcome.observations)
    for name, data in (("output", outcome.output), ("error", outcome.error)):
        if data:
            result[name] = data.decode("utf-8", "surrogateescape")
    if outcome.files is not None:
        result["files"] = {
            name: None if data is None else data.decode("utf-8", "surrogateescape") for name, data in outcome.files
        }
    if outcome.fault is not None:
        fault = outcome.fault
        result["fault"] = {
            "kind": fault.kind,
            "file": fault.file,
            "line": fault.line,
            "column": fault.column,
            "function": fault.function,
            "message": fault.message,
        }
    return result


def _load_test(data: Mapping[str, Any], has_driver: bool, tree: InputTree, where: str) -> Test:
    name, inputs = data["name"], data.get("inputs", {})
    recorded = tuple(Recorded(n, kind, bytes.fromhex(hexed)) for n, kind, hexed in data.get("recorded", ()))
    try:
        if has_driver and "recorded" not in data:
            recorded = tree.from_json(inputs)
    except InputMismatchError as error:
        raise BadSuiteError(f"test '{name}': {error}", where) from None
    if not has_driver and not inputs:
        inputs = free_to_json(recorded)
    rests_on = tuple(Assumption(AssumptionKind(kind), *rest) for kind, *rest in data.get("rests_on", ()))
    path, title = tuple(data.get("path", ())), str(data.get("title", ""))
    return Test(name, inputs, recorded, _load_outcome(data["outcome"]), path, rests_on, title=title)


def _load_outcome(data: Mapping[str, Any]) -> Outcome:
    fault = data.get("fault")
    return Outcome(
        kind=data["kind"],
        status=data.get("status", 0),
        observations=tuple((name, str(text)) for name, text in data.get("observations", {}).items()),
        output=data.get("output", "").encode("utf-8", "surrogateescape"),
        error=data.get("error", "").encode("utf-8", "surrogateescape"),
        fault=None if fault is None else FaultRecord(**fault),
        files=_load_files(data.get("files")),
    )


def _load_files(data: Mapping[str, str | None] | None) -> tuple[tuple[str, bytes | None], ...] | None:
    if data is None:
        return None
    return tuple((name, None if t is None else t.encode("utf-8", "surrogateescape")) for name, t in data.items())
