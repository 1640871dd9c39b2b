"""Labels of SWISH are permanent: the golden ones fail on any change of a kind's name, its invariants or its key.

Fifty of each kind on boards of sides 1 to 6, every third under symmetry square, were made once: cards, positions,
swishes, decks and sets without a swish, from `random.Random` of the seeds 2026 to 2030.
"""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex.catalogue.kinds.kind import identify_value
from ludex.catalogue.lists.listing import page
from ludex.catalogue.objects.pictures import picture_of
from ludex.games.swish.card import Card, CardClass, Symmetry
from ludex.games.swish.deck import STARTING_SLUGS, Deck, built_in_deck
from ludex.games.swish.identity.hypergraph import canonical_hypergraph
from ludex.games.swish.kinds import CARD, DECK, HYPERGRAPH, NO_SWISH_SET, PACK, POSITION, SWISH, SWISH_STACK
from ludex.games.swish.known_results import KnownPosition
from ludex.games.swish.position import Position
from ludex.games.swish.swishes import Stack
from tests.games.swish.commercial import deck
from tests.games.swish.kinds.filling_swish import fill
from tests.games.swish.random_tables import tables, written
from tests.oracles import swish_cards, swish_stacks

DATA = Path(__file__).parents[3] / "data"


def golden(name):
    return json.loads((DATA / f"golden-swish-{name}.json").read_text())


def position(one):
    return Position.from_codes(one["cards"], Symmetry(one["symmetry"]))


def stack(one):
    return Stack(tuple(map(Card.from_code, one["cards"])), Symmetry(one["symmetry"]))


@pytest.mark.parametrize(
    ("name", "kind", "read", "oracle"),
    [
        (
            "cards",
            CARD,
            lambda one: CardClass(Card.from_code(one["card"]), Symmetry(one["symmetry"])),
            lambda one: swish_cards.card_label(one["card"], one["symmetry"]),
        ),
        (
            "decks",
            DECK,
            lambda one: Deck("", "", "", position(one)),
            lambda one: swish_stacks.cards_label("swish-deck", one["cards"], one["symmetry"]),
        ),
        (
            "positions",
            POSITION,
            lambda one: KnownPosition(position(one)),
            lambda one: swish_cards.position_label(one["cards"], one["symmetry"]),
        ),
        ("swishes", SWISH_STACK, stack, lambda one: swish_stacks.swish_label(one["cards"], one["symmetry"])),
        (
            "no-swish-sets",
            NO_SWISH_SET,
            position,
            lambda one: swish_stacks.cards_label("swish-no-swish-set", one["cards"], one["symmetry"]),
        ),
    ],
    ids=["cards", "decks", "positions", "swishes", "no-swish sets"],
)
def test_golden_objects_keep_their_labels(name, kind, read, oracle):
    listed = golden(name)
    assert len({one["label"] for one in listed}) == len(listed) == 50
    for one in listed:
        made = identify_value(kind, read(one))
        assert (made.key.hex(), made.label) == (one["key"], one["label"])
        assert oracle(one) == one["label"]


def test_the_label_of_a_hypergraph():
    assert identify_value(HYPERGRAPH, canonical_hypergraph(deck("swish-36"))).label == (
        "swish-hypergraph-36-1712-vn7uczi4yizox6tj"
    )


@pytest.mark.parametrize("slug", STARTING_SLUGS)
def test_a_commercial_deck_has_the_label_of_its_cards(slug):
    assert identify_value(DECK, built_in_deck(slug)).label == swish_stacks.cards_label(
        "swish-deck", written(deck(slug))
    )


@given(tables(), st.randoms())
def test_order_and_configurations_do_not_matter(table, random):
    laid = [card.configured(random.choice(table.symmetry.configurations)) for card in table.cards]
    random.shuffle(laid)
    other = Position(tuple(laid), table.symmetry)
    assert identify_value(POSITION, KnownPosition(other)).label == identify_value(POSITION, KnownPosition(table)).label


STORED = [kind for kind in SWISH.kinds if kind is not PACK]


@pytest.mark.parametrize("kind", STORED, ids=lambda kind: kind.noun)
def test_every_kind_has_its_picture(catalogue, kind):
    fill(catalogue)
    with catalogue.reading() as reader:
        [first] = page(reader, kind, {}, limit=1, whole=True).items
        assert picture_of(reader, first).startswith("<svg")
