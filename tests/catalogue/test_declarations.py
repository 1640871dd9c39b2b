"""schema/notation.md lists what the games declare, and the declarations hold together."""

import re
from pathlib import Path

import pytest

from ludex.catalogue.kinds.registry import Registry
from ludex.games.kinds import GAMES

ROOT = Path(__file__).parents[2]
NOTATION = (ROOT / "schema" / "notation.md").read_text()
REGISTRY = Registry(GAMES)


def between(name):
    return re.search(rf"<!-- {name} -->\n(.*?)<!-- end of {name} -->", NOTATION, flags=re.DOTALL)[1]


def table(head, rows):
    lines = [f"| {' | '.join(head)} |", "|" + "---|" * len(head), *(f"| {' | '.join(row)} |" for row in rows)]
    return "\n".join(lines) + "\n"


def coded(names):
    return ", ".join(f"`{name}`" for name in names)


def relations_table():
    head = ("relation", "from", "to", "inverse", "meaning")
    rows = [
        (f"`{one.name}`", coded(one.sources), coded(one.targets), f"`{one.inverse}`", one.about)
        for one in REGISTRY.relations
    ]
    return table(head, rows)


def statements_table():
    return table(("claim", "meaning"), [(f"`{one.name}`", one.about) for one in REGISTRY.statements])


def test_the_relations_of_the_notation_are_those_of_the_code():
    assert between("relations") == relations_table()


def test_the_claims_of_the_notation_are_those_of_the_code():
    assert between("statements") == statements_table()


@pytest.mark.parametrize("kind", REGISTRY.kinds, ids=lambda kind: kind.name)
def test_a_kind_is_spelled_alike_everywhere(kind):
    assert kind.name.startswith(f"{kind.game}-")
    assert kind.model.model_fields["kind"].default == kind.name
    assert kind.table_name == kind.name.replace("-", "_")
    assert kind.address.partition("/")[0] in ("swish", "sets", "planarity")
    assert f"| `{kind.name}` |" in NOTATION


def test_every_kind_says_what_it_is_and_each_of_its_facts_is_one_column():
    for kind in REGISTRY.kinds:
        assert kind.view.about
        names = [fact.name for fact in kind.facts]
        assert names
        assert len(set(names)) == len(names)
