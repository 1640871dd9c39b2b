import pytest
from sqlalchemy import LargeBinary, select, text, type_coerce, update

from ludex.catalogue import verification
from ludex.catalogue.claims.storing import claims_of
from ludex.catalogue.columns.segments import seal
from ludex.catalogue.kinds.kind import prepare
from ludex.catalogue.objects.storing import delete_object, store_many
from ludex.catalogue.storage import tables
from ludex.catalogue.verification import verify, verify_some
from ludex.engine.budget import Budget
from tests.catalogue.necklaces import BOX, NECKLACE, Necklace
from tests.catalogue.transfer.imports.test_checked_lines import filled
from tests.tampering import spoil

__all__ = ["filled"]


def tamper(catalogue, statement):
    with catalogue.database.engine.execution_options(ludex_mode="migrate").begin() as connection:
        assert spoil(connection, statement) == 1
    catalogue.database.close()


def test_what_is_stored_is_sound(filled):
    assert verify(filled).sound


@pytest.mark.parametrize(
    ("statement", "problem"),
    [
        ("UPDATE node SET label = 'toy-necklace-3-aaaaaaaaaaaaaaaa' WHERE id = {abc}", "label is"),
        ("UPDATE node SET key = CAST('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' AS {blob}) WHERE id = {abc}", "key is"),
        ("UPDATE node SET kind = 'toy-box' WHERE id = {abc}", "ValidationError"),
        ("UPDATE document SET body = replace(body, '\"length\":3', '\"length\":4') WHERE node = {abc}", "length is 4"),
        ("UPDATE document SET body = '{{' WHERE node = {abc}", "ValidationError"),
        ("UPDATE document SET rest = NULL WHERE node = {abc}", "ValidationError"),
        ("DELETE FROM document WHERE node = {abc}", "its document is missing"),
        ("UPDATE toy_necklace SET length = 4 WHERE node = {abc}", "the fact length is 4"),
        ("UPDATE toy_necklace SET weight = '00021' WHERE node = {abc}", "ValueError"),
        ("UPDATE toy_necklace SET multiset = 1 WHERE node = {abc}", "its multiset is not"),
        ("DELETE FROM toy_necklace WHERE node = {abc}", "its facts are missing"),
        ("DELETE FROM link WHERE source = {abc} AND relation = 'has-multiset'", "is missing"),
        ("UPDATE link SET detail = '[9]' WHERE source = {abc} AND relation = 'has-multiset'", "does not follow"),
        ("UPDATE link SET detail = '9' WHERE source = {abc} AND relation = 'in-box'", "the detail must be"),
        ("UPDATE claim SET value = '4' WHERE subject = {abc}", "differs from its summary in the document"),
        ("DELETE FROM claim WHERE subject = {abc}", "is missing"),
        ("UPDATE alias SET node = node - 1 WHERE slug = 'second'", "is not a valid name"),
        ("UPDATE alias SET slug = 'third' WHERE slug = 'second'", "the name third was changed"),
        ("UPDATE claim SET engine = '0.0.1' WHERE subject = {abc}", "the engine version or the search cost"),
        ("UPDATE claim SET seconds = 4.5 WHERE subject = {abc}", "the engine version or the search cost"),
        ("UPDATE alias SET slug = 'No slug' WHERE slug = 'second'", "is not a valid name"),
    ],
)
def test_a_cell_that_does_not_say_what_is_so_is_found(filled, statement, problem):
    with filled.reading() as reader:
        abc = reader.connection.scalar(text("SELECT node FROM toy_necklace WHERE length = 3 AND weight = '00013'"))
    blob = "BLOB" if filled.database.is_sqlite else "BYTEA"
    tamper(filled, statement.format(abc=abc, blob=blob))
    report = verify(filled)
    assert any(problem in finding.problem for finding in report.findings), list(map(str, report.findings))
    assert sum(report.checked.values()) > 5


