"""What a hostile program tries natively is stopped, and what was found out about it stays."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import secateur

ATTACKS = Path(__file__).with_name("attacks.c").read_text()
NAMES = re.findall(r"X\((\w+)\)", ATTACKS)


def hostile(place: Path) -> Path:
    """A program in which each fault comes after one attack, which only a build with sanitizers has."""
    faults = "\n".join(f"    case {number}: return 1 / (which - {number});" for number in range(len(NAMES)))
    place.joinpath("victim").write_text("as it was")
    place.joinpath("victim").chmod(0o666)
    place.joinpath("secret").write_text("nobody knows")
    place.joinpath("secret").chmod(0o600)
    place.joinpath("removable").write_text("")
    place.joinpath("folder").mkdir()
    source = place / "attack.c"
    source.write_text(
        f'#if __has_feature(address_sanitizer)\n#define PLACE "{place}"\n{ATTACKS}\n#else\n'
        "static int attempt(int which) { return 0; }\n#endif\n"
        f"int f(int which) {{\n    if (attempt(which)) return 0;\n    switch (which) {{\n{faults}\n    }}\n"
        "    return 0;\n}\n"
    )
    return source


def state(place: Path) -> list[tuple[str, int, float, bytes]]:
    """All that an attack could change."""
    found = []
    for path in sorted(place.iterdir()):
        about = path.stat()
        found.append((path.name, about.st_mode, about.st_mtime, path.read_bytes() if path.is_file() else b""))
    return found


def got_out(run: secateur.Run) -> set[str]:
    """The attacks after which the predicted fault did not come."""
    assert len(run.faults) == len(NAMES)  # the result of the exploration is there
    return {NAMES[fault.test.recorded[0].data[0]] for fault in run.faults if fault.confirmed is not True}


def test_no_attack_gets_out(tmp_path: Path) -> None:
    place = tmp_path / "place"
    place.mkdir()
    source = hostile(place)
    before = state(place)
    run = secateur.explore(f"{source}:f")
    assert got_out(run) == set()
    assert state(place) == before
    replayed = secateur.replay(run.write(tmp_path / "out"))
    assert (len(replayed.tests), replayed.failed) == (len(run.tests), ())
    assert state(place) == before


def test_the_attacks_are_real(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the fence nearly all of them succeed."""
    place = tmp_path / "place"
    place.mkdir()
    (tmp_path / "current").mkdir()
    monkeypatch.chdir(tmp_path / "current")
    run = secateur.explore(f"{hostile(place)}:f", trust=True)
    assert len(got_out(run)) > len(NAMES) // 2
    assert got_out(run) >= {"writes_elsewhere", "reads_secret", "runs_commands", "forks", "listens", "signals"}
    assert (place / "mark").exists()
