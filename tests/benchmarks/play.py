"""Playing levels of 60 vertices in Chromium: from what hands do to the next picture, in every way to play.

The browser itself measures it (Event Timing): from a press, a release or a key to the next paint, in steps of 8 ms.
What is shorter than 16 ms it does not tell of, and counts here as 16. Beside it stands the processor's time of the
page's thread for an interaction, which other work on the machine does not lengthen.
"""

import random
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ludex.games.planarity.drawing import Drawing, DrawingError
from tests.benchmarks.services import own

VERTICES, EDGES, SWAPS, AIM = 60, 120, 3, 100
_LEAST = 16
_OBSERVED = """() => {
  window.told = [];
  new PerformanceObserver(list => { for (const one of list.getEntries()) told.push([one.name, one.duration]); })
    .observe({ type: "event", durationThreshold: 16 });
}"""
_EVENTS = ("pointerdown", "pointerup", "pointermove", "keydown")


def main(repeats: int) -> None:
    """Play, and print the slowest and the usual interaction of each way to play."""
    print(f"{VERTICES} vertices, {EDGES} edges")
    print(
        f"{'by':10} {'level':14} {'interactions':>12} {'median':>8} {'slowest':>8} {'processor':>10}  target: {AIM} ms"
    )
    with _served() as (address, labels), _browser() as browser:
        for name, label in labels.items():
            for mode in ("swap", "exchange", "rotate", "drag"):
                made, times, processor = _played(
                    browser, f"{address}/play/planarity/{label}?mode={mode}", mode, repeats
                )
                times = sorted(times + [_LEAST] * (made - len(times)))
                shown = [f"{'<= ' if one <= _LEAST else ''}{one:.0f} ms" for one in (times[made // 2], times[-1])]
                spent = f"{1000 * processor / made:.1f} ms"
                print(f"{mode:10} {name:14} {made:>12} {shown[0]:>8} {shown[1]:>8} {spent:>10}", flush=True)


@contextmanager
def _served() -> Iterator[tuple[str, dict[str, str]]]:
    """Serve a catalogue with a level near a plane drawing and a tangled one; yield the address and their labels."""
    from ludex.catalogue.catalogue import Catalogue
    from ludex.engine.budget import Budget
    from ludex.games.kinds import GAMES
    from ludex.games.planarity.operations.levels import store_level

    drawings = {"3 swaps away": _drawing(SWAPS), "tangled": _drawing(2_000)}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        catalogue = Catalogue(f"sqlite:///{folder}/catalogue.sqlite", GAMES)
        catalogue.upgrade()
        labels = {name: store_level(catalogue, one, budget=Budget(seconds=5)).label for name, one in drawings.items()}
        catalogue.close()
        with own(folder) as ((host, port), _):
            yield f"http://{host}:{port}", labels


def _drawing(swaps: int) -> Drawing:
    """Return a part of a triangulation of points that keep a distance, after some random swaps."""
    from ludex.games.planarity.making.triangulation import delaunay, remove_edges

    source = random.Random(1)
    points: list[tuple[int, int]] = []
    while len(points) < VERTICES:
        x, y = source.randrange(10_000), source.randrange(7_500)
        if all((x - a) ** 2 + (y - b) ** 2 > 700**2 for a, b in points):
            points.append((x, y))
    try:
        drawing = Drawing(tuple(points), tuple(remove_edges(delaunay(points), EDGES, 1)))
    except DrawingError as error:
        raise AssertionError("three of the points are on a line: take another seed") from error
    for _ in range(swaps):
        drawing = drawing.swapped(source.choice(drawing.edges))
    return drawing


@contextmanager
def _browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    found = shutil.which("chromium") or shutil.which("chromium-browser")
    assert found, "chromium is not installed (apt-get install chromium)"
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


def _played(browser: Any, address: str, mode: str, repeats: int) -> tuple[int, list[float], float]:
    """Play by mouse and keys.

    Returns how many interactions there were, the milliseconds of those that took 16 or more, and the processor's
    seconds in all.
    """
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(address)
    page.locator("#board [data-vertex]").first.wait_for()
    page.evaluate(_OBSERVED)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = _processor_seconds(session)
    made = 0
    source = random.Random(2)
    for _ in range(repeats):
        edge = (
            page.locator("#board line")
            .nth(source.randrange(EDGES))
            .evaluate("line => ['x1', 'y1', 'x2', 'y2'].map(name => Number(line.getAttribute(name)))")
        )
        box = page.locator("#board").bounding_box()
        size = page.locator("#board").evaluate("board => [board.viewBox.baseVal.width, board.viewBox.baseVal.height]")
        scale = min(box["width"] / size[0], box["height"] / size[1])
        corner = [box["x"] + (box["width"] - scale * size[0]) / 2, box["y"] + (box["height"] - scale * size[1]) / 2]
        ends = [(corner[0] + scale * edge[at], corner[1] + scale * edge[at + 1]) for at in (0, 2)]
        page.mouse.move(*ends[0])
        page.mouse.down()
        page.mouse.move(*(ends[1] if mode != "drag" else (ends[1][0] + 30, ends[1][1] + 20)), steps=5)
        page.mouse.up()
        page.wait_for_timeout(300)
        for key in ("ArrowRight", "ArrowDown", "Enter", "ArrowRight", "Enter", "u"):
            page.keyboard.press(key)
            page.wait_for_timeout(250 if key in ("Enter", "u") else 40)
        made += 7 + 6
    page.wait_for_timeout(200)
    told, spent = page.evaluate("told"), _processor_seconds(session) - before
    page.close()
    return made, [duration for name, duration in told if name in _EVENTS], spent


def _processor_seconds(session: Any) -> float:
    metrics = session.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))
