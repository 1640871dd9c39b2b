import pytest
from sqlalchemy import select

from ludex.catalogue.claims.claim import Claim
from ludex.catalogue.claims.storing import store_claim
from ludex.catalogue.kinds.kind import NewLink, prepare
from ludex.catalogue.objects.rows import Unstorable, rows_of, store_rows
from ludex.catalogue.objects.storing import add_links, name_object, store_many
from ludex.catalogue.storage import tables
from ludex.catalogue.transfer.export import export_lines, group_lines, is_claim_line
from ludex.catalogue.transfer.imports.trusted_lines import trusted_rows
from ludex.catalogue.verification import verify
from tests.catalogue.importing import import_export
from tests.catalogue.necklaces import BOX, NECKLACE, Necklace

WORDS = ["abc", "acb", "aab", "abab", "bca"]
VALUES = [Necklace("abc", weight=3, proved=True), *map(Necklace, WORDS[1:])]


def rows(catalogue, values=VALUES):
    return [row for value in values for row in rows_of(catalogue.registry, prepare(NECKLACE, value))]


def parts(catalogue):
    """The lines of an export: whatever the order of storing was."""
    return sorted(export_lines(catalogue, keys=True))


def as_trusted(catalogue, lines):
    """The rows of the lines of an export, each object with its claims."""
    groups = group_lines(enumerate(lines))
    return [row for group in groups for row in trusted_rows(catalogue.registry, [line for _, line in group])]


@pytest.fixture
def boxed(other):
    """Necklaces in a box that has names, with a claim that none of them brings."""
    with other.writing() as writer:
        stored = store_many(writer, [prepare(NECKLACE, value) for value in VALUES])
        [box] = store_many(writer, [prepare(BOX, "mine")])
        name_object(writer, BOX, box.id, ["my-box", "second"])
        add_links(writer, box.id, [NewLink("has-necklace", stored[2].label, 1, 5)])
        store_claim(
            writer, stored[3].id, Claim("toy.weight", value=9, proved=False, upper=9, parameters={"how": "scales"})
        )
    return other


def test_rows_are_what_storing_one_by_one_makes(toys, other):
    with toys.writing() as writer:
        ids, new = store_rows(writer, rows(toys))
    assert len(new) == len(ids)
    with other.writing() as writer:
        for value in VALUES:
            store_many(writer, [prepare(NECKLACE, value)])
    assert parts(toys) == parts(other)
    assert verify(toys).sound


def test_what_is_stored_already_stays_and_the_first_of_equal_ones_is_stored(toys):
    with toys.writing() as writer:
        first, new = store_rows(writer, rows(toys, [Necklace("bca", note="first"), Necklace("abc")]))
    assert len(new) == 5  # the necklace, its multiset, three letters
    before = parts(toys)
    with toys.writing() as writer:
        again, new = store_rows(writer, rows(toys, [Necklace("cab", weight=1)]))
    assert (new, parts(toys)) == (set(), before)
    assert again.items() <= first.items()
    assert verify(toys).sound


def test_new_nodes_come_in_the_order_of_their_keys(toys):
    with toys.writing() as writer:
        store_rows(writer, rows(toys))
    with toys.reading() as reader:
        keys = [bytes(key) for key in reader.connection.scalars(select(tables.node.c.key).order_by(tables.node.c.id))]
    assert keys == sorted(keys)


def test_ids_go_on_after_those_of_another_way_of_storing(toys):
    with toys.writing() as writer:
        store_rows(writer, rows(toys, VALUES[:2]))
    with toys.writing() as writer:
        store_many(writer, [prepare(NECKLACE, value) for value in VALUES[2:4]])
    with toys.writing() as writer:
        store_rows(writer, rows(toys))
    assert verify(toys).sound


def test_kin_that_came_before_is_linked_both_ways(toys, other):
    for value in (Necklace("abcd"), Necklace("dcba")):
        with toys.writing() as writer:
            store_rows(writer, rows(toys, [value]))
        with other.writing() as writer:
            store_many(writer, [prepare(NECKLACE, value)])
    assert parts(toys) == parts(other)
    assert verify(toys).sound


def test_rows_that_link_to_what_is_not_there_are_refused(toys):
    entry = prepare(NECKLACE, VALUES[0])
    *_, alone = rows_of(toys.registry, entry)
    with pytest.raises(LookupError, match="store the target of a link first"), toys.writing() as writer:
        store_rows(writer, [alone])


@pytest.mark.parametrize("keys", [True, False])
def test_an_export_taken_on_trust_makes_an_equal_catalogue(boxed, toys, keys):
    lines = list(export_lines(boxed, keys=keys))
    with toys.writing() as writer:
        store_rows(writer, as_trusted(toys, lines), trusted=True)
    assert sorted(export_lines(toys)) == sorted(export_lines(boxed))
    assert verify(toys).sound


def test_what_is_taken_on_trust_is_noted_until_it_is_found_to_hold(boxed, toys):
    at = "2026-01-01T00:00:00+00:00"
    verify(boxed, at=at)
    lines = [line.replace('"abab"', '"abba"') for line in export_lines(boxed, keys=True)]
    with toys.writing() as writer:
        store_rows(writer, as_trusted(toys, lines), trusted=True)

    def trusted():
        with toys.reading() as reader:
            names = select(tables.node.c.label).join(tables.trusted, tables.trusted.c.node == tables.node.c.id)
            return set(reader.connection.scalars(names)), reader.connection.scalar(select(tables.claim.c.checked))

    noted, checked = trusted()
    assert len(noted) == len([line for line in lines if not is_claim_line(line)])
    assert checked is None
    report = verify(toys, at=at)
    falsified = {one.label for one in report.findings}
    assert falsified and trusted()[0] == falsified


def test_a_line_with_a_key_that_is_not_its_own_is_refused(boxed, toys):
    lines = list(export_lines(boxed, keys=True))
    key = next(line for line in lines if '"toy-necklace"' in line).partition('"key":"')[2][:66]
    wrong = [line.replace(key, "01" + "0" * 64) for line in lines]
    with pytest.raises(ValueError, match="is not the label of the key"):
        as_trusted(toys, wrong)
    report = import_export(toys, wrong)
    reasons = {one.reason.partition(",")[0] for one in report.lines if "key" in one.reason}
    assert reasons == {f"key is 01{'0' * 64}"}


def test_values_that_the_tables_do_not_take_are_refused(toys):
    [*targets, row] = rows(toys, VALUES[:1])
    with pytest.raises(Unstorable), toys.writing() as writer:
        store_rows(writer, [*targets, row._replace(facts=tuple(None for _ in row.facts))])
