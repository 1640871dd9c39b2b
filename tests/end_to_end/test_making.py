"""A job is watched and cancelled; a pack is made, ordered by keyboard and by dragging, exported and read back."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from ludex.catalogue.catalogue import Catalogue
from ludex.games.kinds import GAMES
from ludex.games.planarity.crossings import crossing_pairs
from ludex.games.planarity.drawing import Drawing
from ludex.jobs.operations import by_name
from ludex.jobs.store import JobStore, store_of
from tests.end_to_end.inspection import Inspector
from tests.jobs.executing import executing, paused_after

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def catalogue(starting_address: str) -> Iterator[Catalogue]:
    opened = Catalogue(starting_address, GAMES)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def store(starting_address: str) -> Iterator[JobStore]:
    opened = store_of(starting_address)
    yield opened
    opened.close()


def in_order(page: Any, labels: list[str]) -> None:
    places = page.locator(".places > li")
    expect(places).to_have_count(len(labels))
    for place, label in enumerate(labels):
        expect(places.nth(place)).to_have_id(label)


@pytest.mark.parametrize(
    "path",
    [
        "/make",
        "/make/pick/planarity",
        "/make/import",
        "/play/planarity/packs/easy/worksheet",
        *(
            pytest.param(path, marks=pytest.mark.slow)
            for path in ("/make/no-swish", "/make/packs", "/make/import?example=CSV")
        ),
    ],
)
def test_a_page_of_making_is_whole(inspect: Inspector, path: str) -> None:
    inspect(path)


def test_a_job_is_asked_for_watched_and_cancelled(
    inspect: Inspector, catalogue: Catalogue, store: JobStore, tmp_path: Path
) -> None:
    page = inspect("/make/levels?vertices=6&edges=8&swaps=1&count=300&seed=7&preview=1")
    page.get_by_text("The first levels of the job").wait_for()
    page.get_by_role("button", name="Start the job").click()
    page.locator("#progress").get_by_text("Waiting for a worker.").wait_for()
    # A worker does one step: the page follows without being loaded again.
    page.evaluate("window.same = true")
    with executing(catalogue, store, tmp_path, paused_after(1, by_name()["planarity-generate"])):
        page.locator("#progress").get_by_text("Running: 20 of 300 levels").wait_for()
        page.locator("#objects a.card").first.wait_for()
        assert page.evaluate("window.same")
        inspect.look("a job that runs")
        page.get_by_role("button", name="Cancel").press("Enter")
        page.locator("#progress").get_by_text("Cancelled after 20 of 300 levels.").wait_for()
    inspect.look("a job that was cancelled")
    page.get_by_role("link", name="Make a pack of these").click()
    expect(page.locator("[name=level]")).to_have_count(20)
    expect(page.get_by_label("All 20 levels")).to_be_checked()
    page.get_by_label("Title of the new pack").fill("Of a job")
    page.get_by_role("button", name="Create pack").click()
    expect(page.locator(".places > li")).to_have_count(20)


def test_a_pack_is_made_ordered_exported_and_read_back(inspect: Inspector) -> None:
    page = inspect.open("/planarity/levels?vertices=8&max_min_swaps=4")
    page.get_by_role("link", name="Add to a pack").click()
    for number in range(3):
        page.locator("[name=level]").nth(number).check()
    picked = page.evaluate("[...document.querySelectorAll('[name=level]:checked')].map(one => one.value)")
    page.get_by_label("Title of the new pack").fill("Three")
    page.get_by_role("button", name="Create pack").click()
    page.get_by_role("heading", name="Three").wait_for()
    inspect.look("a pack")
    in_order(page, picked)
    # By keyboard: the last one goes up, and the focus with it.
    page.locator(f"[name=up][value='{picked[2]}']").press("Enter")
    page.get_by_text("Moved to position 2.").wait_for(state="attached")
    in_order(page, [picked[0], picked[2], picked[1]])
    expect(page.locator(f"[name=up][value='{picked[2]}']")).to_be_focused()
    # By dragging: the first one goes to the end.
    rows = page.locator(".places img")
    first, last = rows.nth(0).bounding_box(), rows.nth(2).bounding_box()
    page.mouse.move(first["x"] + 20, first["y"] + 20)
    page.mouse.down()
    page.mouse.move(last["x"] + 20, last["y"] + last["height"] - 2, steps=6)
    page.mouse.up()
    page.get_by_text("Order saved.").wait_for(state="attached")
    wanted = [picked[2], picked[1], picked[0]]
    in_order(page, wanted)
    inspect.silent("a pack that is ordered")
    with page.expect_download() as download:
        page.get_by_role("link", name="Export", exact=True).click()
    file = json.loads(Path(download.value.path()).read_text("utf-8"))
    assert [one["label"] for one in file["levels"]] == wanted
    for one in file["levels"]:
        drawn = Drawing(
            tuple(map(tuple, one["drawing"]["points"])),
            tuple(map(tuple, one["drawing"]["edges"])),
        )
        assert crossing_pairs(drawn) and not crossing_pairs(drawn.after(one["swaps"]))
        assert len(one["swaps"]) == one["min_swaps"]


def test_dropped_lines_are_previewed_stored_made_a_pack_and_played(inspect: Inspector) -> None:
    page = inspect.open("/make/import")
    lines = "5:0-2,2-4,4-1,1-3,3-0\nnonsense!!\n0-2 2-4 4-1 1-3 3-5 5-0\n"
    page.evaluate(
        """text => {
          const data = new DataTransfer();
          data.items.add(new File([text], "levels.txt", { type: "text/plain" }));
          document.querySelector("#text").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
        }""",
        lines,
    )
    page.get_by_text("2 lines can be stored").wait_for()
    expect(page.locator("#preview .card svg")).to_have_count(2)
    expect(page.locator("#refused")).to_contain_text("Line 2: not a drawing")
    inspect.look("a preview with an error")
    page.get_by_role("button", name="Solve and store now").press("Enter")
    page.get_by_role("heading", name="2 lines stored").wait_for()
    inspect.look("imported levels")
    expect(page.get_by_role("link", name="Play line 1")).to_have_count(1)
    page.get_by_role("button", name="Make a pack of these").click()
    page.get_by_label("Title of the new pack").fill("Dropped")
    page.get_by_role("button", name="Create pack").click()
    expect(page.locator(".places > li")).to_have_count(2)
    second = page.locator(".places > li").nth(1).get_attribute("id")
    page.locator("[name=up]").nth(1).press("Enter")
    page.get_by_text("Moved to position 1.").wait_for(state="attached")
    for _ in ("the pack", "its first level"):
        page.locator("#main").get_by_role("link", name="Play", exact=True).last.click()
    expect(page).to_have_url(re.compile(f"/play/planarity/{second}\\?pack=dropped"))
    expect(page.locator("#board .vertices circle").first).to_be_visible()


def test_a_worksheet_is_printed_with_its_solutions_on_a_last_page(inspect: Inspector) -> None:
    page = inspect.open("/play/planarity/packs/easy")
    page.get_by_role("link", name="Print a worksheet").click()
    page.evaluate("window.print = () => { window.printed = true; }")
    page.get_by_role("button", name="Print").click()
    assert page.evaluate("window.printed")
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    expect(page.locator("header.site")).to_be_hidden()
    solutions = page.locator(".solutions")
    assert solutions.evaluate("section => getComputedStyle(section).breakBefore") == "page"
    # Twelve levels, six on a page, and a page of solutions.
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) == 3
    page.emulate_media(media="screen")
