"""Labels never change; the hash in them is that of the golden keys."""

import json
from pathlib import Path

import pytest

from ludex.catalogue.kinds.kind import prepare
from ludex.catalogue.kinds.label import label
from ludex.engine.budget import Budget
from ludex.games.sets.deck import Deck
from ludex.games.sets.game_record import from_document
from ludex.games.sets.kinds import CAP, CARD, DECK, FOUND_SET, PLAYED, POSITION
from ludex.games.sets.known_results import KnownCap, KnownPosition
from ludex.games.sets.named_decks import listed_deck
from ludex.games.sets.position import Position

DATA = Path(__file__).parents[3] / "data"


def cards(one, name="cards"):
    return Position.from_codes(Deck(one["properties"], one["values"]), one[name])


VALUES = {
    "cards": (CARD, lambda one: cards(one | {"card": [one["card"]]}, "card")),
    "decks": (DECK, lambda one: listed_deck("", "", cards(one))),
    "positions": (POSITION, lambda one: KnownPosition(cards(one))),
    "found-sets": (FOUND_SET, lambda one: cards(one).sorted()),
    "caps": (CAP, lambda one: KnownCap(cards(one, "equivalent"), complete=False)),
    "games": (PLAYED, lambda one: from_document(one["game"])),
}


@pytest.mark.parametrize("name", VALUES)
def test_golden_objects_keep_their_keys_and_labels(name):
    kind, read = VALUES[name]
    for one in json.loads((DATA / f"golden-set-{name}.json").read_text()):
        identity = kind.identify(read(one), Budget())
        assert (identity.key.hex(), label(kind.name, identity.invariants, identity.key)) == (one["key"], one["label"])


@pytest.mark.parametrize("name", VALUES)
def test_the_document_makes_the_value_again(name):
    kind, read = VALUES[name]
    for one in json.loads((DATA / f"golden-set-{name}.json").read_text())[:20]:
        made = prepare(kind, read(one))
        document = kind.model.model_validate_json(made.document.model_dump_json())
        assert document == made.document
        assert kind.read(document, ()) == made.value
