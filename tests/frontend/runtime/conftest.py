from __future__ import annotations

import pytest

from secateur.frontend.toolchain import Toolchain

from .native import Native


@pytest.fixture(scope="session")
def native(toolchain: Toolchain) -> Native:
    return Native(toolchain)
