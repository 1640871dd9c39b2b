"""The pages of peg solitaire: its page, its notation, looking up, comparing, playing, and a form for its job."""

from collections.abc import Mapping
from typing import Any

from werkzeug.wrappers import Response

from ludex.catalogue.objects.reading import ObjectView, plain_value
from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.budget import Budget
from ludex.operations.objects import look_up
from ludex.requests.fields import validate
from ludex.requests.inputs import InputContext, SearchContext
from ludex.web.comparison import (
    ComparedRelation,
    Comparison,
    Match,
    PicturePair,
    RelationMatches,
    compared_relation,
    matching_pair,
)
from ludex.web.computing import computes
from ludex.web.declarations import Notation, NotationExample, ObjectAction, Recognition, Steps, faults_in
from ludex.web.game_pages import Exhibits, Form, GamePages, LookupTab, site
from ludex.web.lookup import show_tab
from ludex.web.site.form_input import PageContext
from peg_solitaire.kinds import POSITION, KnownPosition
from peg_solitaire.operations import store_positions
from peg_solitaire.pages.play import PLAY_SECTION, blueprint, play_address
from peg_solitaire.pictures import position_svg
from peg_solitaire.position import Position, compare, describe_jump, describe_pegs
from peg_solitaire.requests import PREFIX, REQUESTS, PegPosition, parse_fields
from peg_solitaire.solving import solve

_EXAMPLE = "***/**./..."
_SAME, _ABOUT_SAME = "The same pegs", "up to the symmetries of the board"


def _read(text: str, context: InputContext) -> Position:
    """Return the position that a text or a label denotes. Raises Fault."""
    with faults_in(text):
        return validate(PegPosition, parse_fields(text)).position(context)


def _recognize(text: str, context: InputContext, budget: Budget) -> Recognition:
    position = _read(text, context)
    identity = POSITION.identify(KnownPosition(position), budget)
    return Recognition(
        f"a position of {describe_pegs(len(position.pegs))}", POSITION.name, identity, position_svg(position)
    )


def _relations(position: Position) -> list[RelationMatches]:
    """Return the stored position that is an image of the given position, if any."""
    with PageContext("solitaire lookup").search() as budget:
        found = look_up(site.catalogue, POSITION, POSITION.identify(KnownPosition(position), budget))
    matches = () if found is None else (Match(found[0], "same-pegs", found[1] or ()),)
    return [RelationMatches(_SAME, _ABOUT_SAME, matches, identical=True)]


def _describe(position: Position, _same: Match | None, solved: bool) -> Mapping[str, Any]:
    solution = None
    if solved:
        with PageContext("solitaire solve").search() as budget:
            solution = solve(position, budget)
    facts = [("Pegs", len(position.pegs)), ("Jumps", len(list(position.jumps())))]
    return {"facts": facts, "named": (), "picture": position_svg(position), "solution": solution}


def _store(position: Position, context: SearchContext) -> str:
    with context.search() as budget:
        return store_positions(context.catalogue, [position], budget, solved=True)[0].label


def _compare(a: Position, b: Position, _context: SearchContext) -> list[ComparedRelation]:
    return [
        compared_relation(
            _SAME,
            _ABOUT_SAME,
            compare(a, b),
            lambda matching: matching_pair(a, b, matching, position_svg),
            lambda _difference: PicturePair(position_svg(a), position_svg(b)),
        )
    ]


def _steps(_reader: Reader, shown: ObjectView) -> Steps | None:
    """Return the steps of a stored position's solution, one for each jump."""
    known = plain_value(POSITION, shown) if shown.kind is POSITION else None
    if known is None or known.solution is None:
        return None
    position, jumps = known.position, known.solution.jumps

    def step(number: int) -> tuple[str, str]:
        following = f"Next: {describe_jump(jumps[number])}." if number < len(jumps) else ""
        return position_svg(position.after(*jumps[:number])), following

    return Steps(len(jumps), "Jumps that leave few pegs.", "jump", step)


LOOKUP = LookupTab(
    name="Pegs",
    endpoint="solitaire.look_up_pegs",
    read=_read,
    relations=_relations,
    describe=_describe,
    pair=lambda position, match: matching_pair(position, match.value.position, match.matching, position_svg),
    store=_store,
)


@blueprint.route("/draw/solitaire", methods=["GET", "POST"])
@computes
def look_up_pegs() -> str | Response:
    """Look up the pegs in the query or the form. Raises Fault."""
    return show_tab(LOOKUP)


PAGES = GamePages(
    name="solitaire",
    title="Peg solitaire",
    package=__name__,
    exhibits=Exhibits(lambda: {"position": position_svg(Position.parse(_EXAMPLE))}),
    notation=Notation(
        matches=lambda text: text.startswith(PREFIX),
        forms=(f"pegs such as `{PREFIX}{_EXAMPLE}`",),
        read=_read,
        recognize=_recognize,
        examples=(NotationExample("Pegs", f"{PREFIX}{_EXAMPLE}"),),
    ),
    lookup=LOOKUP,
    comparison=Comparison(
        noun="position of pegs",
        plural="positions of pegs",
        command="solitaire equivalence",
        kinds=(POSITION.name,),
        compare=_compare,
        picture=position_svg,
        examples=(("two positions of pegs", f"{PREFIX}**./.../...", f"{PREFIX}*../*../..."),),
    ),
    play=PLAY_SECTION,
    forms=(
        Form(
            name="random-pegs",
            title="Random pegs",
            about="Store random positions of peg solitaire, each with its solution.",
            operation="solitaire-random",
            fields=("side", "pegs", "count", "seed"),
            example={"side": "4", "pegs": "8", "count": "100", "seed": "1"},
        ),
    ),
    steps=_steps,
    actions=(ObjectAction("Play it", POSITION.name, play_address),),
    requests=REQUESTS,
    blueprint=blueprint,
)
