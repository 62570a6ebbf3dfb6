"""Which C files of a tree read which others, as far as the text shows it.

The text decides only what is worth compiling, and where a header is looked for that the flags do not lead to; what is
compiled is compared by its code.
"""

from __future__ import annotations

import os
import posixpath
import re
from collections import defaultdict
from collections.abc import Iterable

from secateur.evolve.commits.repository import Tree

_INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*(["<])([^">\n]+)[">]', re.MULTILINE)
#: Not *latest* or *contest*.
_TEST = re.compile(r"(^|[^a-z]|unit|self|auto|c|u|g)tests?(?![a-z])|(^|[^a-z])test")
_CPLUSPLUS = (".cc", ".cpp", ".cxx", ".hpp", ".hh")
_SUFFIXES = (*_CPLUSPLUS, ".c", ".h", ".inc", ".inl", ".def", ".tbl", ".x", ".i", ".y", ".l")


class TreeText:
    """The C files of a tree, and the text of each."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.files = tuple(f for f in tree.files if f.endswith(_SUFFIXES))
        self.units = tuple(f for f in self.files if f.endswith(".c"))
        self._known = frozenset(self.files)
        self._texts: dict[str, bytes] = {}
        self._named: dict[str, list[str]] = defaultdict(list)
        for file in self.files:
            self._named[posixpath.basename(file)].append(file)

    def text(self, file: str) -> bytes:
        if file not in self._texts:
            try:
                self._texts[file] = self.tree.path(file).read_bytes()
            except OSError:
                self._texts[file] = b""
        return self._texts[file]

    def includes(self, file: str) -> list[str]:
        return [os.fsdecode(name) for _, name in _INCLUDE.findall(self.text(file))]

    def found(self, name: str, file: str) -> list[str]:
        """The files that an `#include` may mean: the one beside it, or else all with that name."""
        beside = posixpath.normpath(posixpath.join(posixpath.dirname(file), name))
        if beside in self._known:
            return [beside]
        end = "/" + posixpath.normpath(name).lstrip("./")
        return [each for each in self._named[posixpath.basename(name)] if f"/{each}".endswith(end)]

    def is_foreign(self, file: str) -> bool:
        """Is it C++, or a header that only C++ reads?"""
        if file.endswith(_CPLUSPLUS):
            return True
        users = [each for each in self.files if any(file in self.found(name, each) for name in self.includes(each))]
        return file.endswith(".h") and bool(users) and all(user.endswith(_CPLUSPLUS) for user in users)

    def readers(self, changed: Iterable[str]) -> list[str]:
        """The units that read one of these files, directly or through others, and those files that no unit reads."""
        wanted = set(changed)
        users: dict[str, set[str]] = defaultdict(set)
        if any(not file.endswith(".c") for file in wanted):
            for file in self.files:
                for name in self.includes(file):
                    for each in self.found(name, file):
                        users[each].add(file)
        reached, todo = set(wanted), list(wanted)
        while todo:
            todo += (new := users[todo.pop()] - reached)
            reached |= new
        units = {file for file in reached if file.endswith(".c") and file in self._known}
        alone = {f for f in wanted if f.endswith(".h") and f in self._known and not users[f]}
        return [file for file in self.files if file in units or file in alone]

    def folders(self, unit: str) -> list[str]:
        """Where to look for the headers that are not beside the file that includes them; the closest one, if several
        have the name."""
        found: dict[str, None] = {}
        seen, todo = {unit}, [unit]
        while todo:
            file = todo.pop(0)
            for name in self.includes(file):
                meant = self.found(name, file)
                if not meant:
                    continue
                best = min(meant, key=lambda each: (-len(posixpath.commonpath(["/" + each, "/" + unit])), each))
                if posixpath.normpath(posixpath.join(posixpath.dirname(file), name)) != best:
                    found[best[: -len(posixpath.normpath(name).lstrip("./"))].rstrip("/")] = None
                if best not in seen:
                    seen.add(best)
                    todo.append(best)
        return list(found)

    def mentioning(self, name: str) -> list[str]:
        """The units in whose text a word occurs."""
        word = name.encode()
        return [unit for unit in self.units if word in self.text(unit)]


def is_test(file: str) -> bool:
    """Is it part of the project's own tests or examples, by its name?"""
    parts = file.lower().split("/")
    return is_example(file) or any(_TEST.search(part) or part.startswith(("bench", "fuzz")) for part in parts)


def is_example(file: str) -> bool:
    """Is it one of the project's examples?"""
    return any(part.startswith("example") for part in file.lower().split("/"))
