"""Makes a page from a template. All text is escaped, unless it was made by us and says so (`Markup`)."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from secateur import __version__
from secateur.report.finding_text import completeness
from secateur.report.sentences import count_of

_FOLDER = Path(__file__).parent / "templates"


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["count_of"] = count_of
    environment.filters["data"] = script_data
    environment.filters["marked"] = marked
    environment.filters["completeness"] = completeness
    environment.filters["grouped"] = lambda number: f"{number:,}"
    return environment


def page(template: str, **values: Any) -> str:
    """The page as text; style and scripts are part of it."""
    own = {name: Markup((_FOLDER / name).read_text("utf-8")) for name in ("style.css", "page.js")}
    made = (
        _environment()
        .get_template(template)
        .render(version=__version__, style=own["style.css"], script=own["page.js"], **values)
    )
    return made.encode("utf-8", "replace").decode()


def marked(text: str) -> Markup:
    """A sentence of ours: what is in backquotes is code."""
    parts = [str(escape(part)) for part in text.split("`")]
    if len(parts) % 2 == 0:  # a backquote that nothing closes
        return escape(text)
    return Markup("".join(f"<code>{part}</code>" if number % 2 else part for number, part in enumerate(parts)))


def script_data(value: Any) -> Markup:
    """JSON that may stand in a `script` element: nothing in it can end that."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=True)
    return Markup(text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e"))
