import json

import pytest
from sqlalchemy import select, update

from ludex.catalogue import tables
from ludex.catalogue.document import FORM
from ludex.catalogue.renewal import UnknownForm, renew
from ludex.catalogue.transfer import export_lines
from ludex.catalogue.verification import verify
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
