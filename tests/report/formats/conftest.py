"""One exploration whose names, source and output try to get out of every format."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.jobs.explore import explore
from secateur.jobs.material import of_run
from secateur.jobs.run import Run
from secateur.options import assemble
from secateur.options.jobs import ExploreOptions
from secateur.report.material import Material

HOSTILE = "</script><script>alert(1)</script>]]>&\"'|`"

TEXT = r"""#include <stdio.h>
#include <string.h>
/* </script><img src=x onerror=alert(2)> & é */
int unused(int v)
{
    return v > 3 ? 1 : 2;
}
int check(int x, const char *word)
{
    if (strcmp(word, "<b>") == 0)
        printf("</script><script>alert(1)</script>]]>&\"'|` \a %d\n", x);
    if (x > 5 && x < 5)
        return unused(x);
    /* é */ if (x > 3)
        return 10 / (x - 7);
    return 0;
}
"""


@pytest.fixture(scope="session")
def hostile_run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("formats")
    source = folder / "ho<st>ile.c"
    source.write_text(TEXT, encoding="utf-8")
    options = assemble(ExploreOptions, {"confirm": False, "string": 3, "out": folder / "out"})
    run = explore([f"{source}:check"], options)
    run.write()
    return run


@pytest.fixture
def material(hostile_run: Run, monkeypatch: pytest.MonkeyPatch) -> Material:
    """Paths in reports are relative to the current folder."""
    monkeypatch.chdir(Path(hostile_run.source).parent)
    return of_run(hostile_run)
