"""Lazy exports from packages. Each name is imported on first use, so that the service and the commands start fast."""

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from pkgutil import resolve_name
from typing import Any


def lazily(package: str, modules: Mapping[str, str]) -> Callable[[str], Any]:
    """Return a `__getattr__` for a package that exports names from its modules.

    Parameters
    ----------
    package : str
        The name of the package.
    modules : mapping of str to str
        The module of each name, relative to the package. A subpackage is represented by its own name.

    Examples
    --------
    >>> lazily("ludex.games.swish", {"Card": "card"})("Card").__name__
    'Card'
    """

    def find(name: str) -> Any:  # noqa: ANN401 - any exported name
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module = import_module(f"{package}.{modules[name]}")
        return module if modules[name] == name else getattr(module, name)

    return find


def submodules(package: str) -> Callable[[str], Any]:
    """Return a `__getattr__` for a package that imports its modules on first use.

    A module that must not load heavy libraries imports such a package at its top: `solving.search.find_any(...)`.

    Examples
    --------
    >>> submodules("ludex.games.swish.solving")("search").__name__
    'ludex.games.swish.solving.search'
    """

    def find(name: str) -> Any:  # noqa: ANN401 - a module
        path = f"{package}.{name}"
        try:
            return import_module(path)
        except ModuleNotFoundError as error:
            if error.name != path:
                raise
            raise AttributeError(f"module {package!r} has no attribute {name!r}") from None

    return find


def notebook_picture(reference: str) -> Callable[[Any], str | None]:
    """Return a `_repr_svg_` method for a value class. Notebooks call this method.

    Parameters
    ----------
    reference : str
        The function that draws a value, as ``package.module:function``. The function is imported when the first picture
        is drawn. If the function raises ValueError, for example for a position with too many cards, notebooks show no
        picture of the value.

    Examples
    --------
    >>> from ludex.games.swish.card import Card
    >>> notebook_picture("ludex.games.swish.pictures.cards:svg_card")(Card.from_code("*o"))[:4]
    '<svg'
    """

    def draw(value: Any) -> str | None:  # noqa: ANN401 - a value that the function draws
        try:
            return str(resolve_name(reference)(value))
        except ValueError:
            return None

    return draw


def listed(names: Iterable[str]) -> Callable[[], list[str]]:
    """Return a `__dir__` that lists `names`, so that `help` and completion find the names before they are imported.

    >>> listed(["Deck", "Card"])()
    ['Card', 'Deck']
    """
    return lambda: sorted(names)
