"""Objects that pages show, stored in a catalogue."""

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import NewLink, prepare
from ludex.catalogue.kinds.pack import PackSummary
from ludex.catalogue.objects.storing import add_links, name_object, store, store_many
from ludex.engine.budget import Budget
from ludex.games.planarity.kinds.census import CENSUS_CLASS
from ludex.games.planarity.kinds.level import PACK
from ludex.games.planarity.study.census import census
from ludex.games.swish.deck import built_in_deck
from ludex.games.swish.kinds.deck import DECK
from ludex.games.swish.kinds.position import NO_SWISH_SET
from ludex.games.swish.position import Position
from ludex.games.swish.solving.no_swish import largest_no_swish_set


def store_largest_set_of_the_commercial_deck(catalogue: Catalogue) -> None:
    deck = built_in_deck("swish-60")
    assert deck is not None
    cards = deck.position
    maximum = largest_no_swish_set(cards, Budget())
    kept = Position(tuple(cards.cards[index] for index in maximum.indices), cards.symmetry)
    with catalogue.writing() as writer:
        stored = store(writer, prepare(DECK, deck))
        name_object(writer, DECK, stored.id, ["swish-60"])
        found = store(writer, prepare(NO_SWISH_SET, kept))
        add_links(writer, found.id, [NewLink("witnesses", stored.label, detail={"indices": []})])


def store_census_of_four_points(catalogue: Catalogue) -> None:
    prepared = [prepare(CENSUS_CLASS, one) for one in census(4)]
    with catalogue.writing() as writer:
        store_many(writer, prepared)


def store_pack(catalogue: Catalogue, slug: str, title: str, *, built_in: bool) -> None:
    entry = prepare(PACK, PackSummary(slug, title, "", 0, None, None))
    with catalogue.writing() as writer:
        stored = store(writer, entry, built_in=built_in)
        name_object(writer, PACK, stored.id, [slug], built_in=built_in)
