"""The requests of a game as methods: ``catalogue.planarity.hint(drawing)``."""

from collections.abc import Callable, Iterable
from types import MethodType
from typing import Any

from ludex.requests.declaration import declaration_of
from ludex.requests.session import Session


class GameRequests:
    """The requests of a game in a catalogue. Each method has the documentation of the request.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> from ludex import Catalogue, planarity
    >>> with Catalogue(mkdtemp() + "/catalogue.sqlite", make=True) as catalogue:
    ...     catalogue.planarity.hint(planarity.read_untangle("4:0-1,1-3,2-3,0-2")).remaining
    1
    """

    def __init__(self, catalogue: Session, name: str, requests: Iterable[Any]) -> None:
        declared = map(declaration_of, requests)
        self._catalogue, self._name = catalogue, name
        self._methods = {one.name: one.method for one in declared if one.reason("python") is None}

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_") or name not in self._methods:
            raise AttributeError(f"{self._name} has no request {name!r}", name=name, obj=self)
        method = self._methods[name]
        method.__doc__ = declaration_of(method).help
        return MethodType(method, self._catalogue)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._methods]

    def __repr__(self) -> str:
        return f"<{self._name}: {', '.join(self._methods)}>"
