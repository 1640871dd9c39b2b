"""Checks of claims about SET: searches for sets, closed forms and counting arguments for bounds, and identities."""

from math import comb

from ludex_check_claims.answers import require_bounds
from ludex_check_claims.lrat import at_least, require_refuted
from ludex_check_claims.sets.cards import read_cards, sets_among
from ludex_check_claims.sets.hyperplanes import require_bound
from ludex_check_claims.sets.layers import cap_in_layers_exists
from ludex_check_claims.sets.planes import flat_bound, planes_excluded
from ludex_check_claims.verdicts import CHECKED, RECOMPUTED, Clock, Export, Json, NotChecked, require, require_digest


def most_cards(properties: int, values: int) -> int | None:
    """Return an upper bound on the number of cards without a set, or None if no bound is implemented.

    If v <= 2 or p = 1, any v cards are a set. If p = 2, the cards are cells of a square that contain no transversal.
    Then v - 1 rows and columns cover the cells (König), and in none of these rows and columns are all cells cards. If
    v = 3, the argument of R. Meshulam counts the cards in parallel hyperplanes.
    """
    if values <= 2 or properties == 1:
        return values - 1
    if properties == 2:
        return (values - 1) ** 2
    if values != 3:
        return None
    smaller = most_cards(properties - 1, 3)
    assert smaller is not None
    return _counted(properties, smaller)


def _counted(properties: int, smaller: int) -> int:
    """Return the bound of R. Meshulam for v = 3, given the bound for one property fewer."""
    deck = int(3**properties)
    most, rest = divmod(deck * (1 + 3 * smaller), deck + 3 * smaller)
    if rest == 0:
        # The bound is attained only if, in each class of parallel hyperplanes, all hyperplanes contain the same number
        # of cards, or the numbers differ from the mean by D, D and -2D.
        squares, of_one_class = deck * most - most * most, 2 * (3 * smaller - most) ** 2
        if of_one_class and squares % of_one_class:
            return most - 1
    return most


def cap_maximum(claim: Json, document: Json, export: Export) -> str:
    """Check that there is no set among the cards of the certificate, and check the proof of the upper bound."""
    p, v = whole_deck(document)
    cards = read_cards(claim["certificate"]["cards"], p, v)
    require(
        claim["value"] == claim["lower"] == len(cards),
        f"the value is {claim['value']}, but the certificate has {len(cards)} cards",
    )
    bound = claim["certificate"]["bound"]
    if claim["method"] == "hyperplanes":
        require(claim["upper"] == _hyperplanes(bound, p, v, Clock(export, 300)), "the steps do not prove the bound")
    else:
        require(bound == _bound(p, v, claim["method"]), "the numbers of the bound are wrong")
    require(next(sets_among(cards, v, Clock(export, 60)), None) is None, "the cards contain a set")
    if claim["method"] == "hyperplanes":
        require(claim["proved"] is (claim["upper"] == claim["value"]), "the bounds and the mark of a proof differ")
        searched = any("recompute" in step for step in bound["steps"])
        if v > 3 and searched:
            raise NotChecked("the steps prove the bound, but they use the result of a search, which is not repeated")
        return RECOMPUTED if searched else CHECKED
    if not claim["proved"]:
        raise NotChecked(
            "the cards contain no set, but the claim does not state that their number is proved to be the largest"
        )
    require(claim["upper"] == claim["value"], "the claim is marked as proved, but its bounds differ")
    if claim["method"] == "layers":
        require((p, v) == (3, 4), "layers are searched for three properties with four values")
        larger = cap_in_layers_exists(claim["value"] + 1, Clock(export, 300))
        require(not larger, f"there is a cap of {claim['value'] + 1} cards")
        return RECOMPUTED
    most = most_cards(p, v)
    if most is None:
        raise NotChecked("the cards contain no set, but the bound is the result of a search, which is not repeated")
    require(claim["upper"] == most, f"the argument proves the bound {most}")
    return CHECKED


def _bound(properties: int, values: int, method: str) -> Json:
    """Return the part of a certificate that states the proof of the bound, as defined in schema/certificates.md."""
    if method == "closed-form":
        return {"by": method, "most": most_cards(properties, values)}
    if method == "counting":
        most = {p: most_cards(p, 3) for p in range(2, properties + 1)}
        steps = [{"properties": p, "smaller": most[p - 1], "most": most[p]} for p in range(3, properties + 1)]
        return {"by": method, "steps": steps}
    if method == "layers":
        return {"by": method, "recompute": {"layers": values, "cards_of_a_layer": values ** (properties - 1)}}
    return {"by": method}


