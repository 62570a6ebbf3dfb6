"""The techniques that can be chosen, by name. `secateur.exploration.plugins.registry` makes the usual one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING, cast

from secateur.errors import OptionError, SecateurError

if TYPE_CHECKING:
    from secateur.exploration.technique import Technique


class PluginError(SecateurError):
    """A technique from outside that cannot be used: where it comes from, and why not."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A technique that was found but cannot be used. `for_changes` is None if it was not even loaded."""

    name: str
    reason: str
    for_changes: bool | None = None


#: "module:Class", imported when asked for; or the class itself.
Source = str | type["Technique"]


@dataclass(frozen=True, slots=True)
class Registry:
    """`programs` explore one program, `changes` the new one of two versions. A name may stand in both, as `dgse` does,
    for two techniques. `unusable` ones were found but cannot be chosen; a usable one of the same name is preferred."""

    programs: Mapping[str, Source]
    changes: Mapping[str, Source]
    unusable: tuple[Broken, ...] = ()

    def names(self, for_changes: bool = False) -> tuple[str, ...]:
        """What can be chosen. Imports nothing."""
        return tuple(self._known(for_changes))

    def broken(self) -> tuple[tuple[str, str], ...]:
        """The techniques that were found but cannot be chosen: name and reason."""
        return tuple((each.name, each.reason) for each in self.unusable)

    def find(self, name: str, for_changes: bool = False) -> type[Technique]:
        """The technique of a name. An OptionError says what is wrong with the name, a PluginError why the technique
        cannot be used."""
        source = self._known(for_changes).get(name)
        if source is None:
            for each in self.unusable:
                if each.name == name and each.for_changes in (None, for_changes):
                    raise PluginError(each.reason)
            raise self._refusal(name, for_changes)
        return _load(source) if isinstance(source, str) else source

    def with_technique(self, technique: type[Technique], where: str) -> Registry:
        """This registry and one more technique; `where` it comes from is named if it cannot be added."""
        known = self._known(technique.for_changes)
        if technique.name in known:
            raise PluginError(f"there is already a technique called '{technique.name}'", where, "give it another name")
        added = {**known, technique.name: technique}
        return replace(self, changes=added) if technique.for_changes else replace(self, programs=added)

    def with_broken(self, name: str, reason: str, for_changes: bool | None = None) -> Registry:
        """This registry and one more technique that cannot be used; all others stay usable."""
        return replace(self, unusable=(*self.unusable, Broken(name, reason, for_changes)))

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
