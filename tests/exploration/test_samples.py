"""How much a cut saves, from samples."""

from __future__ import annotations

from secateur.exploration.samples import DISTANCE, ENOUGH, SHARE, SMALL, Samples


def test_without_samples_a_cut_saves_its_weight() -> None:
    assert Samples().saved(1_000) == 1_000


def test_samples_correct_the_weight() -> None:
    samples = Samples()
    sample = samples.take(1_000, 100 * SHARE)
    assert sample is not None
    samples.count(sample, 60, 1)
    samples.count(sample, 40, -2)
    assert samples.saved(500) == 50


def test_a_sample_that_takes_too_long_is_given_up() -> None:
    samples = Samples()
    sample = samples.take(1_000, 100 * SHARE)
    assert sample is not None
    samples.count(sample, 101, 2)
    assert sample.is_given_up
    samples.count(sample, 0, -3)
    assert samples.saved(500) == 500, "nothing is known"


def test_few_cuts_are_sampled() -> None:
    samples = Samples()
    taken = [samples.take(10_000, 1_000_000) is not None for _ in range(2 * DISTANCE + 1)]
    assert taken == [True, *[False] * (DISTANCE - 1)] * 2 + [True]
    assert samples.take(0, 1_000_000) is None
    samples.spent = 1_000_000
    assert all(samples.take(10_000, 1_000_000) is None for _ in range(2 * DISTANCE)), "they have taken their share"


def test_small_cuts_say_little_and_need_not_be_sampled() -> None:
    work = 1_000 * SHARE
    assert Samples().take(1_000 // SMALL - 1, work) is None
    assert Samples().take(1_000 // SMALL, work) is not None


def test_a_sample_waits_until_it_can_be_finished() -> None:
    samples = Samples()
    samples.spent = 1_000 - 1_000 // ENOUGH + 1
    assert samples.take(5_000, 1_000 * SHARE) is None
    samples.spent -= 1
    assert samples.take(5_000, 1_000 * SHARE) is not None
