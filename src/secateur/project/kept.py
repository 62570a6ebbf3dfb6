"""What an answer of an earlier run was made of: as long as that is the same, the answer is, too."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

FORMAT = 2
STATE_FILE = "state.json"


@dataclass(frozen=True, slots=True)
class KeptState:
    """Of one function. `question`: of the options, the contracts and the version; `definitions`: of which names the
    files define that may be linked; `files`: the content of each file that was compiled; `digest`: of the compiled
    program and of what a valid call is. Functions that could not be explored are tried again, so there is none."""

    question: str
    definitions: str
    files: Mapping[str, str]
    digest: str

    def is_current(self, question: str, definitions: str, hashes: FileHashes) -> bool:
        """Has nothing changed that was compiled, or could be?"""
        same = self.question == question and self.definitions == definitions
        return same and all(hashes.of(name) == value for name, value in self.files.items())


class FileHashes:
    """The hash of a file's content, computed once."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def of(self, name: str) -> str:
        """Empty if the file cannot be read."""
        if name not in self._known:
            try:
                self._known[name] = hashlib.sha256(Path(name).read_bytes()).hexdigest()
            except OSError:
                self._known[name] = ""
        return self._known[name]

    def of_all(self, names: Iterable[str]) -> dict[str, str]:
        return {name: self.of(name) for name in names}


def hash_of(*parts: str) -> str:
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogateescape")
        digest.update(b"%d:" % len(data) + data)
    return digest.hexdigest()


def load_state(folder: Path) -> dict[str, KeptState]:
    """By function (`file.c:name`). Empty if there is none, or in another format: then all is explored."""
    try:
        data = json.loads((folder / STATE_FILE).read_text(encoding="utf-8"))
        if data["format"] != FORMAT:
            return {}
        return {name: KeptState(**each) for name, each in data["functions"].items()}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def state_json(states: Mapping[str, KeptState]) -> str:
    functions = {name: asdict(states[name]) for name in sorted(states)}
    return json.dumps({"format": FORMAT, "functions": functions}) + "\n"
