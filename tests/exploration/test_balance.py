"""Whether cuts pay is decided by counted work, again and again."""

from __future__ import annotations

from secateur.exploration.balance import Balance, Pace

PACE = Pace(first=100, trial=40, every=4, share=10)


def count(balance: Balance, spent: int, full: int) -> bool:
    balance.count(spent, full)
    balance.settle()
    return balance.cutting


def test_cuts_are_tried_after_some_work() -> None:
    balance = Balance(False, PACE)
    assert not count(balance, 99, 99)
    assert count(balance, 1, 1)


def test_the_first_half_of_a_trial_may_cost_twice_what_it_saves() -> None:
    balance = Balance(True, PACE)
    assert count(balance, 40, 20)
    assert count(balance, 40, 45)
    assert balance.reviews == 1


def test_a_trial_ends_early_where_cuts_are_far_from_paying() -> None:
    balance = Balance(True, PACE)
    assert count(balance, 19, 0), "too early to say"
    assert not count(balance, 1, 8), "halfway through the first half"
    balance = Balance(True, PACE)
    assert count(balance, 40, 40)
    assert count(balance, 19, 0), "too early to say"
    assert not count(balance, 1, 13), "halfway through the second half"
    assert balance.reviews == 0


def test_what_does_not_pay_is_given_up_and_tried_again() -> None:
    balance = Balance(True, PACE)
    assert count(balance, 40, 40)
    assert not count(balance, 40, 28)
    assert not count(balance, 239, 239)
    assert count(balance, 1, 1), "the work has grown four times"


def test_a_later_trial_is_shorter() -> None:
    balance = Balance(False, PACE)
    assert count(balance, 100, 100)
    assert count(balance, 20, 10)
    assert not count(balance, 20, 14)
    assert balance.reviews == 1


def test_a_further_trial_has_no_credit() -> None:
    first = Balance(True, PACE)
    assert count(first, 40, 40)
    assert count(first, 40, 30), "133 % of full exploration: what was learnt may pay off"
    further = Balance(True, PACE)
    assert count(further, 40, 40)
    assert not count(further, 40, 28)
    assert count(further, 240, 240), "the second trial begins"
    assert count(further, 20, 20)
    assert not count(further, 20, 15), "the same share is not enough any more"


def test_a_further_trial_ends_early_where_cuts_are_far_from_paying() -> None:
    balance = Balance(True, PACE)
    assert count(balance, 40, 20)
    assert not count(balance, 40, 0)
    assert count(balance, 240, 240), "the second trial begins"
    assert count(balance, 9, 0), "too early to say"
    assert not count(balance, 1, 0), "halfway through the first half"
    assert balance.reviews == 0


def test_a_further_trial_in_which_cuts_may_pay_is_not_ended_early() -> None:
    balance = Balance(True, PACE)
    assert count(balance, 40, 20)
    assert not count(balance, 40, 0)
    assert count(balance, 240, 240)
    assert count(balance, 20, 10)
    assert count(balance, 20, 25)
    assert count(balance, 39, 0), "they have paid: it is no trial any more"
    assert not count(balance, 1, 0)


def test_what_pays_is_reviewed_again_when_the_work_has_grown() -> None:
    balance = Balance(True, PACE)
    assert count(balance, 40, 40)
    assert count(balance, 40, 40)
    assert count(balance, 39, 0)
    assert not count(balance, 1, 0)
    assert balance.reviews == 2
    balance = Balance(True, PACE)
    assert count(balance, 400, 500)
    assert count(balance, 400, 500)
    assert count(balance, 399, 0), "by a half"
    assert not count(balance, 1, 0)


def test_at_first_cuts_may_cost_somewhat_more_and_later_they_must_win() -> None:
    balance = Balance(True, PACE)
    assert count(balance, 40, 40)
    assert count(balance, 40, 29)
    assert not count(balance, 41, 42)
    balance = Balance(True, PACE)
    assert count(balance, 40, 40)
    assert count(balance, 40, 40)
    assert count(balance, 41, 52)


def test_the_work_before_cuts_does_not_delay_a_review() -> None:
    balance = Balance(False, PACE)
    assert count(balance, 1_000, 1_000)
    assert count(balance, 50, 100)
    assert count(balance, 50, 100)
    assert balance.reviews == 1
    assert not count(balance, 50, 0)


def test_nothing_is_decided_if_that_is_fixed() -> None:
    balance = Balance(False, PACE)
    balance.fix()
    assert not count(balance, 1_000, 1_000)


def test_a_trial_with_hardly_any_cut_ends_early() -> None:
    pace = Pace(trial=800, every=4, barren=5, early=8, runs=4)
    balance = Balance(True, pace)
    for _ in range(3):
        balance.count_run(200, 0, 0)
        balance.settle()
        assert balance.cutting, "too few runs to say"
    balance.count_run(1, 0, 0)
    balance.settle()
    assert not balance.cutting
    assert not count(balance, 4 * 601 - 602, 0)
    assert count(balance, 1, 0), "the work has grown four times"


def test_a_trial_with_some_cuts_goes_on() -> None:
    balance = Balance(True, Pace(trial=800, barren=5, early=8, runs=4))
    for _ in range(7):
        balance.count_run(100, 0, 5)
        balance.settle()
        assert balance.cutting, "they cost far more than they save, and may pay later"


def test_work_for_something_else_is_not_held_against_cuts() -> None:
    balance = Balance(True, PACE)
    assert count(balance, 40, 40)
    balance.count_apart(1_000)
    assert balance.work == 1_040
    assert count(balance, 40, 40)
    assert balance.reviews == 1


def test_much_is_saved_if_full_exploration_would_need_far_more() -> None:
    """As of this part and the one before it: what was saved long ago says nothing about what is left."""
    balance = Balance(True, PACE)
    balance.count(PACE.trial, PACE.trial)
    assert not balance.saves_much
    balance.count(0, PACE.trial)
    assert balance.saves_much
    for _ in range(3):
        balance.settle()
        balance.count(PACE.trial, PACE.trial)
    assert not balance.saves_much


def test_nothing_is_saved_without_cuts() -> None:
    balance = Balance(False, PACE)
    balance.count(1, 1000)
    assert not balance.saves_much
