"""Shared by the front end's tests: their own cache, and the compiler."""

from __future__ import annotations

import pytest

from secateur.frontend.cache import Cache, default_cache
from secateur.frontend.library import library_key, load_library
from secateur.frontend.toolchain import Toolchain, find_toolchain


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Cache:
    """Nothing is in it but the runtime library, which takes seconds to compile."""
    made, usual = Cache(tmp_path_factory.mktemp("cache")), default_cache()
    chain = find_toolchain(usual)
    load_library(usual, chain)
    hit = usual.load(library_key(chain))
    if hit is not None:
        made.save(library_key(chain), hit.data, ())
    return made


@pytest.fixture(scope="session")
def toolchain(store: Cache) -> Toolchain:
    return find_toolchain(store)
