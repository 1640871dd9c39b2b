"""`ludex swish deal`: a seeded deal of a deck as a position."""

from secrets import randbelow
from typing import Annotated

import typer

from ludex.cli import output
from ludex.cli.opening import opened
from ludex.cli.output import Json
from ludex.cli.swish.arguments import Store
from ludex.cli.swish.sources import find_deck
from ludex.swish.deck import DEAL_SIZE, Deck
from ludex.swish.deck import deal as dealt_indices
from ludex.swish.position import Position, position_label


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
    label = position_label(position)
    value = {
        "deal": {"deck": found.slug, "n": n, "seed": chosen, "indices": list(indices)},
        "label": label,
        "symmetry": str(position.symmetry),
        "size": n,
        "cards": [str(card) for card in position.cards],
        "stored": created is not None,
    }
    state = {None: "", True: ", stored", False: ", known before"}[created]
    heading = f"# {n} cards of {found.slug}, seed {chosen}: {label}{state}"
    output.answer_object(value, as_json, [heading, *(str(card) for card in position.cards)])


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
