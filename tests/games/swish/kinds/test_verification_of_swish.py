import pytest
from sqlalchemy import text

from ludex.catalogue.verification import verify, verify_part
from tests.catalogue.kinds.filled import copied, filled_once
from tests.games.swish.kinds.filling_swish import fill
from tests.tampering import spoil


def tamper(catalogue, statement):
    with catalogue.database.engine.execution_options(ludex_mode="migrate").begin() as connection:
        assert spoil(connection, statement) >= 1
    catalogue.database.close()


@pytest.fixture
def filled(catalogue):
    fill(catalogue)
    return catalogue


@pytest.fixture(scope="module")
def filled_file(sqlite_template, tmp_path_factory):
    """A file with a filled catalogue, to copy: filling it takes as long as verifying it."""
    return filled_once(sqlite_template, tmp_path_factory.mktemp("filled"), fill)


@pytest.fixture
def filled_copy(filled_file, tmp_path):
    yield from copied(filled_file, tmp_path)


def of(kind, fact):
    return f"(SELECT max(node) FROM swish_{kind} WHERE {fact})"


CARD = of("card", "points = 2")
HYPERGRAPH = of("hypergraph", "hypernodes = 8")
POSITION = of("position", "largest_size = 4")
BUILT_IN = of("deck", "size = 36")
OWN = of("deck", "size = 4")
KINDS = {
    "'lies-in'": "swish-swish",
    "'witnesses'": "swish-no-swish-set",
    CARD: "swish-card",
    HYPERGRAPH: "swish-hypergraph",
    POSITION: "swish-position",
    BUILT_IN: "swish-deck",
    OWN: "swish-deck",
}
"""The kind in which a wrong cell is found, by the first of these parts that its statement has."""
MAXIMUM = f"statement = 'swish.no-swish-maximum' AND subject = {BUILT_IN}"
PROBABILITY = f"statement = 'swish.no-swish-probability' AND subject = {BUILT_IN}"
LARGEST = f"statement = 'swish.largest-swish' AND subject = {POSITION}"


@pytest.mark.parametrize(
    ("statement", "problem"),
    [
        (f"UPDATE swish_card SET points = 9 WHERE node = {CARD}", "the fact points is 9"),
        (
            f'UPDATE document SET body = replace(body, \'"title":"Mine\', \'"title":"Yours\') WHERE node = {OWN}',
            "the fact title is Mine",
        ),
        (
            f"UPDATE document SET rest = replace(rest, 'oo./**.', 'oo./*.*') WHERE node = {OWN}",
            "key is",
        ),
        (f"UPDATE document SET body = replace(body, '\"size\":4', '\"size\":3') WHERE node = {POSITION}", "size is 3"),
        (
            f"UPDATE swish_position SET largest_proved = false WHERE node = {POSITION}",
            "the fact largest_proved is False",
        ),
        (f"DELETE FROM link WHERE relation = 'has-hypergraph' AND source = {POSITION}", "the link has-hypergraph"),
        (
            f"UPDATE link SET detail = '{{\"order\":[0]}}' WHERE relation = 'has-hypergraph' AND source = {POSITION}",
            "does not follow",
        ),
        (f"DELETE FROM link WHERE relation = 'holds' AND place = 3 AND source = {POSITION}", "the link holds"),
        (
            f"UPDATE link SET place = 9 WHERE relation = 'dealt-from' AND source = {POSITION}",
            "with seed 9 is another position",
        ),
        (f"UPDATE link SET detail = NULL WHERE relation = 'dealt-from' AND source = {POSITION}", "a deal has n cards"),
        (f"UPDATE link SET detail = NULL WHERE relation = 'lies-in' AND target = {POSITION}", "placement: "),
        (f"UPDATE link SET detail = NULL WHERE relation = 'witnesses' AND target = {BUILT_IN}", "kept cards: "),
        (
            f"UPDATE claim SET value = '3' WHERE {LARGEST}",
            "but its stack has 4",
        ),
        (
            f"UPDATE claim SET proved = false WHERE {LARGEST}",
            "proved is True",
        ),
        (
            f"UPDATE claim SET value = '21' WHERE {MAXIMUM}",
            "the value 21 and the lower bound 20",
        ),
        (
            f"UPDATE claim SET certificate = NULL WHERE {MAXIMUM}",
            "must list its indices",
        ),
        (
            f"UPDATE claim SET proved = false WHERE {PROBABILITY}",
            "proved if and only if it is exact",
        ),
        (
            f"UPDATE claim SET proved = false WHERE {PROBABILITY}",
            "a statistic of deals must be proved if and only if it is exact",
        ),
        (
            f"UPDATE claim SET parameters = '{{\"n\":37}}' WHERE {PROBABILITY}",
            "cannot deal 37 cards from a deck of 36",
        ),
        (
            f"UPDATE claim SET value = replace(value, 'numerator\":0', 'numerator\":1') WHERE {PROBABILITY}",
            "the deals of 30 cards is 1, but must be 0",
        ),
        (
            f"UPDATE claim SET certificate = replace(certificate, 'denominator\":1,', 'denominator\":2,') "
            f"WHERE {MAXIMUM}",
            "the weights allow 28 cards, but the set has 20",
        ),
        (
            f"UPDATE claim SET lower = '000320' WHERE {MAXIMUM}",
            "not a natural number",
        ),
        (
            f"UPDATE claim SET upper = '0003020' WHERE {MAXIMUM}",
            "not a natural number",
        ),
        (
            f"UPDATE claim SET statement = 99 WHERE {MAXIMUM}",
            "KeyError",
        ),
        (
            f"UPDATE claim SET value = '{{{{' WHERE {MAXIMUM}",
            "JSONDecodeError",
        ),
        (
            f"UPDATE claim SET value = 'null' WHERE {PROBABILITY}",
            "a statistic of deals must have",
        ),
        (
            f'UPDATE document SET rest = \'"form":"00"\' WHERE node = {HYPERGRAPH}',
            "not the form",
        ),
    ],
)
def test_a_cell_that_does_not_say_what_is_so_is_found(filled_copy, statement, problem):
    tamper(filled_copy, statement)
    kind = next(kind for part, kind in KINDS.items() if part in statement)
    report, _ = verify_part(filled_copy, kind, 0, 100)
    assert any(problem in finding.problem for finding in report.findings), list(map(str, report.findings))
    assert not report.sound


def test_a_wrong_cell_hides_no_other(filled):
    for statement in (
        f"UPDATE claim SET certificate = '[' WHERE {MAXIMUM}",
        f"UPDATE document SET body = '{{' WHERE node = {POSITION}",
        f"UPDATE swish_card SET points = 9 WHERE node = {CARD}",
    ):
        tamper(filled, statement)
    report = verify(filled)
    assert report.complete
    assert len({finding.label for finding in report.findings}) >= 3, list(map(str, report.findings))


def test_objects_that_say_what_is_so_are_sound(filled):
    report = verify(filled)
    assert report.sound, list(map(str, report.findings))
    with filled.reading() as reader:
        for table in reader.registry.facts.values():
            if table.name.startswith("swish_"):
                count = reader.connection.scalar(text(f"SELECT count(*) FROM {table.name}"))
                kind = next(one for one in reader.registry.kinds if one.table_name == table.name)
                assert report.checked[kind.name] == count > 0
