"""Tasks that wait in a part are stored as they would be by the run that left them."""

import pytest

from secateur.exploration.earlier import EarlierInput, LeftTask, given_of
from secateur.store.texts import path_input, row_input
from secateur.workers.distant import distant_path, distant_tasks
from secateur.workers.part import PartOrigin

GIVEN = [
    EarlierInput((1, 2)),
    EarlierInput((), cut=0, reason="the same state was explored before"),
    EarlierInput((7,), cut=3, reason="the same state was explored before"),
    EarlierInput((7,), tried=((2, 40), (4, 41))),
    EarlierInput((7,), cut=5, reason="the same state was explored before", tried=((1, 0), (4, 9))),
]


@pytest.mark.parametrize("given", GIVEN)
def test_a_distant_path_has_the_input_it_was_made_from(given: EarlierInput) -> None:
    assert given_of(distant_path(given)) == given
    assert row_input(path_input(distant_path(given))) == given


def test_the_tasks_of_one_run_have_one_path() -> None:
    left = (LeftTask(0, 4, "x.c:3"), LeftTask(0, 1, "x.c:9", is_rest=True))
    one, other = distant_tasks(PartOrigin((2,), GIVEN[2], left))
    assert one.origin is other.origin
    assert [(task.index, task.place, task.is_rest) for task in (one, other)] == [
        (4, "x.c:3", False),
        (1, "x.c:9", True),
    ]
