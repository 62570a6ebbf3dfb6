"""The reports in a real browser: every page, filter, link and zoom works, nothing is said on the console."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import DECISIONS, WatchedPage

pytestmark = pytest.mark.browser

IMAGES = Path(__file__).parents[2] / "docs" / "img"
#: The largest report, from the request to a page that can be used.
SECONDS = 2.0


def picture(page: Page, name: str, height: int = 860) -> None:
    """Written only on request: two browsers never draw the same."""
    if os.environ.get("SCREENSHOTS"):
        page.set_viewport_size({"width": 1280, "height": height})
        page.wait_for_timeout(400)
        page.screenshot(path=str(IMAGES / f"{name}.png"))


def links_that_lead_nowhere(page: Page) -> list[str]:
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('a[href^="#"]')].map((a) => a.getAttribute('href').slice(1))
               .filter((id) => !document.getElementById(id))"""
    )
    return found


@pytest.mark.parametrize("name", ["json", "options", "several", "diff", "compare", "many"])
def test_every_section_can_be_reached(watched: WatchedPage, reports: dict[str, Path], name: str) -> None:
    page = watched.open(reports[name])
    assert links_that_lead_nowhere(page) == []
    for link in page.locator(".top nav a").all():
        link.click()
        target = str(link.get_attribute("href"))
        expect(page.locator(target)).to_be_in_viewport()


@pytest.mark.parametrize("name", ["json", "several", "diff", "compare"])
def test_whoever_cannot_see_or_point_can_use_it(watched: WatchedPage, reports: dict[str, Path], name: str) -> None:
    page = watched.open(reports[name])
    assert page.locator("h1").count() == 1
    nameless = page.evaluate(
        """() => [...document.querySelectorAll('button, select, input, a, svg[role=img], [role=region]')]
               .filter((each) => !each.textContent.trim() && !each.getAttribute('aria-label') && !each.labels?.length)
               .map((each) => each.outerHTML)"""
    )
    assert nameless == []
    headless = page.evaluate(
        """() => [...document.querySelectorAll('table')]
               .filter((each) => each.rows.length && !each.querySelector('th')).length"""
    )
    assert headless == 0
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.textContent") == "Skip to the content"
    focused = set()
    for _ in range(5):
        page.keyboard.press("Tab")
        focused.add(page.evaluate("() => document.activeElement.tagName"))
    assert focused <= {"A", "BUTTON", "SUMMARY", "SELECT", "INPUT", "DIV"}


def contrast(page: Page, selector: str) -> float:
    """The ratio of the lightness of text and background, as WCAG defines it."""
    ratio: float = page.evaluate(
        """(selector) => {
          const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
          const light = (colour) => {
            canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
            const parts = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((each) => each / 255)
              .map((each) => each <= 0.03928 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
            return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
          };
          const node = document.querySelector(selector);
          let behind = node;
          const back = () => getComputedStyle(behind).backgroundColor;
          while (back() === 'rgba(0, 0, 0, 0)') behind = behind.parentElement;
          const both = [light(getComputedStyle(node).color), light(back())].sort((a, b) => b - a);
          return (both[0] + 0.05) / (both[1] + 0.05);
        }""",
        selector,
    )
    return ratio


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read_in_light_and_dark(watched: WatchedPage, reports: dict[str, Path], scheme: str) -> None:
    page = watched.page
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    watched.open(reports["json"])
    for selector in ("body", ".quiet", ".verdict", ".pill.bad", "dt", ".source .ln a", "i.c", "i.k", "i.s", "i.n"):
        assert contrast(page, selector) >= 4.5, selector
    before = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    page.locator("#theme").click()
    assert page.evaluate("() => getComputedStyle(document.body).backgroundColor") != before


def test_findings(watched: WatchedPage, reports: dict[str, Path]) -> None:
    page = watched.open(reports["json"])
    picture(page, "report")
    first = page.locator("#finding1")
    expect(first).to_contain_text("out-of-bounds")
    expect(first).to_contain_text("confirmed natively")
    expect(first).to_contain_text("./tests test")
    steps = first.locator(".steps li")
    assert steps.count() > 3
    steps.first.locator("a").click()
    expect(page.locator(page.evaluate("() => location.hash"))).to_be_in_viewport()
    page.locator("#finding-contract").select_option("outside")
    expect(page.locator("#finding1")).to_be_hidden()
    page.locator("#finding-contract").select_option("")
    page.locator("#finding-kind").select_option("out-of-bounds")
    expect(page.locator("#finding1")).to_be_visible()
    page.locator("#finding1").scroll_into_view_if_needed()
    page.evaluate("() => { location.hash = ''; location.hash = 'finding1'; }")
    picture(page, "finding")


def test_source(watched: WatchedPage, reports: dict[str, Path]) -> None:
    page = watched.open(reports["json"])
    rows = page.locator(".source tbody tr")
    total = rows.count()
    page.locator("#source-filter").select_option("missed")
    shown = page.locator(".source tbody tr:visible").count()
    assert 0 < shown < total
    assert page.locator(".source tbody tr.missed:visible").count() == page.locator(".source tbody tr.missed").count()
    page.locator("#source-filter").select_option("")
    page.keyboard.press("n")
    one = page.evaluate("() => location.hash")
    page.locator("body").press("n")
    assert page.evaluate("() => location.hash") != one
    expect(page.locator(page.evaluate("() => location.hash"))).to_be_in_viewport()
    note = page.locator(".source .note a").first
    note.click()
    assert page.evaluate("() => location.hash").startswith("#finding")
    page.evaluate("() => { location.hash = 'source'; }")
    picture(page, "source")


