"""A name of an object is resolved in one order: label, slug, short name, prefix of a label, title, notation.

A request has the rights that its declaration states, and searches within the limits of its surface.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import pytest

from ludex import Catalogue, planarity
from ludex.catalogue.graph.given_objects import NotStored
from ludex.catalogue.objects.reading import SeveralObjects, UnknownObject
from ludex.engine.budget import Budget
from ludex.engine.faults import Fault
from ludex.requests.session import Session

SQUARE, TAIL = "4:0-1,1-3,2-3,0-2", "5:0-1,1-3,2-3,0-2,3-4"
CYCLE, TRIANGLE = "Cr", "Bw"


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Catalogue, dict[str, str]]]:
    """Give a catalogue in which slugs and titles of some objects are the names and notations of others."""
    file = tmp_path_factory.mktemp("names") / "catalogue.sqlite"
    with Catalogue(str(file), make=True) as catalogue:
        square, tail = (catalogue.add(planarity.read_untangle(text)) for text in (SQUARE, TAIL))
        short = tail.label.removeprefix("planarity-level-")
        packs = [
            catalogue.planarity.add_pack(slug, levels=[square.label], title="Names", solved=True)
            for slug in (short[:8], "0121")
        ]
        for label, title in ((square.label, "The knot"), (tail.label, "0121"), (tail["graph"], SQUARE)):
            catalogue.edit(label, title=title)
        yield (
            catalogue,
            {
                "square": square.label,
                "tail": tail.label,
                "short": short,
                "graph of the square": square["graph"],
                "graph of the tail": tail["graph"],
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
        (lambda _: "The knot", "square"),
        (lambda _: SQUARE, "graph of the tail"),
        (lambda _: CYCLE, "graph of the square"),
    ],
    ids=[
        "label",
        "other label",
        "slug, short name",
        "slug, notation and title",
        "short name",
        "prefix",
        "spaces",
        "title",
        "title, notation",
        "notation",
    ],
)
def test_the_first_that_fits_is_found(names, name, found) -> None:
    catalogue, of = names
    assert catalogue.resolve(name(of)).label == of[found]


def test_a_kind_decides_among_names(names) -> None:
    catalogue, of = names
    level = catalogue.registry.called("levels")
    assert catalogue.resolve(of["short"][:8], kind=level).label == of["tail"]


@pytest.mark.parametrize("name", ["4-4-zzzz", "nothing", "planarity-level-4-4", "the knot", "The kno", "\0", TRIANGLE])
def test_other_names_are_unknown_at_their_place(names, name) -> None:
    with pytest.raises(UnknownObject) as refused:
        names[0].resolve_stored(name, "objects", "0")
    assert refused.value.place == ("objects", "0")


def test_a_value_is_found_if_it_is_stored_and_of_the_kind(names) -> None:
    catalogue, of = names
    value, levels, packs = planarity.read_untangle(TAIL), *map(catalogue.registry.called, ("levels", "planarity-pack"))
    assert [catalogue.resolve(value, kind=kind).label for kind in (None, levels)] == [of["tail"]] * 2
    with pytest.raises(ValueError, match="not of the kind planarity-pack"):
        catalogue.resolve(value, kind=packs)
    with pytest.raises(Fault) as refused:
        catalogue.resolve({"points": [[0, 0], [0, 0]], "edges": []}, "from")
    assert refused.value.place[0] == "from"


def test_an_object_that_is_only_built_in_has_no_links(names) -> None:
    catalogue, of = names
    assert catalogue.resolve_stored(of["tail"]).label == of["tail"]
    with pytest.raises(NotStored) as refused:
        catalogue.resolve_stored("swish-36", "object")
    assert refused.value.place == ("object",)


def test_a_slug_of_two_kinds_is_refused_with_both_labels(names) -> None:
    catalogue, of = names
    deck = catalogue.sets.add_deck(cards=["00", "01", "02"], slug="0121", properties=2, values=3)
    with pytest.raises(SeveralObjects) as refused:
        catalogue.resolve("0121")
    assert all(label in str(refused.value) for label in (deck.label, of["pack with a notation"]))


class Store:
    """What stands for a catalogue that only knows how it was opened."""

    def __init__(self, opened: str) -> None:
        self.opened = opened

    @property
    def read_only(self) -> "Store":
        return Store("to read")


def test_a_request_may_do_what_its_declaration_states() -> None:
    store: Any = Store("to write")
    session = Session(store, grant=lambda right: Store(f"to {right}"))  # type: ignore[arg-type, return-value]
    reading, storing = session.allowing(None), session.allowing("store")
    assert session.destination is session.store is session.catalogue is store
    assert (reading.store.opened, reading.destination) == ("to read", None)  # type: ignore[attr-defined]
    assert storing.destination.opened == "to store"  # type: ignore[union-attr]
    assert {storing.allowing(right).store for right in (None, "store")} == {storing.store}
    assert Session(lambda: store).allowing("edit").destination is store
    with pytest.raises(RuntimeError, match="a request that may store ran a request that may edit"):
        storing.allowing("edit")
    with pytest.raises(RuntimeError, match="a request that may read ran a request that may store"):
        reading.allowing("store")


def test_bounds_and_the_address_are_those_of_the_service() -> None:
    store: Any = Store("")
    jobs: Any = object()
    served = Session(store, served=True, jobs=lambda: jobs, public_url=lambda: "https://a.example", daily_ahead=2)
    assert (served.bound(3), served.public_url, served.daily_ahead) == (3, "https://a.example", 2)
    assert served.jobs is jobs
    program = Session(store, public_url="https://b.example")
    assert (program.bound(3), program.public_url, program.daily_ahead) == (None, "https://b.example", 0)
    assert program.client.owner is None and program.client.reaches("ada") and program.client.reads_job("ada")
    with pytest.raises(RuntimeError, match="no jobs"):
        _ = program.jobs


def test_a_search_has_the_limit_of_its_request_and_parts_share_its_budget() -> None:
    def lend(name: str) -> Any:
        def lent(seconds: float | None) -> AbstractContextManager[Budget]:
            asked.append((name, seconds))
            return nullcontext(Budget(seconds=60))

        return lent

    asked: list[tuple[str, float | None]] = []
    store: Any = Store("")
    session = Session(store, search=lend("search"), wait=lend("wait"))
    with session.searching(3), session.allowing(None, 5).searching(), session.waiting(7), session.searching() as whole:
        assert asked == [("search", 3), ("search", 5), ("wait", 7), ("search", None)]
        within = session.within(whole)
        with within.searching() as same, within.searching(1) as part:
            assert same is whole and part is not whole and part.remaining() <= 1
    assert len(asked) == 4


def test_a_title_of_two_objects_is_refused_with_both_labels(names) -> None:
    catalogue, of = names
    with pytest.raises(SeveralObjects) as refused:
        catalogue.resolve("Names")
    assert refused.value.labels == tuple(sorted((of["pack with a short name"], of["pack with a notation"])))


@pytest.mark.parametrize("name", [lambda of: of["tail"][:-8], lambda of: of["short"][:10], lambda _: "The knot"])
def test_changes_take_a_label_or_a_slug_only(names, name) -> None:
    catalogue, of = names
    with pytest.raises(UnknownObject):
        catalogue.edit(name(of), note="changed")
    with pytest.raises(UnknownObject):
        catalogue.delete(name(of))
