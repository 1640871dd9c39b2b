"""What every claim must look like: members as schema/certificates.md names them, bounds if any, costs, dates."""

import re
from datetime import datetime

from .verdicts import Json, require

_MEMBERS = {
    *("claim", "subject", "parameters", "value", "lower", "upper", "proved", "method", "certificate"),
    *("engine", "search_nodes", "seconds", "checked", "checked_by"),
}
_BOUNDED = {"swish.largest-swish", "swish.no-swish-maximum", "set.cap-maximum", "planarity.minimum-swaps"}
_PARAMETERS = {
    "swish.swish-counts": ({"max_size"},),
    "swish.no-swish-probability": ({"n"}, {"n", "samples", "seed"}),
    "set.no-set-probability": ({"n"}, {"n", "samples", "seed"}),
}
_CERTIFICATES: dict[str, tuple[set[str], ...]] = {
    "swish.largest-swish": ({"stack"},),
    "swish.no-swish-maximum": (
        {"indices", "swishes", "up_to_copies", "weights"},
        {"cards", "within", "orbits", "most_within", "argument"},
    ),
    "swish.no-swish-maximum-sets": ({"orbits", "ways_within", "argument"},),
    "swish.swish-counts": ({"recompute"},),
    "swish.no-swish-probability": (),
    "swish.reduced-from": (),
    "set.cap-maximum": ({"cards", "bound"},),
    "set.cap-counts": ({"classes"},),
    "set.no-set-probability": (),
    "set.no-set": ({"recompute"},),
    "planarity.minimum-swaps": ({"swaps"}, {"fewer"}, {"recompute"}, {"swaps", "fewer"}, {"swaps", "recompute"}),
    "planarity.unreachable": (
        {"reason", "vertices", "hull"},
        {"reason", "graph", "branch", "paths", "vertices", "hull"},
        {"reason", "arrangements"},
    ),
    "planarity.census": ({"graphs", "point_sets", "classes"},),
}
_COUNTED = {"numerator", "denominator", "low", "high"}
_MEMBERS_OF_VALUE = {
    "swish.no-swish-probability": _COUNTED,
    "set.no-set-probability": _COUNTED,
    "planarity.census": {"classes", "by_minimum"},
}
_REQUIRED = {"swish.swish-counts", "set.no-set", "planarity.unreachable", "swish.no-swish-maximum", "set.cap-maximum"}


def require_shape(claim: Json) -> None:
    """Raise Wrong where a claim has not the members that its statement has, or one of them is of another form."""
    statement, certificate, parameters = claim["claim"], claim["certificate"], claim["parameters"]
    require(set(claim) <= _MEMBERS, "it has other members")
    require(type(claim["proved"]) is bool, "proved is neither true nor false")
    require(isinstance(claim["method"], str) and claim["method"], "it has no method")
    for name in ("lower", "upper"):
        bound = claim[name]
        require(bound is None or (type(bound) is int and bound >= 0), f"{name} is no natural number")
        require(bound is None or statement in _BOUNDED, f"{statement} has no bounds")
    require(isinstance(parameters, dict), "the parameters are no object")
    shapes = _PARAMETERS.get(statement, ())
    named = set(parameters) in shapes or (not parameters and (not shapes or statement == "swish.swish-counts"))
    require(named, "the parameters are others")
    require(all(type(one) is int and one >= 0 for one in parameters.values()), "a parameter is no natural number")
    if certificate is None:
        require(statement not in _REQUIRED, "the certificate is missing")
    else:
        require(isinstance(certificate, dict), "the certificate is no object")
        require(set(certificate) in _CERTIFICATES[statement], "the certificate has other members")
        missing = [name for name, one in certificate.items() if one is None and name != "weights"]
        require(not missing, f"{', '.join(missing)} of the certificate is missing")
    if statement in _BOUNDED:
        together = claim["value"] == claim["lower"] == claim["upper"]
        require(claim["proved"] or not together, "bounds that meet are not said to be proved")
    elif "samples" not in parameters and statement != "set.cap-counts":
        require(claim["proved"], "it is not said to be proved")
    if isinstance(claim["value"], dict) and statement in _MEMBERS_OF_VALUE:
        require(set(claim["value"]) <= _MEMBERS_OF_VALUE[statement], "the value has other members")
    _require_origin(claim)


def _require_origin(claim: Json) -> None:
    """Raise Wrong where a claim does not say by which version it was found, what it cost, when it was checked."""
    engine, nodes, seconds = claim.get("engine"), claim.get("search_nodes"), claim.get("seconds")
    require(isinstance(engine, str) and re.fullmatch(r"\d+(\.\d+)+([-+.]?[a-z0-9]+)*", engine), "engine is no version")
    require(nodes is None or (type(nodes) is int and nodes > 0 and seconds is not None), "search_nodes is no cost")
    require(seconds is None or (type(seconds) in (int, float) and seconds >= 0), "seconds are no time")
    checked, by = claim.get("checked"), claim.get("checked_by")
    require((checked is None) == (by is None), "when and how it was checked go together")
    if checked is not None:
        require(isinstance(by, str) and by, "checked_by is no method")
        require(datetime.fromisoformat(checked).utcoffset() is not None, "checked is no time")
