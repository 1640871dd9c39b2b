"""The pages of peg solitaire: its exhibition, its notation, its tab of looking up, and its comparison."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludex.engine.budget import Budget
from ludex.graphs.difference import Difference, InvariantDifference, difference_of_forms
from ludex.operations.objects import look_up
from ludex.requests.request import ExecutionContext
from ludex.web.game_pages import Exhibits, GamePages
from ludex.web.lookup_pages.comparison import (
    ComparedRelation,
    Comparison,
    PicturePair,
    compared_relation,
    matching_pair,
)
from ludex.web.lookup_pages.draw import LookupTab, Match, RelationMatches
from ludex.web.lookup_pages.notation import Notation, NotationExample, Recognition, faults_in, validate
from ludex.web.page import Site
from ludex.web.site.form_input import PageContext
from tests.fourth_game.asked import REQUESTS, NewPegs, Pegs, of_text, store
from tests.fourth_game.kinds import POSITION, Puzzle
from tests.fourth_game.pictures import position_svg
from tests.fourth_game.solitaire import Position, canonical, solve

_PREFIX = "pegs:"
_EXAMPLE = "**./.../..."


def _read(text: str, context: ExecutionContext) -> Position:
    with faults_in(text):
        return validate(Pegs, of_text(text.removeprefix(_PREFIX))).position(context)


def _recognize(text: str, context: ExecutionContext, budget: Budget) -> Recognition:
    position = _read(text, context)
    identity = POSITION.identify(Puzzle(position), budget)
    return Recognition(f"a position of {len(position.pegs)} pegs", POSITION.name, identity, position_svg(position))


def _relations(site: Site, position: Position) -> list[RelationMatches]:
    with PageContext(site, "solitaire lookup").search() as budget:
        found = look_up(site.catalogue, POSITION, POSITION.identify(Puzzle(position), budget))
    matches = () if found is None else (Match(found[0], "same-pegs", found[1] or ()),)
    return [RelationMatches("The same pegs", "up to the symmetries of the board", matches, identical=True)]


def _describe(site: Site, position: Position, _same: Match | None, solve_it: bool) -> Mapping[str, Any]:
    solution = None
    if solve_it:
        with PageContext(site, "solitaire solve").search() as budget:
            solution = solve(position, budget)
    facts = [("Pegs", len(position.pegs)), ("Jumps", len(list(position.jumps())))]
    return {"facts": facts, "named": (), "picture": position_svg(position), "solution": solution}


def _store(position: Position, context: PageContext) -> str:
    return store(NewPegs(rows=str(position), solved=True), context).stored.label


def _numbered(position: Position, numbers: Sequence[int]) -> str:
    """Return the picture of a position; its title lists the numbers of its pegs."""
    return position_svg(position).replace("<title>", f"<title>{', '.join(map(str, numbers))}: ")


@dataclass(frozen=True, slots=True)
class _Decision:
    matching: Sequence[int] | None
    reason: str
    difference: Difference | None = None


def _decide(a: Position, b: Position) -> _Decision:
    (form, order), (other, back) = canonical(a), canonical(b)
    if form == other:
        return _Decision(tuple(back.index(image) for image in order), "a symmetry takes one to the other")
    if len(a.pegs) != len(b.pegs):
        pegs = InvariantDifference("pegs", len(a.pegs), len(b.pegs))
        return _Decision(None, pegs.said(), pegs)
    forms = difference_of_forms("pegs", str(form).encode(), str(other).encode())
    return _Decision(None, "the canonical forms differ", forms)


def _compare(a: Position, b: Position, _context: ExecutionContext) -> list[ComparedRelation]:
    return [
        compared_relation(
            "The same pegs",
            "up to the symmetries of the board",
            _decide(a, b),
            lambda matching: matching_pair(a, b, matching, _numbered),
            lambda _difference: PicturePair(position_svg(a), position_svg(b)),
        )
    ]


PAGES = GamePages(
    name="solitaire",
    title="Peg solitaire",
    package=__name__,
    exhibits=Exhibits(
        "solitaire/game.html",
        "solitaire/source.html",
        "solitaire/example.html",
        lambda: {"position": position_svg(Position.read(_EXAMPLE))},
    ),
    notation=Notation(
        lambda text: text.startswith(_PREFIX),
        (f"pegs such as `{_PREFIX}{_EXAMPLE}`",),
        _read,
        _recognize,
        (NotationExample("Pegs", f"{_PREFIX}{_EXAMPLE}"),),
    ),
    lookup=LookupTab(
        "Pegs",
        "/draw/solitaire",
        "solitaire/draw.html",
        ("copy",),
        _read,
        _relations,
        _describe,
        lambda position, match: matching_pair(position, match.value.position, match.matching, _numbered),
        _store,
    ),
    comparison=Comparison(
        "pegs",
        "positions of pegs",
        "solitaire equivalence",
        (POSITION.name,),
        _compare,
        position_svg,
        (("two positions of pegs", f"{_PREFIX}**./.../...", f"{_PREFIX}*../*../..."),),
    ),
    requests=REQUESTS,
)