def test_a_byte_that_is_wrong_is_found_even_if_nothing_follows_from_it(filled):
    with filled.reading() as reader:
        [node, packed] = reader.connection.execute(
            select(tables.document.c.node, type_coerce(tables.document.c.body, LargeBinary))
            .join(tables.node)
            .where(tables.node.c.label.startswith("toy-necklace"))
            .limit(1)
        ).one()
    assert packed[0] == 1
    for place in (1, len(packed) // 2, len(packed) - 1):
        wrong = packed[:place] + bytes([packed[place] ^ 1]) + packed[place + 1 :]
        with filled.writing() as writer:
            of_node = tables.document.c.node == node
            writer.connection.execute(
                update(tables.document).where(of_node).values(body=type_coerce(wrong, LargeBinary))
            )
        assert not verify(filled).sound


def test_a_verification_ends_with_its_budget(toys):
    with toys.writing() as writer:
        store_many(writer, [prepare(NECKLACE, Necklace("a" * n)) for n in range(1, 20)])
    report = verify(toys, Budget(seconds=0.0))
    assert not report.complete
    assert not report.sound


def test_a_verification_says_in_each_claim_that_holds_when_and_how(filled):
    with filled.reading() as reader:
        abc = reader.connection.scalar(text("SELECT node FROM toy_necklace WHERE length = 3 AND weight = '00013'"))
    tamper(filled, f"UPDATE claim SET value = '4' WHERE subject = {abc}")
    verify(filled, at="2030-01-01T00:00:00+00:00")
    with filled.reading() as reader:
        rows = reader.connection.execute(text("SELECT subject, checked, checked_by FROM claim")).all()
        known = claims_of(reader, abc)
    assert {(row.checked, row.checked_by) for row in rows if row.subject != abc} == {
        ("2030-01-01T00:00:00+00:00", "the document is recreated and compared")
    }
    assert [claim.checked for claim in known] == [None]
    assert verify(filled).checked == verify(filled, at="2031-01-01T00:00:00+00:00").checked


def test_a_name_that_was_moved_to_another_object_of_its_kind_is_found(filled):
    with filled.writing() as writer:
        [other] = store_many(writer, [prepare(BOX, "other")])
    assert verify(filled).sound
    tamper(filled, f"UPDATE alias SET node = {other.id} WHERE slug = 'second'")
    assert [finding.problem for finding in verify(filled).findings] == [
        "the name second was changed, or was given to another object"
    ]


@pytest.mark.parametrize("seal_size", [1, 3])
def test_segments_that_are_older_than_a_change_are_sound(filled, seal_size):
    seal(filled.database, filled.numbering, NECKLACE, size=seal_size)
    with filled.writing() as writer:
        store_many(writer, [prepare(NECKLACE, Necklace("aab", weight=3, proved=True))])
    assert verify(filled).sound


def verified(catalogue):
    with catalogue.reading() as reader:
        return dict(reader.connection.execute(select(tables.verified.c.node, tables.verified.c.at)).all())


def test_the_least_recently_verified_objects_come_first(filled):
    """The second object is verified on its own, the next run has time for the first one, and the last run for all."""
    with filled.reading() as reader:
        rows = reader.connection.execute(select(tables.node.c.id, tables.node.c.label).order_by(tables.node.c.id)).all()
    early, late, latest = (f"2030-0{month}-01T00:00:00+00:00" for month in (1, 2, 3))
    verify_some(filled, [rows[1].label], at=early)
    assert verified(filled) == {rows[1].id: early}
    seen = []
    stopped = verify(filled, Budget(stop=lambda: bool(seen), progress=seen.append), at=late)
    assert (stopped.complete, sum(stopped.checked.values()), stopped.left) == (False, 1, len(rows) - 1)
    assert verified(filled) == {rows[0].id: late, rows[1].id: early}
    assert [node for node, _ in verification._queues(filled)[0].nodes][-2:] == [rows[1].id, rows[0].id]
    whole = verify(filled, at=latest)
    assert (whole.complete, whole.left, set(verified(filled).values())) == (True, 0, {latest})


def test_dear_objects_get_their_share_of_the_time(filled, monkeypatch):
    monkeypatch.setattr(verification, "_CHUNK", 1)
    with filled.writing() as writer:
        dear = writer.connection.scalar(select(tables.claim.c.subject).limit(1))
        writer.connection.execute(update(tables.claim).where(tables.claim.c.subject == dear).values(seconds=60.0))
    seen, time = [], [0.0]

    def report(progress):
        seen.append(progress)
        time[0] += 1.0

    at = "2030-01-01T00:00:00+00:00"
    stopped = verify(filled, Budget(seconds=4.5, clock=lambda: time[0], progress=report), at=at)
    assert (stopped.complete, len(seen), len(verified(filled))) == (False, 5, 5)
    assert dear in verified(filled)
    assert stopped.left_seconds == pytest.approx(stopped.left) and stopped.left > 0


def test_a_deleted_object_has_no_time_of_verification(filled):
    with filled.writing() as writer:
        [stored] = store_many(writer, [prepare(BOX, "short-lived")])
    verify(filled, at="2030-01-01T00:00:00+00:00")
    assert stored.id in verified(filled)
    with filled.writing() as writer:
        delete_object(writer, stored.id)
    assert stored.id not in verified(filled)
