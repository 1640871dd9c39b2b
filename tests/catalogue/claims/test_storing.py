"""The document of an object has the short form of the claims about it, and changes when one of them does."""

import json

from sqlalchemy import select, update

from ludex.catalogue.claims.claim import Claim
from ludex.catalogue.claims.storing import claims_of, claims_of_many, mark_checked, provenance_problems, store_claim
from ludex.catalogue.kinds.document import MOST_CLAIMS_SHOWN
from ludex.catalogue.kinds.kind import prepare
from ludex.catalogue.objects.reading import find
from ludex.catalogue.objects.storing import store
from ludex.catalogue.storage import tables
from ludex.catalogue.verification import verify
from ludex.engine.budget import Budget, Cost
from tests.catalogue.necklaces import NECKLACE, Necklace


def shown(catalogue, label):
    with catalogue.reading() as reader:
        return json.loads(find(reader, label).text())["claims"]


def document(catalogue, node):
    with catalogue.reading() as reader:
        return reader.connection.execute(select(tables.document).where(tables.document.c.node == node)).one()


def put(catalogue, node, claim, **options):
    with catalogue.writing() as writer:
        return store_claim(writer, node, claim, **options)


def stored(catalogue, necklace, cost=None):
    with catalogue.writing() as writer:
        return store(writer, prepare(NECKLACE, necklace).costing(cost))


def test_a_document_shows_its_claims_with_bounds_until_they_are_proved(toys):
    one = stored(toys, Necklace("abc", weight=5))
    short = {"statement": "toy.weight", "parameters": {}, "value": 5, "lower": None, "upper": 5, "proved": False}
    assert shown(toys, one.label) == [{**short, "evidence": None, "method": "weighing"}]
    stored(toys, Necklace("abc", weight=3, proved=True))
    proved = {"value": 3, "upper": None, "proved": True, "evidence": "search", "method": "weighing"}
    assert shown(toys, one.label) == [{**short, **proved}]
    assert verify(toys).sound


def test_a_claim_that_changes_changes_the_document(toys):
    one = stored(toys, Necklace("abc"))
    before = document(toys, one.id)
    claim = Claim("toy.weight", value=9, proved=False, upper=9, parameters={"how": "scales"})
    assert put(toys, one.id, claim)
    assert [claim["value"] for claim in shown(toys, one.label)] == [9]
    assert document(toys, one.id) != before
    after = document(toys, one.id)
    assert not put(toys, one.id, claim)
    assert document(toys, one.id) == after
    assert stored(toys, Necklace("abc")).document.claims[0].value == 9
    assert verify(toys).sound


def test_a_document_shows_no_more_claims_than_it_has_room_for(toys):
    one = stored(toys, Necklace("abc"))
    for number in range(MOST_CLAIMS_SHOWN + 2):
        put(
            toys, one.id, Claim("toy.weight", value=number, proved=False, upper=number, parameters={"how": str(number)})
        )
    assert [claim["value"] for claim in shown(toys, one.label)] == list(range(MOST_CLAIMS_SHOWN))
    assert verify(toys).sound


def test_a_claim_keeps_what_its_search_cost(toys):
    one = stored(toys, Necklace("abc", weight=3, proved=True), Cost(7, 0.25))
    stored(toys, Necklace("abc", weight=3, proved=True))  # found again, without a search
    with toys.reading() as reader:
        [claim] = claims_of(reader, one.id)
    assert (claim.search_nodes, claim.seconds) == (7, 0.25)
    other = stored(toys, Necklace("abb", weight=5), Cost(1, 1.0))
    stored(toys, Necklace("abb", weight=3, proved=True), Cost(9, 2.0))
    with toys.reading() as reader:
        [claim] = claims_of(reader, other.id)
    assert (claim.value, claim.search_nodes, claim.seconds) == (3, 9, 2.0)


def test_claims_are_selected_by_subject_statement_and_parameters(toys):
    one, other = stored(toys, Necklace("abc", weight=5)), stored(toys, Necklace("abb"))
    weighed = Claim(
        "toy.weight", value=9, proved=False, parameters={"how": "scales", "times": 2}, certificate={"a": [1]}
    )
    put(toys, one.id, weighed)
    with toys.reading() as reader:
        both = claims_of(reader, one.id)
        assert [claim.value for claim in both] == [5, 9]
        assert claims_of(reader, one.id, "toy.weight") == both
        assert claims_of(reader, one.id, "toy.weight", {"how": "scales"}) == [weighed]
        assert claims_of(reader, one.id, parameters={"how": "scales", "times": 3}) == []
        assert claims_of_many(reader, [one.id, other.id]) == {one.id: both, other.id: []}


def test_a_claim_that_is_known_to_be_better_replaces_a_better_one(toys):
    one = stored(toys, Necklace("abc", weight=3, proved=True), Cost(7, 0.25))
    other = Claim("toy.weight", value=5, proved=False, upper=5)
    assert not put(toys, one.id, other)
    assert put(toys, one.id, other, known_better=True)
    assert [claim["value"] for claim in shown(toys, one.label)] == [5]
    with toys.reading() as reader:
        assert [claim.seconds for claim in claims_of(reader, one.id)] == [None]


def test_a_verification_is_recorded_for_its_subjects_and_a_changed_cost_is_found(toys):
    one, other = (stored(toys, Necklace(word, weight=5), Cost(7, 0.25)) for word in ("abc", "abb"))
    with toys.writing() as writer:
        mark_checked(writer, [one.id], "2030-01-01T00:00:00+00:00")
        [statement] = [each for each in writer.registry.statements if each.name == "toy.weight"]
        changed = update(tables.claim).where(tables.claim.c.subject == other.id).values(seconds=0.5)
        writer.connection.execute(changed)
    with toys.reading() as reader:
        [first], [second] = claims_of(reader, one.id), claims_of(reader, other.id)
        found = [list(provenance_problems(reader, each.id)) for each in (one, other)]
    assert (first.checked, first.checked_by) == ("2030-01-01T00:00:00+00:00", statement.verification_method)
    assert (second.checked, second.checked_by) == (None, None)
    assert found == [[], ["the engine version or the search cost of the claim toy.weight was changed"]]


def test_shares_of_a_budget_count_for_the_whole():
    budget = Budget()
    before = budget.cost()
    budget.share(3).count(2)
    budget.quiet().count(3)
    assert budget.cost().since(before).nodes == 5
