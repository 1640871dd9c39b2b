"""Documents of an old form are made again: an upgrade of the catalogue ends with this.

Who changes how documents are written raises `FORM` and says in `FORMER` how members of the form before become those of
the next. What the document is made of does not change: key, label and links stay.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import func, select

from ludex.catalogue import tables
from ludex.catalogue.catalogue import Catalogue, Writer
from ludex.catalogue.claims import claims_of
from ludex.catalogue.document import FORM, joined
from ludex.catalogue.kind import prepare
from ludex.catalogue.storing import link_kin, rewrite

Members = dict[str, Any]
Former = Mapping[int, Callable[[Members], Members]]


def _second_form(members: Members) -> Members:
    """Give members the names of the third form."""
    names = _RENAMED.get(members["kind"], {})
    return {names.get(name, name): value for name, value in members.items()}


_RENAMED = {"swish-position": {"largest": "largest_swish"}, "planarity-pack": {"levels": "size"}}
FORMER: Former = {1: lambda members: members, 2: _second_form}
"""By the number of a form: what makes members of the next form of those of this one.

1: documents are the same, but bring claims with them that they did not bring then, and links with their kin: see
:mod:`ludex.catalogue.kin`. 2: the largest swish of a position was called `largest`, the size of a
pack `levels`, and documents had no short form of the claims about them, which is made of the claims.
"""

_BATCH = 200


class UnknownForm(RuntimeError):
    """A document is of a form that this version does not know."""


def renew(catalogue: Catalogue, former: Former = FORMER, progress: Callable[[int, int], None] | None = None) -> int:
    """Write every document of an old form again and return how many there were.

    A batch is one transaction; one that was ended early goes on where it stopped. `progress` is called with the
    documents done and all. Raises UnknownForm.
    """
    stale = tables.document.c.form != FORM
    with catalogue.reading() as reader:
        total = reader.connection.scalar(select(func.count()).select_from(tables.document).where(stale)) or 0
    done = 0
    while done < total:
        with catalogue.writing() as writer:
            rows = writer.connection.execute(
                select(tables.document, tables.node.c.kind)
                .join(tables.node, tables.node.c.id == tables.document.c.node)
                .where(stale)
                .limit(_BATCH)
            ).all()
            for row in rows:
                _renew(writer, row.node, row.kind, row.form, json.loads(joined(row.body, row.rest)), former)
        if not rows:
            break
        done += len(rows)
        if progress is not None:
            progress(done, total)
    return done


def _renew(writer: Writer, node: int, number: int, form: int, members: Members, former: Former) -> None:
    kind = writer.registry.kind_of_number[number]
    while form != FORM:
        if form not in former:
            raise UnknownForm(f"{members.get('label')}: a document of form {form}; this version writes form {FORM}")
        members, form = former[form](members), form + 1
    document = kind.model.model_validate(members)
    value = kind.read(document, claims_of(writer, node))
    rewrite(writer, kind, node, value, document)
    if any(one.mutual and kind.name in one.sources for one in writer.registry.relations):
        link_kin(writer, {node: prepare(kind, value)})
