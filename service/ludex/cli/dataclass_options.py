"""Commands whose options are the fields of dataclass parameters."""

from collections.abc import Callable
from dataclasses import is_dataclass
from inspect import Parameter, Signature, signature
from typing import Any


def flatten_dataclass_params(
    function: Callable[..., Any],
    about: str | None = None,
    **fixed: Any,  # noqa: ANN401 - parameters of any type
) -> Callable[..., Any]:
    """Return a function that has the fields of each dataclass parameter as keyword arguments instead.

    Parameters
    ----------
    function : callable
        The function, with annotated parameters.
    about : str, optional
        The docstring of the returned function. By default, this is the docstring of `function`.
    **fixed
        Fixed values for parameters or fields, which the returned function does not have as parameters.

    Examples
    --------
    >>> from dataclasses import make_dataclass
    >>> def area(sides: make_dataclass("Sides", [("height", int), ("width", int)])) -> int:
    ...     return sides.height * sides.width
    >>> flatten_dataclass_params(area, width=2)(height=3)
    6
    """
    parameters = signature(function, eval_str=True).parameters
    types = {name: parameter.annotation for name, parameter in parameters.items()}
    fields = {
        name: signature(annotation).parameters
        for name, annotation in types.items()
        if isinstance(annotation, type) and is_dataclass(annotation)
    }
    flat = (field for name, parameter in parameters.items() for field in fields.get(name, {name: parameter}).values())
    options = [field.replace(kind=Parameter.KEYWORD_ONLY) for field in flat if field.name not in fixed]

    def command(**values: Any) -> Any:  # noqa: ANN401 - values of options
        values |= fixed
        for name, names in fields.items():
            values[name] = types[name](**{field: values.pop(field) for field in names})
        return function(**values)

    command.__signature__ = Signature(options)  # type: ignore[attr-defined]
    command.__annotations__ = {option.name: option.annotation for option in options}
    command.__doc__, command.__name__ = about or function.__doc__, function.__name__
    return command
