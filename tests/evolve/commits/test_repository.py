"""The files of a commit, unpacked."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

import pytest

from secateur.evolve.commits.repository import _extract


def _archive() -> tarfile.TarFile:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as packed:
        for name in ("src/a.c", "../outside.c"):
            member = tarfile.TarInfo(name)
            member.size = 1
            packed.addfile(member, io.BytesIO(b"x"))
        link = tarfile.TarInfo("link")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc"
        packed.addfile(link)
    return tarfile.open(fileobj=io.BytesIO(made.getvalue()))


def test_nothing_leads_out_where_python_has_no_filter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(tarfile, "data_filter", raising=False)
    inside = tmp_path / "inside"
    _extract(_archive(), inside)
    assert (inside / "src/a.c").read_text() == "x"
    assert not (tmp_path / "outside.c").exists()
    assert not (inside / "link").is_symlink()
