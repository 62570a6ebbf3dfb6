"""JUnit's XML is read by a library that reads it."""

from __future__ import annotations

from pathlib import Path

from junitparser import Failure, JUnitXml

from report.formats.conftest import HOSTILE
from secateur.jobs.run import Run
from secateur.report.formats.junit import to_junit
from secateur.report.material import AnswerKind, Material


def test_each_test_is_a_case(material: Material, hostile_run: Run) -> None:
    read = JUnitXml.fromstring(to_junit(material).encode())
    (suite,) = read
    assert (suite.tests, suite.failures) == (len(hostile_run.tests), hostile_run.counts.faulty)
    assert suite.name.endswith("ho<st>ile.c:check")
    cases = {case.name: case for case in suite}
    assert list(cases) == [test.name for test in hostile_run.tests]
    for test in hostile_run.tests:
        failed = [each for each in cases[test.name].result if isinstance(each, Failure)]
        assert bool(failed) == (test.outcome.fault is not None)
        assert all(each.type == "division-by-zero" for each in failed)


def test_output_is_kept_as_text(material: Material) -> None:
    read = JUnitXml.fromstring(to_junit(material).encode())
    printed = [case.system_out for suite in read for case in suite if case.system_out]
    assert printed
    assert all(HOSTILE in text and r"\x07" in text for text in printed), "XML has no place for a bell"


def test_a_replay_fails_where_the_prediction_does(tmp_path: Path) -> None:
    results = [
        {"test": "test000001", "outcome": "return 1", "confirmed": True, "differences": []},
        {"test": "test000002", "outcome": "return 2", "confirmed": False, "differences": ["returned 3 <not 2>"]},
    ]
    (suite,) = JUnitXml.fromstring(to_junit(Material(AnswerKind.REPLAY, {"results": results}, title="dir")).encode())
    assert (suite.tests, suite.failures) == (2, 1)
    (failure,) = [result for case in suite for result in case.result]
    assert failure.text == "returned 3 <not 2>"
