"""The stages of an import, with lines that are numbers: each is stored, or refused, in a transaction of its batch."""

from dataclasses import dataclass

from ludex.catalogue.transfer.imports.pipeline import (
    ImportOptions,
    LineImport,
    LineOutcome,
    LineReport,
    batches,
    collect_report,
    import_lines,
)
from ludex.engine.budget import Budget, BudgetExhausted

NEW, DUPLICATE, REFUSED, NOT_REACHED = LineOutcome


@dataclass(frozen=True)
class Number:
    numbers: tuple[int, ...]
    value: int


class Numbers:
    """Numbers that are stored in a list of transactions; those below 0 are refused when they are stored."""

    def __init__(self, size=4, late=()):
        self.transactions, self.size, self.late = [], size, late

    def parse(self, lines):
        parsed = []
        for number, line in lines:
            try:
                parsed.append(Number((number,), int(line)))
            except ValueError as error:
                parsed.append(LineReport.refused(number, error))
        return parsed

    def store(self, _catalogue, numbers):
        for one in numbers:
            if one.value < 0:
                raise ValueError(f"{one.value} is negative")
            if one.value in self.late:
                raise BudgetExhausted("time")
        self.transactions.append([one.value for one in numbers])
        return [LineReport(number, NEW) for one in numbers for number in one.numbers]

    def outcomes(self, lines, **options):
        form = LineImport(self.parse, self.store, self.size)
        reports = [one for batch in import_lines(None, lines, form, ImportOptions(**options)) for one in batch]
        return {one.line: one.outcome for one in reports}


def test_batches_do_not_part_a_line_from_what_belongs_to_it():
    lines = [b"a", b"", b"b", b"+1", b"+2", b"c", b"d"]
    made = batches(lines, size=2, continues=lambda line: line.startswith(b"+"))
    assert [[text for _, text in batch] for batch in made] == [[b"a", b"b", b"+1", b"+2"], [b"c", b"d"]]
    assert [number for batch in batches(lines, 400) for number, _ in batch] == [1, 3, 4, 5, 6, 7]


def test_a_batch_is_one_transaction_and_every_line_is_reported_in_order():
    numbers = Numbers()
    assert list(numbers.outcomes(["1", "", "x", "3", "4", "5"]).items()) == [
        (1, NEW), (3, REFUSED), (4, NEW), (5, NEW), (6, NEW),
    ]  # fmt: skip
    assert numbers.transactions == [[1, 3, 4], [5]]


def test_a_line_that_is_refused_when_it_is_stored_keeps_no_other_from_being_stored():
    numbers = Numbers(size=8)
    outcomes = numbers.outcomes(["1", "2", "-3", "4", "5", "-6", "7"])
    assert [line for line, outcome in outcomes.items() if outcome is REFUSED] == [3, 6]
    assert sorted(value for values in numbers.transactions for value in values) == [1, 2, 4, 5, 7]


def test_at_the_end_of_the_budget_all_remaining_lines_are_not_reached():
    numbers = Numbers(size=2)
    budget = Budget(stop=lambda: len(numbers.transactions) >= 2)
    outcomes = numbers.outcomes(map(str, range(1, 8)), budget=budget)
    assert list(outcomes.values()) == [NEW] * 4 + [NOT_REACHED] * 3


def test_lines_after_one_that_is_not_reached_are_not_stored():
    ended = False

    def stop():
        return ended

    class Ending(Numbers):
        def store(self, catalogue, values):
            nonlocal ended
            ended = ended or any(one.value in self.late for one in values)
            return super().store(catalogue, values)

    numbers = Ending(size=4, late=(2,))
    outcomes = numbers.outcomes(["1", "2", "3", "4", "5"], budget=Budget(stop=stop))
    assert list(outcomes.values()) == [NEW, *[NOT_REACHED] * 4]
    assert numbers.transactions == [[1]]


def test_a_check_that_exceeds_its_share_is_a_reason_to_refuse_a_line():
    assert list(Numbers(late=(2,)).outcomes(["1", "2", "3"]).values()) == [NEW, REFUSED, NEW]


def test_a_reason_is_short_and_never_empty():
    long = LineReport.refused(3, ValueError("x" * 501), {"name": "a"})
    assert long == LineReport(3, REFUSED, reason="x" * 500, name="a")
    assert LineReport.refused(3, KeyError()).reason == "KeyError"


def test_an_import_has_created_something_if_a_new_line_has_an_address():
    lines = [LineReport(1, NEW), LineReport(2, DUPLICATE, url="/b"), LineReport(3, NEW, url="/c")]
    assert [collect_report([lines[:end]]).created for end in (1, 2, 3)] == [False, False, True]


def test_a_report_lists_a_bounded_number_of_lines_and_reasons():
    lines = [LineReport.refused(number, ValueError(str(number // 2))) for number in range(1, 9)]
    report = collect_report([lines, [LineReport(9, NOT_REACHED), LineReport(10, NOT_REACHED)]], {REFUSED}, limit=3)
    assert (report.refused, report.not_reached, report.next_line) == (8, 2, 9)
    assert [one.line for one in report.lines] == [1, 2, 3]
    assert [(one.reason, one.lines, one.first_line) for one in report.faults] == [
        ("0", 1, 1), ("1", 2, 2), ("2", 2, 4), ("other reasons", 3, 6),
    ]  # fmt: skip
