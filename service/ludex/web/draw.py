"""Is it in the catalogue? A drawing, or cards, that a visitor gives: what it is, where it is stored, its solution."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import urlencode

from flask import Response, request

from ludex.catalogue.registry import Registry
from ludex.engine.faults import Fault
from ludex.web import found_cards, found_drawing
from ludex.web.given import MOST_IN_ADDRESS, PageContext
from ludex.web.notations import game_of
from ludex.web.page import Page, Site


@dataclass(frozen=True, slots=True)
class Tab:
    """One page of the question: for one game, whose kinds have addresses that begin with `game`.

    `answer(site, text, asked)` returns what the template shows of what a text means, `store(text, work)` stores it and
    returns its label; both raise Fault.
    """

    game: str
    name: str
    kind: str
    template: str
    modules: tuple[str, ...]
    answer: Callable[[Site, str, Mapping[str, str]], Mapping[str, Any]]
    store: Callable[[str, PageContext], str]
    picker: Callable[[str], Mapping[str, Any]] = lambda _text: {}

    @property
    def address(self) -> str:
        """Return the address of the page."""
        return "/draw" if self.game == "planarity" else f"/draw/{self.game}"


_TABS = (
    Tab(
        "planarity",
        "A drawing",
        "planarity-level",
        "draw/drawing.html",
        ("draw", "copy"),
        found_drawing.answer,
        found_drawing.store,
    ),
    Tab(
        "swish",
        "SWISH cards",
        "swish-position",
        "draw/cards.html",
        ("deal", "copy"),
        found_cards.swish_answer,
        found_cards.store_swish,
        found_cards.swish_picker,
    ),
    Tab(
        "sets",
        "SET cards",
        "set-position",
        "draw/cards.html",
        ("deal", "copy"),
        found_cards.set_answer,
        found_cards.store_set,
        found_cards.set_picker,
    ),
)


def pages(registry: Registry) -> Iterable[Page]:
    """Return the page of each game that the catalogue has."""
    tabs = [tab for tab in _TABS if tab.kind in registry.kind]
    for tab in tabs:
        view = partial(_asked, tab, tabs)
        entry = "Draw" if tab is tabs[0] else ""
        yield Page(
            tab.address,
            view,
            tab.template,
            title="Is it in the catalogue?",
            entry=entry,
            section=tabs[0].address,
            computes=True,
            methods=("GET", "POST"),
        )


def _asked(tab: Tab, tabs: list[Tab], site: Site) -> Mapping[str, Any] | Response:
    """Answer for a text of the address, or of a form: that leads to the address, if it is not too long for one."""
    given = request.form if request.method == "POST" else request.args
    text = given.get("text", "").strip() or " ".join(given.getlist("card"))
    asked = {name: given.get(name, "") for name in ("with", "relation", "solve", "stored")}
    other = _other(tab, tabs, text, site.catalogue.registry)
    if other is not None:
        return _see(_address(other, {}, text)) if len(text) <= MOST_IN_ADDRESS else _see(other.address, 307)
    fault = ""
    if request.method == "POST" and given.get("do") == "store":
        try:
            stored = tab.store(text, PageContext(site, f"{tab.game} add", stores=True))
            return _see(_address(tab, {"with": stored, "stored": "1"}, text))
        except Fault as error:
            fault = str(error)
    if request.method == "POST" and not fault and len(text) <= MOST_IN_ADDRESS:
        return _see(_address(tab, {"solve": asked["solve"]} if asked["solve"] else {}, text))
    answer: Mapping[str, Any] = {}
    if text and not fault:
        try:
            answer = tab.answer(site, text, asked)
        except Fault as error:
            fault = str(error)
    return {
        "tab": tab,
        "tabs": tabs,
        "text": text,
        "fault": fault,
        "answer": answer,
        "stores": site.stores,
        "long": len(text) > MOST_IN_ADDRESS,
        "modules": tab.modules,
        **tab.picker(text),
    }


def _see(address: str, status: int = 303) -> Response:
    """Lead to an address; with the status 307 by the same method, with the same form."""
    return Response(status=status, headers={"Location": address})


def _other(tab: Tab, tabs: list[Tab], text: str, registry: Registry) -> Tab | None:
    """Return the tab that a text belongs to, if it is not this one."""
    game = game_of(text, registry) if text else ""
    return next((one for one in tabs if one.game == game and one is not tab), None)


def _address(tab: Tab, values: Mapping[str, str], text: str) -> str:
    """Return the address of what is asked; a text that is too long for it is left out."""
    shown = {"text": text} if len(text) <= MOST_IN_ADDRESS else {"text": values.get("with", "")}
    return f"{tab.address}?{urlencode(shown | dict(values))}"