def test_the_tree_can_be_zoomed(watched: WatchedPage, reports: dict[str, Path]) -> None:
    page = watched.open(reports["options"])
    page.evaluate("() => { location.hash = 'paths'; }")
    picture(page, "paths")
    expect(page.locator("#tree-told p")).to_contain_text("From the start")
    page.locator("#tree rect").nth(2).click()
    assert page.locator("#crumbs button").count() >= 2
    page.locator("#tree-told .zoom").first.focus()
    page.keyboard.press("Enter")
    depth = page.locator("#crumbs button").count()
    assert depth >= 3
    assert page.evaluate("() => document.activeElement.className").endswith(("zoom", "plain"))
    page.locator("#crumbs button").first.click()
    assert page.locator("#crumbs button").count() == 1


def test_cuts_are_in_the_tree(watched: WatchedPage, reports: dict[str, Path]) -> None:
    page = watched.open(reports["options"])
    assert page.locator("#tree .cut").count() > 0
    assert page.evaluate("() => JSON.parse(document.getElementById('paths-data').textContent)[0].cuts") != {}


def test_plots(watched: WatchedPage, reports: dict[str, Path]) -> None:
    page = watched.open(reports["options"])
    page.evaluate("() => { location.hash = 'time'; }")
    picture(page, "plots")
    assert page.locator("#time svg.plot").count() >= 3
    assert page.locator("#time svg.plot .curve").count() >= 3


def test_tests_can_be_found(watched: WatchedPage, reports: dict[str, Path]) -> None:
    page = watched.open(reports["json"])
    page.locator("#test-faulty").check()
    rows = page.locator("#test-table tbody tr")
    count = rows.count()
    assert count > 0
    assert page.locator("#test-table .pill.bad").count() == count
    page.locator("#test-faulty").uncheck()
    page.locator("#test-filter").fill("out-of-bounds")
    expect(rows).to_have_count(min(count, 100))
    side = page.locator("#test-table tbody tr td code").last.inner_text().split()[0]
    page.locator("#test-filter").fill(side)
    page.wait_for_timeout(300)
    assert all(side in text.split() for text in page.locator("#test-table tbody tr td:last-child").all_inner_texts())


def test_several_functions(watched: WatchedPage, reports: dict[str, Path]) -> None:
    page = watched.open(reports["several"])
    before = page.locator("#test-table tbody").inner_text()
    page.locator("#test-run").select_option(index=1)
    page.locator("#tree-run").select_option(index=1)
    assert page.locator("#test-table tbody").inner_text() != before


def test_nothing_of_the_program_is_run(watched: WatchedPage, reports: dict[str, Path]) -> None:
    """Its source and its output try to."""
    said: list[str] = []
    watched.page.on("dialog", lambda dialog: said.append(dialog.message))
    page = watched.open(reports["hostile"])
    page.locator("#test-filter").fill("alert")
    expect(page.locator("#test-table tbody tr").first).to_contain_text("<script>alert(1)</script>")
    assert page.locator("img").count() == 0
    assert said == []


def test_a_change(watched: WatchedPage, reports: dict[str, Path]) -> None:
    page = watched.open(reports["diff"])
    expect(page.locator("#differences article").first).to_contain_text("confirmed natively")
    assert page.locator(".two .removed").count() > 0
    assert page.locator(".two .impacted").count() > 0
    picture(page, "diff", 1000)


def test_a_comparison(watched: WatchedPage, reports: dict[str, Path]) -> None:
    page = watched.open(reports["compare"])
    assert page.locator("#overview tbody tr").count() >= 3
    picture(page, "compare", 1000)


def test_it_prints(watched: WatchedPage, reports: dict[str, Path], tmp_path: Path) -> None:
    page = watched.open(reports["json"])
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.locator(".top")).to_be_hidden()
    assert page.evaluate("() => getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    page.pdf(path=str(tmp_path / "report.pdf"), format="A4", print_background=True)
    assert (tmp_path / "report.pdf").stat().st_size > 20_000


def test_ten_thousand_paths_open_at_once(watched: WatchedPage, reports: dict[str, Path]) -> None:
    page = watched.open(reports["many"])
    expect(page.locator("#test-count")).to_contain_text(f"{1 << DECISIONS:,} of {1 << DECISIONS:,} tests")
    taken = page.evaluate("() => performance.getEntriesByType('navigation')[0].duration / 1000")
    assert taken < SECONDS
    assert page.locator("#test-table tbody tr").count() == 100
    page.locator("#test-on").click()
    expect(page.locator("#test-page")).to_contain_text("101–200")
    for _ in range(5):
        page.locator("#tree-told .zoom").first.click()
    expect(page.locator("#tree-told p")).to_contain_text("512 paths")
    page.locator("#test-filter").fill("return 77")
    expect(page.locator("#test-count")).to_contain_text(" of 16,384")