def _hyperplanes(bound: Json, properties: int, values: int, clock: Clock) -> int:
    """Return the upper bound for v >= 3 that the steps of a proof establish, one for each number of properties.

    The first step is for three properties. A step proves its bound by counting, by linear programs or by a search.
    """
    require(values >= 3 and bound["by"] == "hyperplanes", "hyperplanes are counted for three values or more")
    most, reached = (values - 1) ** 2, 2
    for step in bound["steps"]:
        require(
            step["properties"] == reached + 1 and step["smaller"] == most,
            "a step does not follow from the previous one",
        )
        reached += 1
        if values > 3:
            _require_step(step, values, clock)
        elif "divisions" in step:
            require(reached == 5, "divisions are for five properties")
            require_bound(step, clock)
        else:
            require(step["most"] == _counted(reached, most), f"the bound of step {reached} is wrong")
        most = step["most"]
    require(reached == properties, "the last step is about another number of properties")
    return int(most)


def _require_step(step: Json, values: int, clock: Clock) -> None:
    """Require that a step proves its bound for more than three values. The results of searches are not checked."""
    properties, most = step["properties"], step["most"]
    searched = step.get("recompute")
    if "multipliers" in step:
        require(properties == 3 and searched is None, "multipliers are for three properties")
        proved = planes_excluded(values, most + 1, step["multipliers"], clock)
        require(proved, f"the multipliers do not exclude {most + 1} cards")
    elif properties == 3 and searched is not None:
        require((values, most) == (4, 28), "a search proved the bound 28 for four values")
        require(searched == {"layers": values, "cards_of_a_layer": values**2}, "the numbers of the search are wrong")
    else:
        known = None if searched is None else {"cap": 27, "layer": 9}
        require(searched == known and (known is None or (properties, values) == (4, 4)), "no such search is known")
        require(most == flat_bound(values, step["smaller"], known), f"the bound for {properties} properties is wrong")


def cap_among_cards(example: Json) -> str:
    """Check an answer about a largest cap among given cards.

    The formula of a larger cap has a variable for each card, and a clause for each set: one of its cards is left out.
    """
    answer, clock = example["answer"], Clock(Export(), 120)
    p, v, bound = answer["properties"], answer["values"], answer["bound"]
    cards = sorted(read_cards(example["request"]["body"]["cards"], p, v))
    cap = read_cards(answer["cards"], p, v)
    require(set(cap) <= set(cards), "the cap has other cards than the request")
    require(next(sets_among(cap, v, clock), None) is None, "the cards contain a set")
    require_bounds(answer, len(cap))
    if answer["method"] == "none":
        require(len(cap) == len(cards) and bound is None, "not all cards are chosen")
        return CHECKED
    require_digest(bound)
    require(set(bound) == {"by", "proof", "digest"} and bound["by"] == "clauses", "the kind of the bound is unknown")
    variable = {card: number for number, card in enumerate(cards, start=1)}
    clauses = sorted(tuple(-variable[card] for card in found) for found in sets_among(cards, v, clock))
    require_refuted([*clauses, *at_least(range(1, len(cards) + 1), len(cap) + 1, len(cards))], bound["proof"], clock)
    return CHECKED


def no_set(claim: Json, document: Json, export: Export) -> str:
    """Search for a set among the cards of a position."""
    v = document["values"]
    cards = read_cards(document["cards"], document["properties"], v)
    found = next(sets_among(cards, v, Clock(export, 30)), None)
    require(claim["value"] is (found is None), "there is a set" if found else "there is no set")
    require(claim["proved"] and document["has_set"] is not claim["value"], "the claim and the document differ")
    choices = comb(len(cards), max(v - 1, 1))
    require(claim["certificate"] == {"recompute": {"choices": choices}}, f"{choices} choices must be tried")
    return RECOMPUTED


def whole_deck(document: Json) -> tuple[int, int]:
    """Return the number of properties and of values of a claim's subject, and require that it is a whole deck."""
    require(document.get("kind") == "set-deck", "the subject must be a deck")
    p, v = document["properties"], document["values"]
    require(document["size"] == v**p, "the subject must be a whole deck")
    return p, v
