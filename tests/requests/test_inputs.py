"""Objects that a request names by a label or a slug: of the right kind, or refused at their place with the remedy."""

from dataclasses import dataclass

import pytest

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.objects.reading import UnknownObject
from ludex.engine.faults import Fault
from ludex.games.sets.deck import Deck
from ludex.requests.inputs import drawn_object, known, stored, stored_value


@dataclass
class Context:
    """What reads inputs."""

    catalogue: Catalogue


@pytest.fixture
def context(sqlite_catalogue: Catalogue) -> Context:
    return Context(sqlite_catalogue)


def test_the_value_of_an_object_of_one_of_the_kinds_is_read(context: Context) -> None:
    deck = stored(context, "set-3-4", "planarity-level", "set-deck")
    assert deck.cards == Deck(properties=4, values=3)
    assert stored_value(context, "set-3-4", "set-deck") == deck
    assert stored_value(context, "set-3-4", "planarity-level") is None


@pytest.mark.parametrize(
    ("label", "kinds", "message"),
    [
        ("set-3-4", ["planarity-level", "planarity-graph"], "set-3-4 is a deck; give the label of a level or graph"),
        ("nothing", ["set-deck"], "no object has this name; give a label, a slug, a short name, or the object itself"),
        (f"set-deck-3-4-81-{'a' * 16}", ["set-deck"], f"no object has the label or slug 'set-deck-3-4-81-{'a' * 16}'"),
    ],
)
def test_another_object_is_refused_at_the_label(context: Context, label: str, kinds: list[str], message: str) -> None:
    with pytest.raises(Fault) as refused:
        stored(context, label, *kinds)
    assert refused.value.place == ("label",) and message in refused.value.message


def test_an_object_is_drawn_if_there_is_a_picture(context: Context) -> None:
    assert drawn_object("set-3-4", context).startswith("<svg")
    with pytest.raises(Fault, match="nothing") as unknown:
        drawn_object("nothing", context)
    assert unknown.value.place == ("label",)


def test_an_unknown_object_is_a_fault_with_a_remedy() -> None:
    with pytest.raises(Fault) as refused, known(("deck", 3), "; add it first"):
        raise UnknownObject("there is none")
    assert (refused.value.message, refused.value.place) == ("there is none; add it first", ("deck", 3))
