"""Options are declared once; from that come keywords, flags, checks and the settings in the JSON."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from secateur.errors import OptionError
from secateur.options import Budget, Limits, Order, Search, assemble, group, option, options_of, settings
from secateur.options.jobs import AugmentOptions, CompareOptions, DiffOptions, ExploreOptions


@dataclass(frozen=True, slots=True)
class Small:
    depth: int = option(3, "How deep.", minimum=1)
    search: Search = group(Search(seed=7), without=("plugin",))
    budget: Budget = group(Budget())


def test_a_job_lists_its_own_options_and_those_of_its_groups() -> None:
    names = [each.name for each in options_of(Small)]
    of_search = ["order", "seed", "switch", "merge", "start", "tune"]
    assert names == ["depth", *of_search, "timeout", "cpu", "max_paths", "memory", "output_size"]


def test_a_job_may_change_the_default_of_a_group() -> None:
    assert next(each.default for each in options_of(Small) if each.name == "seed") == 7
    assert assemble(Small, {"order": "bfs"}).search == Search(order=Order.BFS, seed=7)
    assert AugmentOptions().solving.solver_timeout == 2.0


def test_keywords_are_put_into_their_groups() -> None:
    made = assemble(ExploreOptions, {"technique": "dgse", "timeout": 5, "loop_bound": 2, "assume": ["x > 0"]})
    assert made.technique == "dgse"
    assert made.budget == Budget(timeout=5)
    assert made.limits == Limits(loop_bound=2)
    assert made.inputs.assume == ("x > 0",)


def test_no_keywords_are_the_defaults() -> None:
    for job in (ExploreOptions, DiffOptions, AugmentOptions, CompareOptions):
        assert assemble(job, {}) == job()


def test_values_are_taken_in_convenient_forms() -> None:
    made = assemble(
        ExploreOptions, {"start": {"x": 3}, "tune": {"simplify": False, "size": 9}, "symbolic": "g", "out": "there"}
    )
    assert made.search.start == ("x=3",)
    assert made.search.tune == ("simplify=off", "size=9")
    assert made.inputs.symbolic == ("g",)
    assert made.out == Path("there")
    assert assemble(CompareOptions, {"techniques": ["full", "pse"]}).techniques == "full,pse"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"timout": 3}, "timout: unknown; did you mean timeout?"),
        ({"order": "dsf"}, "order=dsf: unknown; did you mean dfs? Choose from dfs, bfs, random, coverage"),
        ({"buffer": 0}, "buffer=0: must be at least 1"),
        ({"checks": ("x",)}, "checks: unknown"),
    ],
)
def test_a_wrong_name_or_value_says_what_was_meant(given: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError) as caught:
        assemble(ExploreOptions, given)
    assert str(caught.value).startswith(message)


def test_an_option_that_a_job_has_no_use_for_is_refused() -> None:
    with pytest.raises(OptionError, match="max_paths: unknown"):
        assemble(AugmentOptions, {"max_paths": 3})


def test_settings_are_plain_data_by_group() -> None:
    shown = settings(assemble(ExploreOptions, {"order": "bfs", "plugin": ["a.py"]}))
    assert shown["search"]["order"] == "bfs"
    assert type(shown["search"]["order"]) is str
    assert shown["search"]["plugin"] == ["a.py"]
    assert shown["limits"]["recursion"] == 2000
    assert shown["technique"] == "auto"


def test_every_visible_option_has_a_help_text_that_is_a_sentence() -> None:
    for job in (ExploreOptions, CompareOptions, DiffOptions, AugmentOptions):
        for each in options_of(job):
            if not each.told.hidden:
                assert each.told.help.endswith("."), each.name
                assert each.told.help[0].isupper() or each.told.help.startswith("A "), each.name
