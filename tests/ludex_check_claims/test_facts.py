"""Whoever changes a fact of an export, removes the claim that states it, and seals the lines again, is noticed."""

import json
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from ludex.catalogue.transfer.export import sealed
from ludex_check_claims.claims import claim_verdict
from ludex_check_claims.command import main
from ludex_check_claims.discovery import find_checks
from ludex_check_claims.documents import facts_verdict, label_verdict
from ludex_check_claims.export import read_export
from ludex_check_claims.verdicts import NOT_CHECKED, RECOMPUTED, WRONG, Export

Line = dict[str, Any]
CHECKS = find_checks()

DESCRIPTIONS = {"label", "kind", "claims", "slugs", "links", "title", "description"}
"""What names an object, tells where it comes from, or is compared with the claims themselves."""
REPRESENTATIVES = {"drawing", "representative"}
"""Another drawing, or another set of points, of the same class represents the class as well."""
UNCHECKED = {"difficulty", "provenance", "source"}


@pytest.fixture
def export(lines: list[Line], tmp_path: Path) -> Callable[[list[Line]], Path]:
    def write(changed: list[Line]) -> Path:
        file = tmp_path / "export.ndjson"
        file.write_text("".join(f"{line}\n" for line in sealed(map(json.dumps, changed))))
        return file

    return write


def _read(file: Path) -> Export:
    found, faults = read_export(str(file), float("inf"))
    assert not faults
    return found


def _falsified(value: object) -> Iterator[object]:
    """Yield other values of the same form."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1)
    elif isinstance(value, str):
        yield value[:-1] + chr(ord(value[-1]) ^ 1)
    elif isinstance(value, list) and value:
        yield value[:-1]
        yield from ([other, *value[1:]] for other in _falsified(value[0]))
    elif isinstance(value, dict):
        for name, member in value.items():
            yield from ({**value, name: other} for other in _falsified(member))
    elif value is None:
        yield from (1, True)


def _facts(lines: list[Line]) -> Iterator[tuple[int, str, object]]:
    """Yield each fact of one object of each kind and shape, with the values to which it is falsified."""
    seen = set()
    for number, line in enumerate(lines):
        for member, value in line.items() if "kind" in line else ():
            if member not in DESCRIPTIONS and (line["kind"], member, value is None) not in seen:
                seen.add((line["kind"], member, value is None))
                yield from ((number, member, other) for other in _falsified(value))


def _verdicts(label: str, export: Export) -> set[str]:
    """Return the verdicts on an object and on all claims about it."""
    document = export.objects[label]
    claims = [claim for claim in export.claims if claim["subject"] == label]
    found = [label_verdict(document, export, CHECKS), facts_verdict(document, export, CHECKS)]
    return {verdict for verdict, _ in chain(found, (claim_verdict(claim, export, CHECKS) for claim in claims))}


@pytest.mark.parametrize("claimed", [True, False])
def test_each_changed_fact_is_wrong_or_not_checked(
    lines: list[Line], export: Callable[[list[Line]], Path], claimed: bool
) -> None:
    whole, accepted, wrong = _read(export(lines)), [], set()
    for number, member, other in _facts(lines):
        document = dict(lines[number])
        label = document["label"]
        document[member] = other
        kept = whole.claims
        if not claimed:
            document["claims"] = []
            kept = [claim for claim in whole.claims if claim["subject"] != label]
        verdicts = _verdicts(label, Export({**whole.objects, label: document}, kept))
        if member in REPRESENTATIVES and label_verdict(document, whole, CHECKS)[0] == RECOMPUTED:
            continue
        if not verdicts & {WRONG, NOT_CHECKED}:
            accepted.append((label, member, lines[number][member], other))
        if WRONG in verdicts:
            wrong.add(member)
    assert accepted == []
    facts = {member for line in lines if "kind" in line for member in line} - DESCRIPTIONS - UNCHECKED
    assert claimed is not bool(facts - wrong), facts - wrong


@pytest.mark.parametrize("member", ["method", "argument"])
def test_what_a_claim_says_of_its_method_is_known_or_not_checked(
    lines: list[Line], export: Callable[[list[Line]], Path], member: str
) -> None:
    whole, changed = _read(export(lines)), 0
    for claim in whole.claims:
        other = json.loads(json.dumps(claim))
        place = other if member in other else other["certificate"] or {}
        if member in place:
            place[member] = "because"
            document = {**whole.objects[claim["subject"]], "claims": None}
            verdict = claim_verdict(other, Export({**whole.objects, claim["subject"]: document}, whole.claims), CHECKS)
            assert verdict[0] in (WRONG, NOT_CHECKED), claim
            changed += 1
    assert changed > 1


def test_the_exit_code_tells_what_is_not_checked(
    lines: list[Line], export: Callable[[list[Line]], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    [position] = [line for line in lines if line.get("largest_swish") and line["claims"]][:1]
    alone = {**position, "claims": []}
    assert main([str(export([alone]))]) == 3
    assert "not checked: facts of 1 objects: largest_swish (swish-position)" in capsys.readouterr().out
    assert main([str(export([alone])), "--allow-unclaimed"]) == 0
    assert main([str(export([{**alone, "size": alone["size"] + 1}])), "--allow-unclaimed"]) == 1
    assert "the size is" in capsys.readouterr().out
    assert main([str(export([{**alone, "largest_swish": None, "difficulty": {}}]))]) == 0
    assert main([str(export([{**alone, "largest_swish": None}]))]) == 1


def test_an_empty_file_does_not_pass(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "empty.ndjson"
    file.write_text("")
    assert main([str(file)]) == 3
    assert "the file contains no objects" in capsys.readouterr().out


def test_facts_without_a_claim_are_recomputed_where_that_is_cheap(
    lines: list[Line], export: Callable[[list[Line]], Path]
) -> None:
    found = _read(export(lines))
    cheap = {"planarity-graph", "planarity-order-type", "set-position", "set-card", "swish-card", "swish-hypergraph"}
    alone = Export({label: {**document, "claims": []} for label, document in found.objects.items()}, [])
    verdicts = {document["kind"]: facts_verdict(document, alone, CHECKS)[0] for document in alone.objects.values()}
    assert {kind for kind, verdict in verdicts.items() if verdict == RECOMPUTED} >= cheap
