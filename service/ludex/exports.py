"""The pictures of values in notebooks. The function that draws a value is imported on first use."""

from collections.abc import Callable
from pkgutil import resolve_name
from typing import Any


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
