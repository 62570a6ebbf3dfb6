"""Reports of several subjects, in a browser. `make test-browser` runs these tests; `make test` does not."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from report.formats.conftest import TEXT as HOSTILE_SOURCE
from secateur import api
from secateur.jobs.explore import prepare, run_prepared
from secateur.jobs.material import of_run, statistics_of, write_report
from secateur.options import Compiling, Inputs
from secateur.options.jobs import ExploreOptions
from secateur.report.format import wanted_formats, write_formats
from secateur.report.material import AnswerKind

EXAMPLES = Path(__file__).parents[2] / "examples"
SUBJECTS = Path(__file__).parents[2] / "benchmarks" / "subjects"

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")

#: Decisions that do not depend on each other: 2 to the power of their number are the paths.
DECISIONS = 14


def browser_path() -> str:
    """A browser that is installed, or an error that says what to install."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        pytest.exit(
            f"no browser on PATH (looked for {', '.join(BROWSERS)}); install one, "
            "for example the package chromium: apt-get install chromium",
            returncode=2,
        )
    return found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = browser_path()
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield started
        started.close()


class WatchedPage:
    """A page, and what its console said."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.problems: list[str] = []
        page.on("console", lambda told: self.problems.append(told.text) if told.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("request", lambda request: self._asked(request.url))

    def _asked(self, url: str) -> None:
        if not url.startswith(("file:", "data:")):
            self.problems.append(f"asked for {url}")

    def open(self, file: Path) -> Page:
        self.page.goto(file.as_uri())
        return self.page


@pytest.fixture
def watched(browser: Browser) -> Iterator[WatchedPage]:
    page = WatchedPage(
        browser.new_page(viewport={"width": 1280, "height": 860}, color_scheme="light", reduced_motion="reduce")
    )
    yield page
    page.page.close()
    assert not page.problems


@pytest.fixture(scope="session")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The page of each subject."""
    made = {}
    folder = tmp_path_factory.mktemp("reports")
    for name in ("json_tokens.c", "option_parser.c", "wheel_brake.c"):
        shutil.copy(SUBJECTS / name, folder)
    shutil.copytree(EXAMPLES, folder / "examples")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for name, source, size in (("json", "json_tokens.c:json_tokens", 3), ("options", "option_parser.c:parse", 4)):
            options = ExploreOptions(technique="auto", out=Path(name), inputs=Inputs(infer=True, string=size))
            with prepare([source], replace(options, compiling=Compiling(define=("BUG",)))) as prepared:
                run = run_prepared(prepared)
                run.write()
                material = of_run(run, statistics_of(prepared.store))
            made[name] = write_formats(wanted_formats("html", AnswerKind.EXPLORE), material, Path(name))[0]
        survey = api.explore_all("examples/dgse*.c:*", timeout=20)
        made["several"] = write_report(survey, "html", "several")[0]
        Path("hostile.c").write_text(HOSTILE_SOURCE)
        hostile = api.explore("hostile.c:check", string=3, confirm=False)
        made["hostile"] = write_report(hostile, "html", "hostile")[0]
        diff = api.diff("examples/wheel_old.c", "examples/wheel_new.c")
        made["diff"] = write_report(diff, "html", "diff")[0]
        compared = api.compare("wheel_brake.c:brake_step", techniques="full,dgse,pse")
        made["compare"] = write_report(compared, "html", "compare")[0]
        parameters = ", ".join(f"int p{n}" for n in range(DECISIONS))
        tests = "".join(f"    if (p{n} > {n})\n        sum += {1 << n};\n" for n in range(DECISIONS))
        Path("many.c").write_text(f"int many({parameters})\n{{\n    int sum = 0;\n{tests}    return sum;\n}}\n")
        many = api.explore("many.c:many", technique="full", out="many", confirm=False)
        many.write()
        assert len(many.tests) == 1 << DECISIONS
        made["many"] = write_report(many, "html")[0]
    return {name: folder / path for name, path in made.items()}
