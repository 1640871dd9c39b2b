"""What a package exports, imported when it is first asked for: the service and the commands start without it."""

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any


def lazily(package: str, modules: Mapping[str, str]) -> Callable[[str], Any]:
    """Return the `__getattr__` of a package whose names stand in modules below it, given by name.

    A name may be that of a package below it, which is given by itself.

    >>> lazily("ludex.games.swish", {"Card": "card"})("Card").__name__
    'Card'
    """

    def find(name: str) -> Any:  # noqa: ANN401 - whatever has the name
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module = import_module(f"{package}.{modules[name]}")
        return module if modules[name] == name else getattr(module, name)

    return find


def submodules(package: str) -> Callable[[str], Any]:
    """Return the `__getattr__` of a package that imports its modules when they are first used.

    Modules that load no heavy library import such a package at the top, and write `solving.search.find_any(...)`.

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


def listed(names: Iterable[str]) -> Callable[[], list[str]]:
    """Return the `__dir__` of a package with these names, so that `help` and completion find what is not imported yet.

    >>> listed(["Deck", "Card"])()
    ['Card', 'Deck']
    """
    return lambda: sorted(names)
