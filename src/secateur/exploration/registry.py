"""The techniques that can be chosen, by name. `secateur.exploration.plugins.registry` makes the usual one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, cast

from secateur.errors import OptionError, SecateurError

if TYPE_CHECKING:
    from secateur.exploration.technique import Technique


class PluginError(SecateurError):
    """A technique from outside that cannot be used: where it comes from, and why not."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A technique that was found but cannot be loaded."""

    reason: str


#: "module:Class", imported when asked for; or the class itself.
Source = str | type["Technique"] | Broken


@dataclass(frozen=True, slots=True)
class Registry:
    """`programs` explore one program, `changes` the new one of two versions. A name may stand in both, as `dgse` does,
    for two techniques."""

    programs: Mapping[str, Source]
    changes: Mapping[str, Source]

    def names(self, for_changes: bool = False) -> tuple[str, ...]:
        """What can be chosen. Imports nothing."""
        return tuple(name for name, source in self._known(for_changes).items() if not isinstance(source, Broken))

    def find(self, name: str, for_changes: bool = False) -> type[Technique]:
        """The technique of a name. An OptionError says what is wrong."""
        source = self._known(for_changes).get(name)
        if source is None:
            raise self._refusal(name, for_changes)
        if isinstance(source, Broken):
            raise PluginError(source.reason)
        return _load(source) if isinstance(source, str) else source

    def with_technique(self, technique: type[Technique], where: str) -> Registry:
        """This registry and one more technique; `where` it comes from is named if it cannot be added."""
        known = self._known(technique.for_changes)
        if technique.name in known:
            raise PluginError(f"there is already a technique called '{technique.name}'", where, "give it another name")
        return self._with(technique.name, technique, technique.for_changes)

    def with_broken(self, name: str, reason: str) -> Registry:
        """This registry with a name that cannot be used; other names stay usable."""
        if name in self.programs:
            return self
        return self._with(name, Broken(reason), False)

    def _with(self, name: str, source: Source, for_changes: bool) -> Registry:
        if for_changes:
            return Registry(self.programs, {**self.changes, name: source})
        return Registry({**self.programs, name: source}, self.changes)

    def _known(self, for_changes: bool) -> Mapping[str, Source]:
        return self.changes if for_changes else self.programs

    def _refusal(self, name: str, for_changes: bool) -> OptionError:
        names = self.names(for_changes)
        if name in self._known(not for_changes):
            use = "explores one program, not a change" if for_changes else "explores a change, not one program"
            return OptionError("technique", name, use, f"choose from {', '.join(names)}")
        return OptionError("technique", name, known=names)


def _load(source: str) -> type[Technique]:
    module, _, name = source.partition(":")
    return cast("type[Technique]", getattr(import_module(module), name))
