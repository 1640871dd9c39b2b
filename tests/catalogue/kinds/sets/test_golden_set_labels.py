"""Labels never change; the hash in them is that of the golden keys, and labels of version 0.1 still answer."""

import json
from pathlib import Path

import pytest

from ludex.catalogue.kind import prepare
from ludex.catalogue.kinds.sets import CAP, CARD, DECK, FOUND_SET, GAME, PLAYED, POSITION
from ludex.catalogue.label import label
from ludex.catalogue.registry import Registry
from ludex.engine.budget import Budget
from ludex.sets.deck import Deck
from ludex.sets.known import KnownCap, KnownPosition
from ludex.sets.making.game_record import from_document
from ludex.sets.named_decks import listed_deck
from ludex.sets.position import Position

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


def test_labels_of_version_0_3_are_rewritten():
    registry = Registry((GAME,))
    for old, new in [
        ("setcard-3-4-0121-7kk33huyr4cb2pfh", "set-card-3-4-0121-7kk33huyr4cb2pfh"),
        ("setdeck-3-2-9-aaaaaaaaaaaaaaaa", "set-deck-3-2-9-aaaaaaaaaaaaaaaa"),
        ("setposition-3-4-12-aaaaaaaaaaaaaaaa", "set-position-3-4-12-aaaaaaaaaaaaaaaa"),
        ("set-3-4-1-aaaaaaaaaaaaaaaa", "set-found-set-3-4-1-aaaaaaaaaaaaaaaa"),
        ("cap-3-4-20-aaaaaaaaaaaaaaaa", "set-cap-3-4-20-aaaaaaaaaaaaaaaa"),
        ("setgame-3-4-24-z2eoiugokytkytul", "set-game-3-4-24-z2eoiugokytkytul"),
        ("set-cap-3-4-20-aaaaaaaaaaaaaaaa", None),
    ]:
        assert registry.renamed(old) == new
