"""The report as one page of HTML, to look at in a browser; nothing is loaded from elsewhere."""

from __future__ import annotations

from secateur.report.format import text_format
from secateur.report.material import AnswerKind, Material


def to_html(material: Material) -> str:
    if material.origin is AnswerKind.EXPLORE:
        from secateur.report.pages.explore_page import explore_page  # noqa: PLC0415 - jinja2 is slow to import

        return explore_page(material)
    if material.origin is AnswerKind.COMPARE:
        from secateur.report.pages.compare_page import compare_page  # noqa: PLC0415

        return compare_page(material)
    from secateur.report.pages.diff_page import diff_page  # noqa: PLC0415

    return diff_page(material)


FORMAT = text_format(
    "html",
    "report.html",
    "a page to look at: findings with their paths, source with coverage, the tree of paths, plots",
    (AnswerKind.EXPLORE, AnswerKind.COMPARE, AnswerKind.DIFF),
    to_html,
)
