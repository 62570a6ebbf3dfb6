"""`secateur.toml` as a project: which functions are explored, with which options, and what becomes of the findings.

[project]
functions = ["src/*.c:*"]
exclude = ["*:debug_*"]

[budget]
cpu = 10

[[override]]
functions = ["src/parser.c:*"]
inputs.string = 8

Sections are the groups of options of `explore`; its other options stand in `[explore]`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath
from typing import Any

from secateur.contracts.declared.project import FILE, ProjectFileError, project_file
from secateur.errors import OptionError, choices
from secateur.options import assemble, options_of
from secateur.options.jobs import ExploreOptions

#: CPU seconds for each function, if the file sets no limit.
SECONDS_EACH = 10.0
#: The section of options that belong to no group.
OWN = "explore"
#: Options that a file cannot give: it is data of the project, which may be somebody else's. They switch off the fence,
#: or run Python code.
_FORBIDDEN = frozenset(("trust", "plugin"))
#: Options that say where to write, or belong to one run.
_OF_ONE_RUN = frozenset(("out", "resume", "trace", "postconditions", "audit", "audit_budget"))
_OTHERS = ("contracts", "override", "project")


@dataclass(frozen=True, slots=True)
class Override:
    """Other options for some functions."""

    functions: tuple[str, ...]
    keywords: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ProjectSettings:
    """What the file says. `root`: the folder it is in; all paths are relative to it. `link`: folders whose files are
    linked where they are needed (empty: those of the functions). `jobs`: None means the number of processors."""

    root: Path
    functions: tuple[str, ...] = ("**/*.c:*",)
    exclude: tuple[str, ...] = ()
    link: tuple[str, ...] = ()
    out: str = "secateur-out"
    baseline: str = "baseline.json"
    formats: tuple[str, ...] = ()
    jobs: int | None = None
    keywords: Mapping[str, Any] | None = None
    overrides: tuple[Override, ...] = ()

    @property
    def folder(self) -> Path:
        """For the files of the runs."""
        return self.root / self.out

    def options_for(self, file: str, name: str) -> ExploreOptions:
        """Later overrides win."""
        given = dict(self.keywords or {})
        for each in self.overrides:
            if any(matches(pattern, file, name) for pattern in each.functions):
                given |= each.keywords
        if given.get("cpu") is None and given.get("timeout") is None:
            given["cpu"] = SECONDS_EACH
        return assemble(ExploreOptions, {"check_tests": True, "keep": "auto", "jobs": 1, **given})


def matches(pattern: str, file: str, name: str) -> bool:
    """`file.c:name` with wildcards; without a colon, the name of a function. `**` stands for any folders."""
    files, colon, function = pattern.rpartition(":")
    if not colon:
        return fnmatchcase(name, pattern)
    return fnmatchcase(name, function) and (fnmatchcase(file, files) or _is_within(file, files))


def _is_within(file: str, pattern: str) -> bool:
    """`**/` also stands for no folder at all."""
    return pattern.startswith("**/") and PurePosixPath(file).match(pattern.removeprefix("**/"))


def settings_of(folder: Path) -> ProjectSettings:
    """The project of a folder: the nearest `secateur.toml`, there or above. Raises ProjectFileError."""
    file = project_file(folder / FILE)
    if file is None:
        raise ProjectFileError(f"there is no {FILE} here or above", str(folder), "secateur init writes one")
    return settings_in(file)


def settings_in(file: Path) -> ProjectSettings:
    """What a file says. Raises ProjectFileError."""
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ProjectFileError(str(error), str(file)) from None
    section = _section(data, "project", file)
    known = ("functions", "exclude", "link", "out", "baseline", "formats", "jobs")
    for name in section:
        if name not in known:
            raise ProjectFileError(f"project.{name} is unknown", str(file), choices(name, known))
    lists = {name: _texts(section[name], f"project.{name}", file) for name in known if name in _LISTS & set(section)}
    texts = {name: _text(section[name], f"project.{name}", file) for name in ("out", "baseline") if name in section}
    jobs = section.get("jobs")
    if jobs is not None and (not isinstance(jobs, int) or isinstance(jobs, bool) or jobs < 1):
        raise ProjectFileError("project.jobs must be a whole number of at least 1", str(file))
    for name, place in texts.items():
        _require_inside(place, f"project.{name}", file)
    overrides = tuple(_overrides(data.get("override", []), file))
    keywords = _keywords(data, file, "", _OTHERS)
    return ProjectSettings(file.parent, jobs=jobs, keywords=keywords, overrides=overrides, **lists, **texts)  # type: ignore[arg-type]


_LISTS = frozenset(("functions", "exclude", "link", "formats"))


def _require_inside(place: str, name: str, file: Path) -> None:
    """What is written stays in the project."""
    path = (file.parent / place).resolve()
    if not path.is_relative_to(file.parent.resolve()) or path == file.parent.resolve():
        raise ProjectFileError(f"{name} = {place!r} is not inside of the project", str(file))


def _overrides(data: Any, file: Path) -> Iterator[Override]:
    if not isinstance(data, list):
        raise ProjectFileError("override is no list of sections", str(file), "write [[override]]")
    for each in data:
        if "functions" not in each:
            raise ProjectFileError("[[override]] has no functions", str(file), 'write functions = ["file.c:name"]')
        functions = _texts(each["functions"], "override.functions", file)
        yield Override(functions, _keywords(each, file, "override.", ("functions",)))


def _keywords(data: Mapping[str, Any], file: Path, prefix: str, others: tuple[str, ...]) -> dict[str, Any]:
    """The options of all sections, by keyword. Each is checked here, so that the message names its section."""
    places = {each.name: each for each in options_of(ExploreOptions) if each.name not in _OF_ONE_RUN}
    sections = (*dict.fromkeys(each.group or OWN for each in places.values()), *others)
    given: dict[str, Any] = {}
    for name in data:
        if name not in sections:
            raise ProjectFileError(f"[{prefix}{name}] is unknown", str(file), choices(name, sections))
        if name in others:
            continue
        for key, value in _section(data, name, file).items():
            known = tuple(each for each, place in places.items() if (place.group or OWN) == name)
            if key in _FORBIDDEN:
                raise ProjectFileError(f"{prefix}{name}.{key} cannot be given in a file", str(file), "it is an option")
            if key not in known:
                raise ProjectFileError(f"{prefix}{name}.{key} is unknown", str(file), choices(key, known))
            try:
                given[key] = places[key].checked(value)
            except OptionError as error:
                raise ProjectFileError(f"{prefix}{name}.{key}: {error.problem}", str(file), error.advice) from None
    return given


def _section(data: Mapping[str, Any], name: str, file: Path) -> Mapping[str, Any]:
    section = data.get(name, {})
    if not isinstance(section, dict):
        raise ProjectFileError(f"{name} is no section", str(file), f"write [{name}]")
    return section


def _texts(value: Any, name: str, file: Path) -> tuple[str, ...]:
    given = [value] if isinstance(value, str) else value
    if not isinstance(given, list) or not all(isinstance(each, str) and each for each in given):
        raise ProjectFileError(f"{name} must be a list of texts", str(file))
    return tuple(given)


def _text(value: Any, name: str, file: Path) -> str:
    if not isinstance(value, str) or not value:
        raise ProjectFileError(f"{name} must be a text", str(file))
    return value
