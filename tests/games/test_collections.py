"""The declarations of complete collections agree with the kinds, and count what is stored."""

import pytest

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.collections import (
    Collection,
    UnknownCollection,
    collections_of,
    declared_collections,
    find_collection,
    read_collections,
)
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.lists.listing import page
from ludex.games.kinds import GAMES
from ludex.jobs.operations import find_operation, validate_arguments

COMPLETE = {
    **{f"planarity-order-types-{n}": size for n, size in ((3, 1), (4, 2), (5, 3), (6, 16), (7, 135))},
    **{f"planarity-x-types-{n}": size for n, size in ((4, 2), (5, 3), (6, 15), (7, 122))},
    **{"planarity-swap-classes-4": 15, "planarity-swap-classes-5": 598},
    **{"swish-cards-4x3": 36, "set-cards-3-4": 81},
}


def test_the_starting_catalogue_has_the_small_collections(starting: Catalogue) -> None:
    with starting.reading() as reader:
        states = {state.name: state for state in read_collections(reader)}
    assert {name: state.size for name, state in states.items() if state.complete} == COMPLETE
    partial = states["planarity-order-types-8"]
    assert 0 < partial.stored < partial.size == 3315
    assert partial.claim is None


def test_filters_and_jobs_are_valid(starting: Catalogue) -> None:
    with starting.reading() as reader:
        for collection in collections_of(reader.registry):
            page(reader, reader.registry.kind[collection.kind], collection.filters, limit=1)
            assert collection.name.startswith(f"{reader.registry.kind[collection.kind].game}-")
            assert bool(collection.operation) == bool(collection.time)
            if collection.operation:
                validate_arguments(find_operation(collection.operation), dict(collection.arguments))


def test_names_are_unique_and_have_a_form() -> None:
    names = [collection.name for collection in declared_collections()]
    assert len(set(names)) == len(names)
    with pytest.raises(ValueError, match="joined by hyphens"):
        Collection(name="Order types", title="", kind="", filters={}, size=1, source="")
    with pytest.raises(UnknownCollection, match="no collection"):
        find_collection(Registry(GAMES), "order-types")
