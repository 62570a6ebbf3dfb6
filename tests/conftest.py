"""For all tests: nothing fails because the computer is busy, or waits for a measurement that was interrupted."""

from __future__ import annotations

import sys

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("secateur", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("secateur")


@pytest.fixture(scope="session", autouse=True)
def _interrupted_coverage() -> None:
    """Alarms and Ctrl-C raise anywhere, also where coverage has just taken its lock, which nobody would release. It is
    for threads that run code while data are saved: there are none."""
    measuring = sys.modules.get("coverage")
    current = None if measuring is None else measuring.Coverage.current()
    if current is not None and current._collector is not None:
        current._collector.data_lock = None
