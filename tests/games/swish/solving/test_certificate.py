"""A certificate is believed only where every part of it holds."""

from unittest.mock import patch

import pytest
from hypothesis import given, settings

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.swish.position import Position
from ludex.games.swish.solving.certificate import CertificateError, check_certificate, check_maximum
from ludex.games.swish.solving.no_swish import NoSwishMaximum, largest_no_swish_set
from tests.games.swish.commercial import deck
from tests.games.swish.random_tables import one_pair_tables
from tests.oracles import deals
from tests.trials import examples

# Cards 0 and 1 match, so do 2 and 3.
POSITION = Position.from_codes(["*o.", "o*.", "*.o", "*.o"])
SWISHES = [[0, 1], [2, 3]]


def test_a_true_certificate_is_accepted() -> None:
    check_certificate(POSITION, [0, 2], SWISHES)
    check_certificate(POSITION, [3, 1], [[3, 2], [1, 0]])


@pytest.mark.parametrize(
    ("indices", "certificate", "message"),
    [
        ([0, 1], SWISHES, r"cards \[0, 1\] of the set form a swish"),
        ([0], SWISHES, "the certificate allows 2 cards, but the set has 1"),
        ([], SWISHES, "the certificate allows 2 cards, but the set has 0"),
        ([0, 2], [[0, 1]], "the certificate allows 3 cards, but the set has 2"),
        ([0, 2], [], "the certificate allows 4 cards, but the set has 2"),
        ([0, 2], [[0, 2], [2, 3]], r"cards \[0, 2\] of the certificate do not form a swish"),
        ([0, 2], [*SWISHES, [0, 1, 2, 3]], r"cards \[0, 1, 2, 3\] of the certificate do not form a swish"),
        ([0, 2], [*SWISHES, [0]], r"cards \[0\] of the certificate do not form a swish"),
        ([0, 2], [*SWISHES, []], "of the certificate"),
        ([0, 0], SWISHES, "the set is not a set of card indices"),
        ([0, 4], SWISHES, "the set is not a set of card indices"),
        ([-4, 2], SWISHES, "the set is not a set of card indices"),
        ([0, 2], [[0, 1], [2, 4]], "swish 1 of the certificate is not a set of card indices"),
        ([0, 2], [[0, 0], [2, 3]], "swish 0 of the certificate is not a set of card indices"),
        ([0, 2], [[0, 1], [-1, 2]], "swish 1 of the certificate is not a set of card indices"),
    ],
)
def test_a_damaged_certificate_is_rejected(indices: list[int], certificate: list[list[int]], message: str) -> None:
    with pytest.raises(CertificateError, match=message):
        check_certificate(POSITION, indices, certificate)


@pytest.fixture(scope="module")
def of_the_deck():
    return largest_no_swish_set(deck("swish-36"))


def test_weights_of_swishes_of_the_certificate_replace_the_integer_program(of_the_deck) -> None:
    weights, cards = of_the_deck.weights, deck("swish-36")
    with patch("ludex.games.swish.solving.highs_bounds.minimize", side_effect=AssertionError) as program:
        check_maximum(cards, of_the_deck)
        for left_out in weights.swishes:
            certificate = [swish for swish in of_the_deck.certificate if swish != left_out]
            # The certificate must exclude larger sets without the weights too.
            with pytest.raises(AssertionError):
                check_certificate(cards, of_the_deck.indices, certificate, weights=weights)
    assert program.call_count == len(weights.swishes)


@settings(deadline=None, max_examples=examples(40))
@given(one_pair_tables(most_cards=8, most_cells=6))
def test_a_certificate_is_accepted_exactly_where_no_larger_set_avoids_its_swishes(position: Position) -> None:
    maximum = largest_no_swish_set(position)
    for kept in range(len(maximum.certificate) + 1):
        part = maximum.certificate[:kept]
        most = len(deals.largest(len(position.cards), [frozenset(swish) for swish in part])[0])
        if most == maximum.size:
            check_certificate(position, maximum.indices, part)
        else:
            with pytest.raises(CertificateError, match=f"allows {most} cards, but the set has {maximum.size}"):
                check_certificate(position, maximum.indices, part)


def test_a_swish_of_copies_stands_for_every_choice_among_them_only_where_it_is_said() -> None:
    position = Position.from_codes(["*o."] * 3 + ["o*."] * 2)
    with pytest.raises(CertificateError, match="the certificate allows 4 cards, but the set has 3"):
        check_certificate(position, [0, 1, 2], [[0, 3]])
    check_certificate(position, [0, 1, 2], [[i, j] for i in range(3) for j in (3, 4)])
    # It is said only if there are too many choices to write them out.
    with pytest.raises(CertificateError, match="all choices among them can be listed"):
        check_certificate(position, [0, 1, 2], [[0, 3]], up_to_copies=True)
    many = Position.from_codes(["*o."] * 151 + ["o*."] * 150)
    check_certificate(many, range(151), [[0, 151]], up_to_copies=True)


def test_choices_among_copies_are_written_out_up_to_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position.from_codes(["*o."] * 3 + ["o*."] * 2)
    monkeypatch.setattr("ludex.games.swish.solving.certificate.MAX_CERTIFICATE", 5)
    check_certificate(position, [0, 1, 2], [[0, 3]], up_to_copies=True)
    monkeypatch.setattr("ludex.games.swish.solving.certificate.MAX_CERTIFICATE", 6)
    with pytest.raises(CertificateError, match="all choices among them can be listed"):
        check_certificate(position, [0, 1, 2], [[0, 3]], up_to_copies=True)


def test_of_a_maximum_that_is_not_proved_the_set_alone_is_checked() -> None:
    check_maximum(POSITION, NoSwishMaximum((0,), False, 4, ()))
    check_maximum(POSITION, NoSwishMaximum((), False, 4, ()))
    with pytest.raises(CertificateError, match="of the set form a swish"):
        check_maximum(POSITION, NoSwishMaximum((2, 3), False, 4, ()))
    with pytest.raises(CertificateError, match="the certificate allows 4 cards, but the set has 1"):
        check_maximum(POSITION, NoSwishMaximum((0,), True, 1, ()))


def test_the_check_has_a_budget(of_the_deck) -> None:
    with pytest.raises(BudgetExhausted):
        check_certificate(deck("swish-36"), of_the_deck.indices, of_the_deck.certificate, Budget(stop=lambda: True))
