"""The cache returns only results that are still valid, and treats errors as misses."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from secateur.frontend import cache as module
from secateur.frontend.cache import Cache, default_cache


@pytest.fixture
def fresh(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "cache")


def test_what_was_saved_is_found(fresh: Cache) -> None:
    key = fresh.key("question")
    assert fresh.load(key) is None
    fresh.save(key, b"answer", ())
    hit = fresh.load(key)
    assert hit is not None
    assert (hit.data, hit.files) == (b"answer", ())


def test_keys_keep_their_parts_apart() -> None:
    assert Cache.key("ab", "c") != Cache.key("a", "bc") != Cache.key("abc")
    assert Cache.key("1:a") != Cache.key("", "a")


def test_a_changed_file_is_a_miss_and_changing_it_back_a_hit(fresh: Cache, tmp_path: Path) -> None:
    header, key = tmp_path / "a.h", fresh.key("q")
    for content, answer in (("one", b"1"), ("two", b"2")):
        header.write_text(content)
        assert fresh.load(key) is None
        fresh.save(key, answer, [str(header)])
    for content, answer in (("one", b"1"), ("two", b"2"), ("one", b"1")):
        header.write_text(content)
        hit = fresh.load(key)
        assert hit is not None
        assert (hit.data, hit.files) == (answer, (str(header),))
    header.unlink()
    assert fresh.load(key) is None


def test_a_file_changed_during_the_work_is_not_remembered(fresh: Cache, tmp_path: Path) -> None:
    header, key = tmp_path / "a.h", fresh.key("q")
    header.write_text("new")
    started = time.time_ns()
    os.utime(header, ns=(started + 1, started + 1))
    fresh.save(key, b"old", [str(header)], since=started)
    assert fresh.load(key) is None
    os.utime(header, ns=(started - 1, started - 1))
    fresh.save(key, b"new", [str(header)], since=started)
    assert fresh.load(key) is not None


def test_damaged_files_are_misses(fresh: Cache) -> None:
    key = fresh.key("q")
    fresh.save(key, b"answer", ())
    assert fresh.folder is not None
    (data,) = fresh.folder.rglob("*.data")
    data.write_bytes(b"answ")
    assert fresh.load(key) is None
    fresh.save(key, b"answer", ())
    (listing,) = fresh.folder.rglob("*.json")
    for damage in (b"", b"[", b"{}", b'[{"files": 1}]', b"[[1, 2]]", b"[1]", b"\xff\xff"):
        listing.write_bytes(damage)
        assert fresh.load(key) is None
        fresh.save(key, b"answer", ())
        assert fresh.load(key) is not None


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "file" / "below", Path("/dev/null/x"), None):
        store = Cache(folder)
        store.save(store.key("q"), b"a", ())
        assert store.load(store.key("q")) is None


def test_nothing_half_written_stays(fresh: Cache) -> None:
    for number in range(20):
        fresh.save(fresh.key(str(number)), b"x" * number, ())
    assert fresh.folder is not None
    assert not [path for path in fresh.folder.rglob("*") if path.name.startswith(".new")]


def test_old_entries_make_room(fresh: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_FILES_PER_SHELF", 4)
    for number in range(200):
        fresh.save(f"ab{number:062}", b"same", ())
    assert fresh.folder is not None
    assert len(list((fresh.folder / "ab").iterdir())) <= 4


def test_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECATEUR_CACHE", "/somewhere")
    assert default_cache().folder == Path("/somewhere")
    monkeypatch.delenv("SECATEUR_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/x")
    assert default_cache().folder == Path("/x/secateur")
    monkeypatch.setenv("XDG_CACHE_HOME", "not/absolute")
    monkeypatch.setenv("HOME", "/home/me")
    assert default_cache().folder == Path("/home/me/.cache/secateur")


def test_a_folder_that_others_can_write_to_is_not_used(tmp_path: Path) -> None:
    """What is in the cache becomes part of programs that are run."""
    own, shared = tmp_path / "own", tmp_path / "shared"
    mask = os.umask(0)  # as permissive as it gets
    try:
        Cache(own).save("aa", b"data", ())
    finally:
        os.umask(mask)
    assert own.stat().st_mode & 0o077 == 0
    assert Cache(own).load("aa") is not None
    shared.mkdir()
    shared.chmod(0o775)
    Cache(shared).save("aa", b"data", ())
    assert list(shared.iterdir()) == []
    own.chmod(0o777)
    assert Cache(own).load("aa") is None


def test_a_folder_of_another_user_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Cache(tmp_path)
    store.save("aa", b"data", ())
    monkeypatch.setattr(os, "geteuid", lambda: tmp_path.stat().st_uid + 1)
    assert Cache(tmp_path).load("aa") is None
