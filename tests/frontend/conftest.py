"""Shared by the front end's tests: their own cache, and the compiler."""

from __future__ import annotations

import pytest

from secateur.frontend.cache import Cache
from secateur.frontend.toolchain import Toolchain, find_toolchain


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Cache:
    return Cache(tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="session")
def toolchain(store: Cache) -> Toolchain:
    return find_toolchain(store)
