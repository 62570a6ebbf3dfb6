"""For all tests: nothing fails because the computer is busy."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile("secateur", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("secateur")
