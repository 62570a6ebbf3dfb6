"""What is to be explored for a project, function by function, and what each answer depends on."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from secateur import __version__
from secateur.contracts.declared.project import FILE
from secateur.frontend.cache import default_cache
from secateur.frontend.definitions import defined_names
from secateur.harness.linking import c_files
from secateur.jobs.function_folders import function_folders
from secateur.jobs.project_function import FunctionTask
from secateur.jobs.project_targets import ProjectTarget
from secateur.options import settings as settings_json
from secateur.project.kept import KeptState, hash_of
from secateur.project.settings import ProjectSettings


def tasks_of(
    settings: ProjectSettings, targets: Sequence[ProjectTarget], states: Mapping[str, KeptState]
) -> Iterator[FunctionTask]:
    """`states`: those of the last run that may be taken over."""
    folders = settings.link or tuple(dict.fromkeys(os.path.dirname(each.file) or "." for each in targets))
    definitions = _definitions(folders, settings)
    contracts = _contracts()
    names = function_folders([(each.file, each.name) for each in targets])
    for each in targets:
        folder = Path(settings.out) / names[each.file, each.name]
        options = replace(settings.options_for(each.file, each.name), out=folder)
        specs = (f"{each.file}:{each.name}", *folders)
        question = hash_of(__version__, json.dumps([specs, settings_json(options)]), contracts)
        yield FunctionTask(
            each.file, each.name, specs, options, question, definitions, states.get(f"{each.file}:{each.name}")
        )


def _definitions(folders: Sequence[str], settings: ProjectSettings) -> str:
    """Which names the files define that can be linked: if that changes, another file may be linked."""
    store = default_cache()
    out = Path(settings.out)
    files = (file for folder in folders for file in c_files(Path(folder)) if not file.is_relative_to(out))
    return hash_of(*(f"{file} {' '.join(sorted(defined_names(file, store)))}" for file in dict.fromkeys(files)))


def _contracts() -> str:
    """What the file says about contracts."""
    return json.dumps(tomllib.loads(Path(FILE).read_text(encoding="utf-8")).get("contracts", {}))
