"""Facts about cards, decks, positions, sets, caps and games."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations, product
from math import comb, prod

from ludex_check_claims.documents import PACK_FACTS
from ludex_check_claims.game_checks import Facts, names
from ludex_check_claims.sets import labels
from ludex_check_claims.sets.cap_counts import extensions
from ludex_check_claims.sets.cards import Card, read_cards, sets_among
from ludex_check_claims.verdicts import Clock, Export, Json, NotChecked, require

_MOST_CHOICES = 200_000
_MOST_GRADED = 24


def _deck(document: Json, _export: Export, _clock: Clock) -> Mapping[str, Json]:
    codes, whole = document.get("cards"), document["values"] ** document["properties"]
    return {"size": whole if codes is None else len(codes)}


def _position(document: Json, _export: Export, clock: Clock) -> Mapping[str, Json]:
    v = document["values"]
    cards = read_cards(document["cards"], document["properties"], v)
    order = _canonical_order(document, clock)
    if document.get("sets") is None or comb(len(cards), max(v - 1, 1)) > _MOST_CHOICES:
        grade = {"difficulty": {"grade": None}} if document.get("sets") is None else {}
        return {"size": len(cards), "canonical_order": order, **grade}
    sets = list(sets_among(cards, v, clock))
    facts = {"size": len(cards), "sets": len(sets), "has_set": bool(sets), "canonical_order": order}
    return {**facts, "difficulty": {"grade": _grade(cards, sets) if v == 3 and len(cards) <= _MOST_GRADED else None}}


def _grade(cards: list[Card], sets: list[tuple[Card, ...]]) -> int | None:
    """Return the grade, from the mean number of looks until all sets are seen, which are chosen by weight."""
    if not sets:
        return None
    pairs = sum(2 ** sum(map(int.__eq__, *pair)) for pair in combinations(cards, 2))
    weights = Counter(3 * 2 ** sum(len(set(values)) == 1 for values in zip(*found, strict=True)) for found in sets)
    mean = Fraction(0)
    for chosen in product(*(range(number + 1) for number in weights.values())):
        if any(chosen):
            ways = prod(comb(number, few) for number, few in zip(weights.values(), chosen, strict=True))
            weight = sum(few * each for each, few in zip(weights, chosen, strict=True))
            mean += Fraction((-1) ** (sum(chosen) + 1) * ways * pairs, weight)
    return max(0, int(mean**3).bit_length() - 5)


def _canonical_order(document: Json, clock: Clock) -> Json:
    """Return the stated numbers of the cards if they give the canonical form. There may be other such numbers."""
    v, p, codes, numbers = (document[name] for name in ("values", "properties", "cards", "canonical_order"))
    require(sorted(numbers) == list(range(len(codes))), "the canonical_order is not an order of the cards")
    cards = [codes[card] for card in sorted(range(len(codes)), key=numbers.__getitem__)]
    form = labels.position_form(v, p, codes, clock)[0]
    require(labels.form_in_order(v, p, cards) == form, "the canonical_order does not give the canonical form")
    return numbers


def _found_set(document: Json, _export: Export, _clock: Clock) -> Mapping[str, Json]:
    return {"differing": sum(len(set(values)) > 1 for values in zip(*document["cards"], strict=True))}


def _cap(document: Json, export: Export, clock: Clock) -> Mapping[str, Json]:
    v, p = document["values"], document["properties"]
    cards = read_cards(document["cards"], p, v)
    deck = {"kind": "set-deck", "values": v, "properties": p, "size": v**p}

    def of_claim(claim: Json) -> Mapping[str, Json]:
        largest = claim["value"] == len(cards)
        proof = {"proved": claim["proved"], "evidence": claim["evidence"]}
        return {"largest": largest, **(proof if largest else {})}

    try:
        known = next(map(of_claim, export.about(labels.deck(deck, clock), "set.cap-maximum")), {})
    except NotChecked:
        known = {}
    return {
        "size": len(cards),
        "complete": _is_complete(cards, p, v, clock),
        "canonical_order": _canonical_order(document, clock),
        **known,
    }


def _is_complete(cap: list[Card], p: int, v: int, clock: Clock) -> bool:
    """Return whether each other card of the deck completes a set with cards of a cap."""
    if comb(len(cap), max(v - 1, 1)) <= _MOST_CHOICES:
        return not extensions(cap, p, v, clock)
    others = set(product(range(v), repeat=p)) - set(cap)
    return all(next(sets_among([*cap, card], v, clock), None) for card in others)


def _game(document: Json, _export: Export, _clock: Clock) -> Mapping[str, Json]:
    record = document["record"]
    found = [round_["set"] for round_ in record["rounds"] if round_["set"] is not None]
    drawn = sum(len(round_["drawn"]) for round_ in record["rounds"])
    return {
        **{name: record[name] for name in ("properties", "values", "seed", "solver", "finished")},
        "sets_wanted": record["sets"],
        "sets": len(found),
        "rounds": len(record["rounds"]),
        "final_cards": len(record["dealt"]) + drawn - sum(map(len, found)),
    }


METHODS = (
    "closed-form|counting|layers|hyperplanes|extension of one cap of each class|numbers of caps|seeded draws|"
    "search of all sets"
)
_SHAPE = names("properties", "values")
FACTS = {
    "set-card": Facts(_SHAPE | names("code")),
    "set-deck": Facts(_SHAPE | names("cards"), of=_deck),
    "set-position": Facts(_SHAPE | names("cards"), of=_position),
    "set-found-set": Facts(_SHAPE | names("cards"), of=_found_set),
    "set-cap": Facts(_SHAPE | names("cards"), of=_cap),
    "set-game": Facts(names("record"), of=_game),
    "set-pack": PACK_FACTS,
}
