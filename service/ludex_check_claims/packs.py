"""Labels and facts of packs, which all games define in the same way (schema/canonical-forms.md)."""

from collections.abc import Callable, Mapping

from ludex_check_claims.game_checks import Facts, names
from ludex_check_claims.label_forms import label
from ludex_check_claims.verdicts import Clock, Export, Json


def pack_label(kind: str, tag: str) -> Callable[[Json, Clock], str]:
    """Return the function that returns the label of a pack, whose form is its slug."""
    return lambda document, _clock: label(kind, [], tag, document["slug"].encode())


def _pack(document: Json, export: Export, _clock: Clock) -> Mapping[str, Json]:
    """Return the size of a pack and, if all its levels are in the export, their least and greatest grades."""
    levels = [link["target"] for link in document.get("links") or () if link["relation"] == "has-level"]
    if any(level not in export.objects for level in levels):
        return {"size": len(levels)}
    grades = [export.objects[level]["difficulty"]["grade"] for level in levels]
    known = [grade for grade in grades if grade is not None]
    return {"size": len(levels), "least_grade": min(known, default=None), "greatest_grade": max(known, default=None)}


PACK_FACTS = Facts(names("slug"), of=_pack)
