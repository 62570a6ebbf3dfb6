"""docs/usage.md and `--help` list every kind of fault, and say rightly which ones are looked for."""

from __future__ import annotations

import re
from pathlib import Path

from secateur.machine.fault import ALL_CHECKS, ALWAYS, ON_REQUEST, OPTIONAL_CHECKS
from secateur.options.jobs import ExploreOptions
from secateur.options.model import options_of

USAGE = (Path(__file__).parents[2] / "docs" / "usage.md").read_text()


def test_the_table_of_usage_lists_every_kind() -> None:
    rows = re.findall(r"(?m)^\| `([a-z-]+)` \| .+ \| (always|by default|on request) \|$", USAGE)
    expected = {kind: "always" if kind in ALWAYS else "by default" for kind in ALL_CHECKS}
    expected |= dict.fromkeys(ON_REQUEST, "on request")
    assert dict(rows) == {str(kind): when for kind, when in expected.items()}


def test_help_lists_the_kinds_that_can_be_chosen() -> None:
    text = next(option for option in options_of(ExploreOptions) if option.name == "check").told.help
    listed = set(re.findall(r"[a-z]+(?:-[a-z]+)*", text))
    assert {str(kind) for kind in OPTIONAL_CHECKS} <= listed
