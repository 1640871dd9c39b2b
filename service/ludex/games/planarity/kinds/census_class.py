"""Census classes: swap-equivalent drawings of connected graphs on few points, each class with its proved minimum."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Literal

from ludex.catalogue.claims.claim import Claim
from ludex.catalogue.kinds.kind import DerivedLink, Identity, Kind, LabelledIdentity, ObjectContent, View
from ludex.engine.budget import Budget
from ludex.engine.keys import content_key
from ludex.games.planarity import study
from ludex.games.planarity.identity.swap_class import CENSUS_CLASS as TAG
from ludex.games.planarity.identity.swap_class import one_swap_away
from ludex.games.planarity.kinds.drawn import OptimalSolutions, drawing_picture
from ludex.games.planarity.kinds.drawn_class import DrawnClass, identify_class, write_class
from ludex.games.planarity.kinds.statements import claim_minimum
from ludex.games.planarity.solving.lower_bounds import LowerBound, untouched_crossings
from ludex.games.planarity.solving.solution import SolutionCounts
from ludex.games.planarity.study.census import CensusClass

METHOD = "every arrangement that swaps can reach was gone through"


class CensusClassDocument(DrawnClass):
    """A class of swap-equivalent drawings, represented by one of them, with its proved minimum number of swaps."""

    kind: Literal["planarity-census-class"] = "planarity-census-class"


def _identify(census_class: CensusClass, _budget: Budget) -> Identity:
    identity = identify_class(TAG, census_class.drawing)
    near = one_swap_away(census_class.drawing)
    swaps = (DerivedLink("one-swap", content_key(TAG, form), near[form]) for form in sorted(near))
    return identity._replace(derived_links=(*identity.derived_links, *swaps))


def _write(census_class: CensusClass, named: LabelledIdentity) -> ObjectContent[CensusClassDocument]:
    drawing, minimum = census_class.drawing, census_class.min_swaps
    fields, links = write_class(drawing)
    solutions = OptimalSolutions(**asdict(census_class.optimal_solutions))
    document = CensusClassDocument(label=named.label, min_swaps=minimum, optimal_solutions=solutions, **fields)
    crossings = untouched_crossings(drawing, minimum - 1) if minimum else None
    fewer = None if crossings is None else LowerBound(crossings=crossings)
    claims = claim_minimum(drawing, minimum, True, minimum or 0, METHOD, fewer=fewer)
    return ObjectContent(document, links, claims)


def _read(document: CensusClassDocument, _claims: Sequence[Claim]) -> CensusClass:
    counts = SolutionCounts(**document.optimal_solutions.model_dump())
    return CensusClass(document.drawing.drawing(), document.crossings, document.min_swaps, counts)


def _check(census_class: CensusClass, budget: Budget) -> Iterator[str]:
    return study.faults.class_faults(census_class, budget)


CENSUS_CLASS = Kind(
    name="planarity-census-class",
    address="planarity/census/classes",
    model=CensusClassDocument,
    identify=_identify,
    write=_write,
    read=_read,
    view=View(
        about="All classes of swap-equivalent drawings of connected graphs with two disjoint edges, on few points.",
        same="swap",
        picture=lambda document: drawing_picture(document.drawing),
    ),
    check=_check,
)
