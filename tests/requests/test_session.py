"""A name of an object is resolved in one order: label, slug, short name, prefix of a label, notation."""

from collections.abc import Iterator

import pytest

from ludex import Catalogue, planarity
from ludex.catalogue.objects.reading import SeveralObjects, UnknownObject

SQUARE, TAIL = "4:0-1,1-3,2-3,0-2", "5:0-1,1-3,2-3,0-2,3-4"
TRIANGLE = "Bw"


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Catalogue, dict[str, str]]]:
    """Give a catalogue in which two packs have the short name and the notation of another object as their slug."""
    file = tmp_path_factory.mktemp("names") / "catalogue.sqlite"
    with Catalogue(str(file), make=True) as catalogue:
        square, tail = (catalogue.add(planarity.read_untangle(text)) for text in (SQUARE, TAIL))
        short = tail.label.removeprefix("planarity-level-")
        packs = [
            catalogue.planarity.add_pack(slug, levels=[square.label], title="Names", solved=True)
            for slug in (short[:8], "0121")
        ]
        yield (
            catalogue,
            {
                "square": square.label,
                "tail": tail.label,
                "short": short,
                "graph of the square": square["graph"],
                "pack with a short name": packs[0].label,
                "pack with a notation": packs[1].label,
            },
        )


@pytest.mark.parametrize(
    ("name", "found"),
    [
        (lambda of: of["square"], "square"),
        (lambda of: of["tail"], "tail"),
        (lambda of: of["short"][:8], "pack with a short name"),
        (lambda _: "0121", "pack with a notation"),
        (lambda of: of["short"][:10], "tail"),
        (lambda of: of["tail"][:-8], "tail"),
        (lambda of: f" {of['tail']}\n", "tail"),
        (lambda _: SQUARE, "graph of the square"),
    ],
    ids=["label", "other label", "slug, short name", "slug, notation", "short name", "prefix", "spaces", "notation"],
)
def test_the_first_that_fits_is_found(names, name, found) -> None:
    catalogue, of = names
    assert catalogue.resolve(name(of)).label == of[found]


def test_a_kind_decides_among_names(names) -> None:
    catalogue, of = names
    level = catalogue.registry.called("levels")
    assert catalogue.resolve(of["short"][:8], kind=level).label == of["tail"]


@pytest.mark.parametrize("name", ["4-4-zzzz", "nothing", "planarity-level-4-4", TRIANGLE])
def test_other_names_are_unknown(names, name) -> None:
    with pytest.raises(UnknownObject):
        names[0].resolve(name)


def test_a_slug_of_two_kinds_is_refused_with_both_labels(names) -> None:
    catalogue, of = names
    deck = catalogue.sets.add_deck(cards=["00", "01", "02"], slug="0121", properties=2, values=3)
    with pytest.raises(SeveralObjects) as refused:
        catalogue.resolve("0121")
    assert all(label in str(refused.value) for label in (deck.label, of["pack with a notation"]))
