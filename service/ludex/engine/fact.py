"""The parts of documents, and the marker of facts, by which lists of objects can be filtered, sorted and counted."""

from collections.abc import Iterator
from dataclasses import dataclass
from types import UnionType
from typing import Annotated, Any, ClassVar, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict


class DocumentPart(BaseModel):
    """An object nested in a document. Fields that the model does not declare are rejected."""

    model_config: ClassVar[ConfigDict] = ConfigDict(extra="forbid", frozen=True)


@dataclass(frozen=True, slots=True)
class Fact:
    """The marker of a fact: a number, a text, a truth value, or a list of numbers.

    Lists of numbers are compared as comma-separated text. `natural` means that the number may be arbitrarily large.
    `leading` means that tables show this fact before all facts that are not leading. `name` is the name of the fact in
    lists, which is needed if another kind has a field with the same name. `title` is the name on pages, if it
    is not the name in words. In searches, `synonyms` are other words for
    the fact, and `opposites` are words for the value false of a truth value.
    """

    natural: bool = False
    leading: bool = True
    name: str = ""
    title: str = ""
    synonyms: tuple[str, ...] = ()
    opposites: tuple[str, ...] = ()


def plain_types(annotation: Any) -> Iterator[Any]:  # noqa: ANN401 - the type of a field
    """Yield the plain types in the annotation of a field.

    >>> list(plain_types(Annotated[int, Fact()] | None))
    [<class 'int'>, <class 'NoneType'>]
    """
    origin = get_origin(annotation)
    if origin is Annotated:
        yield from plain_types(get_args(annotation)[0])
    elif origin in (Union, UnionType):
        for part in get_args(annotation):
            yield from plain_types(part)
    else:
        yield annotation
