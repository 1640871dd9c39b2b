"""The facts of objects on pages: a line for each member of a document, and small histograms of numeric facts.

Each line contains the meaning of the member and a link. Histograms are drawn as SVG paths.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any, get_args
from urllib.parse import urlencode

from pydantic import BaseModel

from ludex.catalogue.kinds.document import at
from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.kinds.registry import Registry
from ludex.engine.difficulty import GRADE, difficulty_word
from ludex.web.site.addresses import list_address, object_address
from ludex.web.site.text_filters import value_written, words

AnyKind = Kind[Any, Any]

_NOT_SHOWN = frozenset({"label", "kind", "claims", "starting", "slugs"})
_MOST_WRITTEN = 400
_PROVED = "proved"


@dataclass(frozen=True, slots=True)
class FactLine:
    """A fact of an object.

    It has a name, a value as text, and a meaning. If the glossary contains the fact, also its entry.

    `address` is the address to which the value links: that of an object, or that of the list of objects with the same
    value. `leading` is true for facts that the page shows first.
    """

    name: str
    term: str
    text: str
    about: str
    address: str = ""
    leading: bool = False


def lines_of(registry: Registry, kind: AnyKind, members: Mapping[str, Any]) -> Iterator[FactLine]:
    """Yield the facts of an object from the members of its JSON document. Long lists and nested objects are omitted.

    That a number is proved is part of the line of the number, which is the leading fact before it.
    """
    shown: dict[tuple[str, str], FactLine] = {}
    before = None
    for line in _lines(registry, kind, kind.model, members, ()):
        if line.name == _PROVED and line.text == value_written(True) and before and before.text.isdigit():
            shown[before.name, before.text] = replace(before, text=f"{before.text}, {_PROVED}")
        else:
            shown.setdefault((line.name, line.text), line)
        before = line if line.leading else before
    yield from shown.values()


def _lines(
    registry: Registry, kind: AnyKind, model: type[BaseModel], members: Mapping[str, Any], above: tuple[str, ...]
) -> Iterator[FactLine]:
    facts = {fact.path: fact for fact in kind.facts}
    for name, value in members.items():
        path = (*above, name)
        if name in _NOT_SHOWN and not above:
            continue
        field = model.model_fields.get(name)
        about = (field.description or "") if field is not None else ""
        if isinstance(value, dict):
            part = _model_in(field.annotation) if field is not None else None
            if part is not None:
                yield from _lines(registry, kind, part, value, path)
            continue
        text = value_written(value)
        if len(text) > _MOST_WRITTEN or (
            isinstance(value, list) and any(isinstance(item, dict | list) for item in value)
        ):
            continue
        fact = facts.get(path)
        if fact is not None and fact.name == GRADE and isinstance(value, int):
            text += f" ({difficulty_word(value)})"
        yield FactLine(
            words(fact.title if fact else name),
            f"{kind.name}.{fact.name if fact else '.'.join(path)}" if fact or about else "",
            text,
            about,
            _link(registry, kind, fact.name if fact else None, value, at(members, (name,))),
            fact is not None and fact.mark.leading,
        )


def documented_members(kind: AnyKind) -> Iterator[tuple[str, str]]:
    """Yield the path and the meaning of each documented member of a kind's documents. Facts are omitted."""
    return _documented(kind.model, {fact.path for fact in kind.facts}, ())


def _documented(
    model: type[BaseModel], facts: Set[tuple[str, ...]], above: tuple[str, ...]
) -> Iterator[tuple[str, str]]:
    for name, field in model.model_fields.items():
        path = (*above, name)
        part = _model_in(field.annotation)
        if path in facts or (name in _NOT_SHOWN and not above):
            continue
        if part is not None:
            yield from _documented(part, facts, path)
        elif field.description:
            yield ".".join(path), field.description


def _link(registry: Registry, kind: AnyKind, fact: str | None, value: object, plain: object) -> str:
    if isinstance(value, str) and registry.labelled(value) is not None:
        return object_address(value)
    if fact is None or plain is None or isinstance(plain, list) or plain == "":
        return ""
    text = str(plain).lower() if isinstance(plain, bool) else str(plain)
    return f"{list_address(kind)}?{urlencode({fact: text})}"


def _model_in(annotation: Any) -> type[BaseModel] | None:  # noqa: ANN401 - annotations have no common type
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((part for argument in get_args(annotation) if (part := _model_in(argument)) is not None), None)


_BARS = 24
WIDTH, HEIGHT = 240, 48


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a histogram: the number of objects with a value from `least` to `greatest`, and its SVG path."""

    least: int
    greatest: int
    count: int
    shape: str


@dataclass(frozen=True, slots=True)
class FactHistogram:
    """A histogram: the range of the values, and the bars.

    There are no bars if the value is unknown for every object.
    """

    least: int | None
    greatest: int | None
    bars: Sequence[Bar]


def histogram(counted: Sequence[tuple[int, int]], bars: int = _BARS) -> FactHistogram:
    """Return the histogram for the numbers of objects with each value. All bars span the same number of integers.

    >>> found = histogram([(2, 5), (3, 1), (9, 4)], bars=4)
    >>> found.least, found.greatest, [(bar.least, bar.greatest, bar.count) for bar in found.bars]
    (2, 9, [(2, 3, 6), (4, 5, 0), (6, 7, 0), (8, 9, 4)])
    """
    if not counted:
        return FactHistogram(None, None, ())
    least, greatest = min(counted)[0], max(counted)[0]
    # In integers: the number of automorphisms of a graph has up to 90 digits.
    width = greatest - least + 1
    step = -(-width // bars)
    sums = [0] * -(-width // step)
    for value, count in counted:
        sums[(value - least) // step] += count
    wide, top = WIDTH / len(sums), max(sums)
    gap = min(1.0, wide / 4)
    made = []
    for place, count in enumerate(sums):
        # A bar that stands for at least one object is always visible.
        high = max(2.0, HEIGHT * count / top) if count else 0.0
        start = least + place * step
        shape = f"M{place * wide:.2f} {HEIGHT}v{-high:.2f}h{wide - gap:.2f}V{HEIGHT}z"
        made.append(Bar(start, min(start + step - 1, greatest), count, shape))
    return FactHistogram(least, greatest, made)
