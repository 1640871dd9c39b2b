"""`ludex swish deal`: a seeded deal of a deck as a position."""

from secrets import randbelow
from typing import TYPE_CHECKING, Annotated

import typer

from ludex.cli import output
from ludex.cli.opening import opened
from ludex.cli.output import Json
from ludex.cli.swish.arguments import Store
from ludex.cli.swish.sources import find_deck
from ludex.swish.deck import Deck
from ludex.swish.identity.keys import position_label
from ludex.swish.making.deals import DEAL_SIZE
from ludex.swish.making.deals import deal as dealt_indices
from ludex.swish.position import Position

if TYPE_CHECKING:
    from ludex.api.swish.deals import DealtAnswer


def deal(
    deck: Annotated[str, typer.Argument(metavar="DECK", help="The deck's slug or label.")],
    n: Annotated[int, typer.Option("-n", "--cards", min=1, help="How many cards are dealt.")] = DEAL_SIZE,
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, max=2**63 - 1, help="Decides the cards; chosen if not given.")
    ] = None,
    store: Store = False,
    as_json: Json = False,
) -> None:
    """Deal random cards of a deck. Their codes are a line each, so that another command reads them with --file -."""
    found = find_deck(deck)
    chosen = randbelow(2**32) if seed is None else seed
    indices = dealt_indices(found.position, n, chosen)
    position = Position(tuple(found.position.cards[index] for index in indices), found.position.symmetry)
    created = _store(found, n, chosen, position) if store else None
    state = {None: "", True: ", stored", False: ", known before"}[created]
    heading = f"# {n} cards of {found.slug}, seed {chosen}: {position_label(position)}{state}"
    lines = [heading, *(str(card) for card in position.cards)]
    if as_json:
        output.answer(_answer(position, created is False, found.slug, chosen, indices), True, [])
    else:
        output.write(lines)


def _answer(position: Position, known: bool, deck: str, seed: int, indices: tuple[int, ...]) -> "DealtAnswer":
    from ludex.api.models import Duplicate
    from ludex.api.swish.deals import DealOf, DealtAnswer
    from ludex.api.swish.positions import position_fields
    from ludex.catalogue.swish.hypergraphs import hypergraph_of
    from ludex.catalogue.swish.placing import canonical_copies, to_canonical_order
    from ludex.catalogue.swish.positions import StoredPosition

    hypergraph = hypergraph_of(position)
    shown = StoredPosition(
        id=0,
        label=position_label(position),
        symmetry=position.symmetry,
        height=position.height,
        width=position.width,
        distinct_cards=len(canonical_copies(position)),
        codes=tuple(str(card) for card in position.canonical().cards),
        hypergraph=None if hypergraph is None else hypergraph.label,
        hypergraph_order=None,
        largest=None,
    )
    matching = to_canonical_order(position, range(len(position.cards)))
    return DealtAnswer.model_validate(
        position_fields(shown)
        | {
            "matching": matching,
            "duplicate_of": Duplicate(relation="same-cards", matching=matching) if known else None,
            "found": None,
            "deal": DealOf(deck=deck, n=len(indices), seed=seed, indices=list(indices)),
        }
    )


def _store(deck: Deck, n: int, seed: int, position: Position) -> bool:
    from ludex.catalogue.swish.deals import store_deal
    from ludex.catalogue.swish.decks import store_deck
    from ludex.catalogue.swish.hypergraphs import hypergraph_of
    from ludex.catalogue.swish.positions import store_position

    hypergraph = hypergraph_of(position)
    with opened() as database, database.writing() as session:
        stored = store_position(session, position, hypergraph)
        store_deal(session, store_deck(session, deck).row, n, seed, stored.row)
        return stored.created
