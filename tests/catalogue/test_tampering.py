"""Whatever is changed in a claim, `ludex db verify` names the object, and goes on to all others."""

import copy
import json
import random
import shutil

import pytest
from sqlalchemy import select, text, update

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.packing import Packed, pack
from ludex.catalogue.verification import verify, verify_some
from ludex.games.kinds import GAMES

SUBJECTS = 12
_JSON = ("value", "certificate")
_MOST = 6
"""Of the cells within a value or a certificate, chosen by the claim."""


@pytest.fixture
def opened(claims_template, tmp_path):
    """Give a function that opens a copy of the sound catalogue with some cells of its claims changed."""
    open_ones = []

    def copied(*changes):
        file = tmp_path / f"{len(open_ones)}.sqlite"
        shutil.copyfile(claims_template, file)
        catalogue = Catalogue(f"sqlite:///{file}", GAMES)
        open_ones.append(catalogue)
        with catalogue.database.engine.execution_options(ludex_mode="migrate").begin() as connection:
            for claim, column, to in changes:
                # As text: what a column of ours would refuse can still stand in a file.
                statement = text(f"UPDATE claim SET {column} = :to WHERE id = :id")
                packed = isinstance(tables.claim.c[column].type, Packed)
                cell = {"to": pack(to) if packed else to, "id": claim}
                assert connection.execute(statement, cell).rowcount == 1
        catalogue.database.close()
        return catalogue

    yield copied
    for catalogue in open_ones:
        catalogue.close()


def claims(catalogue):
    """One claim of each statement and form, about different objects, with the label of its object."""
    query = select(tables.claim, tables.node.c.label).join(tables.node).order_by(tables.claim.c.id)
    found, subjects = {}, set()
    with catalogue.reading() as reader:
        for row in reader.connection.execute(query):
            form = (row.statement, row.value is None, ",".join(sorted(json.loads(row.certificate or "{}"))))
            if form not in found and row.subject not in subjects:
                found[form] = row
                subjects.add(row.subject)
    return list(found.values())


def falsified_json(value):
    """Yield a value of JSON with one cell changed, each of its members and of its first items in turn."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
    elif isinstance(value, str):
        yield value + "1"
    elif value is None:
        yield 7
    if isinstance(value, dict):
        yield {**value, "more": 0}
    if isinstance(value, list):
        yield value[1:] if value else [0]
    items = list(value.items()) if isinstance(value, dict) else []
    items += list(enumerate(value))[:2] if isinstance(value, list) else []
    for name, one in items:
        for changed in falsified_json(one):
            made = copy.copy(value)
            made[name] = changed
            yield made


def cells(row):
    """Yield each column of a claim with what it is changed to."""
    yield "parameters", '{"n":77}'
    yield "parameters", "{"
    yield "proved", not row.proved
    yield "method", row.method + "."
    for name in ("lower", "upper"):
        bound = getattr(row, name)
        yield name, "000199" if bound is None or bound == 99 else f"0001{(bound + 1) % 10}"
        yield name, "00021"  # one digit where two are announced
    yield "evidence", "luck"
    yield "evidence", None if row.evidence else "search"
    yield "engine", "new"
    yield "search_nodes", -1
    yield "seconds", -0.5
    yield "checked", "yesterday"
    yield "checked_by", "luck"
    yield "statement", 99
    for name in _JSON:
        stored = getattr(row, name)
        yield name, '{"'
        changed = list(falsified_json(None if stored is None else json.loads(stored)))
        for one in changed if len(changed) <= _MOST else random.Random(row.id).sample(changed, _MOST):
            yield name, json.dumps(one)


def named(report):
    return {one.label for one in report.findings}


def test_each_cell_of_a_claim_is_found_beside_all_others(opened):
    catalogue = opened()
    assert verify(catalogue).sound
    every = [(row, list(cells(row))) for row in claims(catalogue)]
    assert len(every) >= SUBJECTS
    labels = [row.label for row, _ in every]
    missed = []
    for number in range(max(len(changes) for _, changes in every)):
        wrong = [(row, changes[number]) for row, changes in every if number < len(changes)]
        report = verify_some(opened(*((row.id, *change) for row, change in wrong)), labels)
        missed += [(row.label, change) for row, change in wrong if row.label not in named(report)]
        assert sum(report.checked.values()) == len(labels)
    assert not missed


def test_wrong_claims_hide_no_other_object(opened):
    catalogue = opened()
    wrong = claims(catalogue)
    spoilt = verify(opened(*((row.id, "value", '{"') for row in wrong)))
    assert spoilt.checked == verify(catalogue).checked
    assert {row.label for row in wrong} <= named(spoilt)


def test_a_claim_about_another_object_is_found_at_both(opened):
    every = claims(opened())
    with opened().reading() as reader:
        cards = reader.connection.execute(
            select(tables.node.c.id, tables.node.c.label).order_by(tables.node.c.id)
        ).all()
    targets = [card for card in cards if card.label not in {row.label for row in every}][: len(every)]
    moved = list(zip(every, targets, strict=True))
    report = verify(opened(*((row.id, "subject", target.id) for row, target in moved)))
    for row, target in moved:
        assert {row.label, target.label} & named(report), row.label


def test_a_wrong_game_of_a_fact_hides_nothing(opened):
    catalogue = opened()
    [first, *_] = claims(catalogue)
    with catalogue.reading() as reader:
        cap = reader.registry.numbers.kinds["set-cap"]
    with catalogue.database.engine.execution_options(ludex_mode="migrate").begin() as connection:
        connection.execute(update(tables.node).where(tables.node.c.label == first.label).values(kind=cap))
        connection.execute(text("UPDATE claim SET value = '[' WHERE id = (SELECT max(id) FROM claim)"))
    catalogue.database.close()
    report = verify(catalogue)
    assert first.label in named(report)
    assert len(named(report)) > 1
