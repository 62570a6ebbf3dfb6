"""Whether questions pay is decided branch by branch, and can be taken back."""

from __future__ import annotations

from secateur.exploration.worth_asking import SHARE, TRIAL, WorthAsking


def _asked(worth: WorthAsking, place: int, passages: int) -> int:
    return sum(worth.asks(place) for _ in range(passages))


def test_a_branch_at_which_nothing_is_saved_rests() -> None:
    worth = WorthAsking(True)
    assert worth.asks(1)
    worth.count(1, TRIAL, 0)
    assert _asked(worth, 1, 10 * SHARE) == 10
    assert _asked(worth, 2, 10 * SHARE) == 10 * SHARE


def test_a_cut_wakes_it() -> None:
    worth = WorthAsking(True)
    worth.asks(1)
    worth.count(1, TRIAL, 0)
    while not worth.asks(1):
        pass
    worth.count(1, 100, 5_000)
    assert _asked(worth, 1, 50) == 50


def test_what_pays_goes_on() -> None:
    worth = WorthAsking(True)
    worth.asks(1)
    worth.count(1, TRIAL // 2, TRIAL)
    worth.count(1, TRIAL // 2, 0)
    assert worth.asks(1)


def test_by_conditions_every_passage_is_asked_about() -> None:
    worth = WorthAsking(False)
    worth.asks(1)
    worth.count(1, 2 * TRIAL, 0)
    assert _asked(worth, 1, 50) == 50
