"""Checks of largest swishes by certificates, and of numbers of swishes by brute force."""

from collections import Counter

from ludex_check_claims.answers import require_bounds
from ludex_check_claims.swish import labels, reductions
from ludex_check_claims.swish.cards import (
    Cards,
    Placement,
    configurations,
    configured,
    each_stack,
    is_swish,
    mask,
    moved_stacks,
    read_card,
)
from ludex_check_claims.swish.size_bounds import require_size_bound
from ludex_check_claims.verdicts import CHECKED, RECOMPUTED, Clock, Export, Json, NotChecked, Wrong, require


def largest_swish(claim: Json, document: Json, export: Export) -> str:
    """Check that the stack of the certificate is a swish, and that its bound proves that no swish is larger."""
    cards, value = Cards(document), claim["value"]
    height, width = read_card(document["cards"][0])[:2]
    certificate = claim["certificate"] or {}
    if value:
        require("stack" in certificate, "the stack of the swish is missing")
        stack = []
        for code in certificate["stack"]:
            _, _, points, circles = read_card(code)
            stack.append((mask(tuple(points), width), mask(tuple(circles), width)))
        used = Counter(configurations(code, document["symmetry"])[0] for code in certificate["stack"])
        require(not used - cards.copies, "the stack has cards that are not in the position")
        require(len(stack) == value == claim["lower"] and is_swish(stack), f"the stack is not a swish of {value} cards")
    else:
        require("stack" not in certificate, "the claim states no swish, but has a stack")
    found = {"size": value, "proved": claim["proved"], "evidence": claim["evidence"], "swish": None}
    if value:
        found["swish"] = labels.swish(
            {"symmetry": document["symmetry"], "stack": certificate["stack"]}, Clock(export, 20)
        )
    known = {name: member for name, member in (document.get("largest_swish") or {}).items() if member is not None}
    require(known == {name: member for name, member in found.items() if member is not None}, "the document differs")
    if not claim["proved"]:
        raise NotChecked("the stack is correct, but the claim does not state that its size is proved to be the largest")
    require(claim["upper"] == value, "the claim is marked as proved, but its bounds differ")
    bound = certificate.get("bound")
    if bound is None:
        raise NotChecked("the stack is correct, but that there is no larger swish is the result of a search")
    if bound == {"by": "reduction"}:
        reduced = export.about(claim["subject"], "swish.reduced-from")
        require(any(_follows(reduction, document, export) for reduction in reduced), "no reduction proves the size")
        return RECOMPUTED
    require_size_bound(bound, cards, height * width, value, Clock(export, 120))
    return CHECKED


def largest_of_answer(example: Json) -> str:
    """Check an answer about a largest swish among given cards, which the rule `simple` forbids to flip or turn."""
    body, answer = example["request"]["body"], example["answer"]
    simple = body.get("rule") == "simple"
    symmetry = "simple" if simple else body.get("symmetry", "rectangle")
    height, width = read_card(body["cards"][0])[:2]
    stack, used = [], set()
    for placed in (answer["swish"] or {"cards": ()})["cards"]:
        index, points_and_circles = placed["index"], configured(placed["placed"], "simple")[0]
        require(type(index) is int and 0 <= index < len(body["cards"]), "the swish has an unknown card")
        require(points_and_circles in configurations(body["cards"][index], symmetry), "a card is misplaced")
        used.add(index)
        stack.append((mask(points_and_circles[0], width), mask(points_and_circles[1], width)))
    require(len(used) == len(stack) and (not stack or is_swish(stack)), "the stack is not a swish of different cards")
    require_bounds(answer, len(stack))
    bound = answer["bound"]
    if bound == {"by": "max-size"}:
        require(body["max_size"] == len(stack), "a larger swish is allowed")
        return CHECKED
    cards = Cards({"kind": "swish-position", "cards": body["cards"], "symmetry": symmetry})
    require_size_bound(bound, cards, height * width, len(stack), Clock(Export(), 120))
    return CHECKED


def _follows(claim: Json, document: Json, export: Export) -> bool:
    """Return whether the claim follows from the formula or graph from which the position was created.

    The problem of the formula or graph is solved again.
    """
    try:
        return reductions.reduced_from(claim, document, export) == RECOMPUTED
    except (Wrong, NotChecked, ValueError, TypeError, KeyError, IndexError, AttributeError):
        return False


def swish_counts(claim: Json, document: Json, export: Export) -> str:
    """Find and count all swishes up to the stated size."""
    cards, most = Cards(document), claim["parameters"].get("max_size")
    require(most is None or type(most) is int, "max_size must be an integer")
    placed: Counter[int] = Counter()
    sets: dict[int, set[frozenset[int]]] = {}
    for used, _ in each_stack(cards.placements, len(cards) if most is None else most, Clock(export, 120)):
        placed[len(used)] += 1
        sets.setdefault(len(used), set()).add(frozenset(used))
    counted = {str(size): {"card_sets": len(sets[size]), "placements": placed[size]} for size in sorted(placed)}
    require(claim["proved"] and claim["value"] == counted, f"the numbers of swishes by size are {counted}")
    cost = {"recompute": {"placements": sum(placed.values())}}
    require(claim["certificate"] == cost, "the stated number of placements is wrong")
    return RECOMPUTED


def swish_classes(claim: Json, document: Json, export: Export) -> str:
    """Find all swishes of the stated size, and count their classes.

    Two stacks are in the same class if a configuration of the whole stack maps one stack to the other.
    """
    require(document.get("kind") == "swish-deck", "the subject must be a deck")
    size = claim["parameters"].get("size")
    require(type(size) is int and size > 1, "a swish has two or more cards")
    cards = Cards(document)
    symmetry = document.get("symmetry", "rectangle")
    height, width = read_card(document["cards"][0])[:2]
    seen: set[tuple[Placement, ...]] = set()
    classes = 0
    for _, placed in each_stack(cards.placements, size, Clock(export, 120)):
        stack = tuple(sorted(placed))
        if len(stack) == size and stack not in seen:
            classes += 1
            seen.update(tuple(sorted(moved)) for moved in moved_stacks(stack, height, width, symmetry))
    require(claim["proved"] and claim["value"] == classes, f"there are {classes} classes")
    return RECOMPUTED
