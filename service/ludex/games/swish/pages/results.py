"""Results on SWISH: open questions that are settled, errors of the paper, families whose size is known."""

from collections.abc import Iterator
from functools import cache

from ludex.catalogue.lists.listing import facets
from ludex.catalogue.storage.snapshot import Reader
from ludex.games.swish.card import Symmetry
from ludex.games.swish.kinds import CARD
from ludex.games.swish.study.boards import board_facts
from ludex.web.documentation_pages.contents import CompletePart, family
from ludex.web.results.overview import Finding
from ludex.web.results.tables import RESULTS
from ludex.web.site.addresses import object_address


@cache
def findings() -> dict[str, tuple[Finding, ...]]:
    """Return the findings: open questions that are settled, and errors that are corrected."""
    return {"Settled": _settled(), "Corrected": _corrected()}


def _settled() -> tuple[Finding, ...]:
    commercial, large = board_facts(4, 3), board_facts(16, 16)
    square = board_facts(4, 4, Symmetry.SQUARE)
    share = 100 * large.largest_no_swish_set / large.cards
    boards = ("Boards", f"{RESULTS}/boards")
    return (
        Finding(
            "no-swish-conjecture",
            "The largest set of cards without a swish",
            "Section 3.3 conjectures that its construction is the best one.",
            f"It is, for every board. The {commercial.cards} different cards of the commercial board have such a set "
            f"of {commercial.largest_no_swish_set}, and {commercial.maximum_sets} of that size.",
            "A proof from both sides: a card and its reverse cannot both stay, and an order of the orbits shows which "
            "to keep. An exact solver agrees on 36 boards, a search of everything on 8.",
            (boards, ("The argument, with the board 4 x 3", f"{RESULTS}/boards?height=4&width=3")),
        ),
        Finding(
            "half",
            "Half of the cards",
            "The paper has a limit of 1/4 for boards with an odd side.",
            f"The share tends to 1/2 whatever the sides. On the board 16 x 16 it is {share:.1f} %.",
            "Two sums slipped; the closed forms are exact integers now.",
            (("The curves", f"{RESULTS}/boards#curve"),),
        ),
        Finding(
            "square-boards",
            "Square boards with quarter turns",
            "The paper remarks on them, without numbers.",
            f"They have closed forms too: of {square.cards} different cards of a board 4 x 4, at most "
            f"{square.largest_no_swish_set} have no swish.",
            "The same argument for a group of eight, and two solvers for sides 2 to 6.",
            (("4 x 4 with quarter turns", f"{RESULTS}/boards?height=4&width=4&symmetry=square"),),
        ),
        Finding(
            "deal-probabilities",
            "How often a deal has no swish",
            "The rules deal 16 cards, as if that were enough for a swish.",
            "It nearly always is: the deals of the commercial deck are counted, for every number of cards.",
            "From the minimal swishes of the deck; samples agree.",
            (("The curves and numbers", f"{RESULTS}/deals"), ("The deck", f"{object_address('swish-60')}#claims")),
        ),
        Finding(
            "two-symbols",
            "Two symbols on a card",
            "The paper leaves open how hard the largest swish is then.",
            "NP-complete if cards may be flipped, polynomial if not.",
            "Proved by Horiyama, Ito, Kawahara, Minato, Suzuki, Uehara and Yamaguchi (arXiv 2601.09289, FUN 2026).",
        ),
    )


def _corrected() -> tuple[Finding, ...]:
    even_odd = board_facts(2, 5)
    return (
        Finding(
            "closed-forms",
            "The sizes of the constructions",
            "The printed formulas for boards with an odd side hold for the least width only.",
            f"On 2 x 5, for one, the largest set has {even_odd.largest_no_swish_set} of {even_odd.cards} cards.",
            "A row number was taken for a linear index. Constructed sets are counted, and no swish is among them.",
            (("2 x 5", f"{RESULTS}/boards?height=2&width=5"),),
        ),
        Finding(
            "cycles",
            "A swish need not be one cycle",
            "A search for one cycle that meets each card once is taken to find swishes.",
            "Disjoint cycles together are a swish as well, which matters for the largest. And one cycle may pass a "
            "cell twice, where two points would meet: then only a part of it is a swish.",
            "The smallest example among the commercial cards has four cards. Ludex demands different cells.",
        ),
        Finding(
            "duplicates",
            "28 of the commercial deck",
            "The paper finds 28 cards of the 60 without a swish; which cards come twice is in a figure only.",
            "It depends on them: about one choice in a hundred gives 28, the others 29 to 32. The deck here gives 28, "
            "and is said to be a reconstruction.",
            "An exact solver; the maximum of the deck has a certificate that is checked by additions.",
            (("The deck and its certificate", f"{object_address('swish-60')}#claims"),),
        ),
        Finding(
            "reductions",
            "Details of the reductions",
            "Some cells and one inequality of section 2 are misprinted.",
            "With the cells put right the largest swish is as the theorems say. The largest swish of cards with one "
            "symbol each is a sum over the orbits, not what trimming to four copies gives.",
            "Random formulas and decks, solved on both sides of each reduction.",
        ),
    )


_ONE_PAIR = {"points": 1, "circles": 1}


def complete_parts(reader: Reader) -> Iterator[CompletePart]:
    """Yield the families."""
    by_height = facets(reader, CARD, _ONE_PAIR, ["height"])["height"]
    for height in sorted(one.value for one in by_height):
        by_width = facets(reader, CARD, {**_ONE_PAIR, "height": height}, ["width"])["width"]
        for width in sorted(one.value for one in by_width):
            filters = {**_ONE_PAIR, "height": height, "width": width, "symmetry": "rectangle"}
            size = board_facts(height, width, Symmetry.RECTANGLE).cards
            name = f"Cards of one point and one circle of {height} × {width}, up to flips"
            yield family(reader, CARD, filters, size, name, "the closed form of the board")
