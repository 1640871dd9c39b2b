"""Pages on which a visitor plays with cards that are dealt from a seed."""

from collections.abc import Callable, Mapping, Sequence
from secrets import randbelow
from typing import Any, TypeVar

from flask import redirect, render_template, request
from werkzeug.wrappers import Response

from ludex.catalogue.objects.reading import ObjectView
from ludex.engine.budget import Budget
from ludex.engine.difficulty import difficulty_word
from ludex.engine.random_numbers import MAX_SEED
from ludex.web.game_pages import LookupTab, PackPages, site
from ludex.web.packs import kind_of, place_in_pack, puzzle_source
from ludex.web.site.addresses import address_of, number_in_address, object_address, preview_address, title_of
from ludex.web.site.form_input import PageContext

T = TypeVar("T")

_RANDOM_SEEDS = 1_000_000


def deal_table(
    template: str,
    title: str,
    command: str,
    parameters: Mapping[str, object],
    deal: Callable[[int], T],
    has_solution: Callable[[T, Budget], bool],
    describe: Callable[[int, T, Budget], Mapping[str, Any]],
) -> str | Response:
    """Return the page for the current request, or a redirect to the next seed whose table has a solution.

    Parameters
    ----------
    template, title
        The template and the title of the page.
    command
        The command that is equivalent to the search.
    parameters
        The query parameters other than the seed.
    deal
        `deal(seed)` returns the table that is dealt from the seed.
    has_solution
        `has_solution(table, budget)` returns whether there is anything to find on a table.
    describe
        `describe(seed, table, budget)` returns the rest of the context.

    Raises
    ------
    Fault
        If the seed is not a number in range.
    BudgetExhausted
        If the search exceeds the time limit.
    """
    seed = number_in_address("seed", randbelow(_RANDOM_SEEDS), 0, MAX_SEED)
    unsolved = request.args.get("unsolved") == "1"

    def address_with(number: int) -> str:
        return address_of(
            request.script_root + request.path, seed=number, **parameters, unsolved=1 if unsolved else None
        )

    with PageContext(command).search() as budget:
        number = seed
        while not unsolved and not has_solution(deal(number), budget.quiet()):
            budget.check()
            number = (number + 1) % (MAX_SEED + 1)
        if number != seed or "seed" not in request.args:
            # An address without a seed shows a different table at each visit.
            response = redirect(address_with(number))
            response.headers["Cache-Control"] = "no-store"
            return response
        shown = describe(seed, deal(seed), budget)
    following = address_with((seed + 1) % (MAX_SEED + 1))
    return render_template(
        template, title=title, section="/play", seed=seed, unsolved=unsolved, next=following, **shown
    )


def level_data(label: str, grade: int | None) -> dict[str, Any]:
    """Return what the browser module of a table must know about a stored table: label, grade, and pack."""
    return {"label": label, "grade": grade, "pack": request.args.get("pack", "")}


def level_context(packs: PackPages, found: ObjectView, grade: int | None, start: str) -> dict[str, Any]:
    """Return the part of the template context that places a stored table in its pack, if the address names one.

    `start` is the address of a random table, which follows the last table of a pack. Raises UnknownObject.
    """
    slug, kind, label = request.args.get("pack", ""), found.kind, found.label
    difficulty = "" if grade is None else difficulty_word(grade).capitalize()
    shown: dict[str, Any] = {"object": ("Position", object_address(label)), "difficulty": difficulty, "next": start}
    game = site.game_of(kind)
    shown |= {"name": title_of(found), "source": puzzle_source(game), "preview": preview_address(kind, label)}
    if not slug:
        return shown
    place = place_in_pack(kind_of(packs), slug, label)
    following = packs.play(place.next, place.slug) if place.next else place.address
    onward = "Next table" if place.next else "All tables"
    return {**shown, "place": place, "next": following, "next_text": onward}


def embedded_table(
    found: ObjectView, _grade: int | None, shown: Mapping[str, Any], pack: str, result: str, styles: Sequence[str]
) -> dict[str, Any]:
    """Return the template context of the embedded table of a stored position.

    `result` is the name of the result in the message to the other page, and `pack` the pack of the browser's results.
    """
    label = found.label
    modules = [name for name in shown["modules"] if name not in ("settings", "spoilers")]
    table = {**shown["table"], "pack": pack}
    return {
        "shown": {**shown, "table": table, "next": "", "onward_text": ""},
        "embed": {"label": label, "minimum": 0, "proved": True, "pack": pack, "result": result},
        "styles": styles,
        "modules": modules,
    }


def draft_context(tab: LookupTab, text: str) -> dict[str, Any]:
    """Return the part of the template context of a table whose cards are in the address, as entered on the `tab`."""
    edit = address_of(tab.address, text=text)
    return {"title": "Play your cards", "draft": edit, "tab": tab, "next": edit, "next_text": "Change the cards"}
