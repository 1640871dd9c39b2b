"""Every statement of the games has an explanation for people; sentences have the numbers of their claims."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from ludex import Catalogue
from ludex.catalogue.claims.claim import StoredClaim
from ludex.catalogue.objects.reading import find
from ludex.games.kinds import GAMES
from ludex.games.pages import PAGES
from ludex.web.declarations import Explanation, check_data, subject_of
from ludex.web.site.text_filters import typeset

EXPLAIN = {statement: explain for game in PAGES for statement, explain in game.claims.items()}

SENTENCES = {
    ("swish-deck-4x3-36-3yv4aeq6xdu6h7ow", "swish.no-swish-maximum"): (
        "Of the 36 cards of this deck, at most 20 can lie on the table without a swish."
    ),
    ("swish-board-5x5-bm4yauun6e5bibq7", "swish.no-swish-maximum"): (
        "Of the 160 cards with one point and one circle of the board of 5 × 5 cells, at most 84 can lie on the table "
        "without a swish."
    ),
    ("swish-board-5x5-bm4yauun6e5bibq7", "swish.no-swish-maximum-sets"): (
        "The board of 5 × 5 cells has 29,393,280 largest sets of cards without a swish."
    ),
    ("set-deck-3-4-81-lmjm3va7cerln5bu", "set.cap-maximum"): (
        "Of the 81 cards with 4 properties of 3 values, at most 20 can lie on the table without a set."
    ),
    ("planarity-level-9-17-fusqb3k5jdv5lwvb", "planarity.minimum-swaps"): (
        "This level needs exactly 2 swaps until no edges cross."
    ),
    ("planarity-collection-5-bwigd3afy26r5mr6", "planarity.collection-size"): (
        "The collection “Swap classes of connected graphs with two disjoint edges on 5 points” has 598 members."
    ),
    ("planarity-census-5-pupz6eti7lpixywd", "planarity.census"): (
        "Drawings of connected graphs with two disjoint edges on 5 points form 598 classes, up to swaps."
    ),
}


@pytest.fixture(scope="module")
def catalogue(starting_address: str) -> Iterator[Catalogue]:
    with Catalogue(starting_address) as opened:
        yield opened


def explained(catalogue: Catalogue, claim: StoredClaim) -> Explanation:
    with catalogue.store.reading() as reader:
        view = find(reader, claim.subject)
        return EXPLAIN[claim.statement](claim, subject_of(reader, claim, view, json.loads(view.text())))


def test_every_statement_is_explained() -> None:
    assert set(EXPLAIN) == {statement.name for game in GAMES for statement in game.statements}


@pytest.mark.parametrize(("label", "statement"), SENTENCES)
def test_a_sentence_states_the_claim(catalogue: Catalogue, label: str, statement: str) -> None:
    [claim] = catalogue.claims(label, statement=statement)
    assert explained(catalogue, claim).sentence == SENTENCES[label, statement]


def test_each_kind_of_certificate_has_an_argument_and_its_data(catalogue: Catalogue) -> None:
    seen: dict[Any, StoredClaim] = {}
    for claim in catalogue.claims():
        certificate = claim.certificate or {}
        seen.setdefault((claim.statement, claim.method, *sorted(certificate), certificate.get("reason")), claim)
    assert {claim.statement for claim in seen.values()} == set(EXPLAIN) - {"swish.reduced-from", "swish.swish-classes"}
    for claim in seen.values():
        explanation = explained(catalogue, claim)
        assert explanation.argument
        assert explanation.checking
        for text in (explanation.sentence, *explanation.argument):
            assert "$" not in typeset(text)
        if data := check_data(claim, explanation):
            assert json.loads(data)["certificate"] == claim.certificate


def test_formulas_are_mathml() -> None:
    assert "<msup><mi>x</mi><mn>2</mn></msup>" in typeset("the square $x^2$")
    assert 'display="block"' in typeset("$$x$$")
    assert typeset("<b> & `x`") == "&lt;b&gt; &amp; <code>x</code>"
