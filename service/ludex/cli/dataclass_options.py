"""How a function becomes a command: of a parameter that is a dataclass, each field is an option."""

from collections.abc import Callable
from dataclasses import is_dataclass
from inspect import Parameter, Signature, signature
from typing import Any


def flatten_dataclass_params(
    function: Callable[..., Any],
    about: str | None = None,
    **fixed: Any,  # noqa: ANN401 - parameters of any type
) -> Callable[..., Any]:
    """Return a function with the fields of its dataclass parameters in place of these, all to be given by name.

    What is `fixed`, a parameter or a field, is no parameter of what is returned. Its help is `about`, or that of the
    function.

    >>> from dataclasses import make_dataclass
    >>> def area(sides: make_dataclass("Sides", [("height", int), ("width", int)])) -> int:
    ...     return sides.height * sides.width
    >>> flatten_dataclass_params(area, width=2)(height=3)
    6
    """
    own = signature(function, eval_str=True).parameters
    types = {name: one.annotation for name, one in own.items() if isinstance(one.annotation, type)}
    folded = {name: signature(one).parameters for name, one in types.items() if is_dataclass(one)}
    flat = (part for name, one in own.items() for part in folded.get(name, {name: one}).values())
    shown = [one.replace(kind=Parameter.KEYWORD_ONLY) for one in flat if one.name not in fixed]

    def command(**options: Any) -> Any:  # noqa: ANN401 - what the command line gives
        options |= fixed
        for name, fields in folded.items():
            options[name] = types[name](**{field: options.pop(field) for field in fields})
        return function(**options)

    command.__signature__ = Signature(shown)  # type: ignore[attr-defined]
    command.__annotations__ = {one.name: one.annotation for one in shown}
    command.__doc__, command.__name__ = about or function.__doc__, function.__name__
    return command
