import json

import pytest
from sqlalchemy import select, update

from ludex.catalogue import tables
from ludex.catalogue.document import FORM
from ludex.catalogue.kind import prepare
from ludex.catalogue.kinds.planarity import PACK
from ludex.catalogue.kinds.planarity.pack import Pack
from ludex.catalogue.kinds.swish import POSITION
from ludex.catalogue.renewal import UnknownForm, renew
from ludex.catalogue.storing import store
from ludex.catalogue.transfer import export_lines
from ludex.catalogue.verification import verify
from ludex.swish.known_position import KnownPosition
from ludex.swish.position import Position
from ludex.swish.solving.search import find_largest
from tests.catalogue.test_transfer import filled

__all__ = ["filled"]


def make_old(catalogue):
    """Write the documents as an older version might have: beads for word, no notes."""
    with catalogue.writing() as writer:
        rows = select(tables.document).join(tables.node).where(tables.node.c.label.startswith("toy-necklace"))
        for row in writer.connection.execute(rows).all():
            old = json.loads(row.body)
            old["beads"] = list(old.pop("word"))
            del old["note"]
            of_row = tables.document.c.node == row.node
            writer.connection.execute(update(tables.document).where(of_row).values(form=FORM - 1, body=json.dumps(old)))


def next_form(members):
    return {name: value for name, value in members.items() if name != "beads"} | {
        "word": "".join(members["beads"]),
        "note": "",
    }


def test_documents_of_an_old_form_are_made_again(filled):
    lines = list(export_lines(filled))
    make_old(filled)
    steps = []
    assert renew(filled, {FORM - 1: next_form}, lambda *step: steps.append(step)) == 3
    assert steps == [(3, 3)]
    assert list(export_lines(filled)) == lines
    assert verify(filled).sound
    assert renew(filled, {FORM - 1: next_form}) == 0


def test_a_form_that_is_not_known_is_named_and_nothing_is_changed(filled):
    make_old(filled)
    with pytest.raises(UnknownForm, match=f"form {FORM - 1}"):
        renew(filled, {})
    assert renew(filled, {FORM - 1: next_form}) == 3


def test_members_that_were_called_otherwise_get_the_names_of_today(catalogue):
    position = Position.from_codes(["*o", "o*"])
    with catalogue.writing() as writer:
        store(writer, prepare(POSITION, KnownPosition(position, find_largest(position))))
        store(writer, prepare(PACK, Pack("mine", "Mine", "", 0, None, None)))
    lines = list(export_lines(catalogue))
    with catalogue.writing() as writer:
        for row in writer.connection.execute(select(tables.document)).all():
            old = row.body.replace('"largest_swish":', '"largest":').replace('"size":0,"least', '"levels":0,"least')
            of_row = tables.document.c.node == row.node
            writer.connection.execute(update(tables.document).where(of_row).values(form=2, body=old))
    assert renew(catalogue) == len(lines) - 1  # one line is a claim
    assert list(export_lines(catalogue)) == lines
