"""Several requests as one command, such as `ludex sequences`, `ludex sequences NAME` and `ludex sequences NAME --next`.

The words of each declaration name the arguments and flags with which the request is chosen.
"""

from collections.abc import Callable
from inspect import Parameter, Signature, signature
from typing import Annotated, Any, get_args

import typer

from ludex.cli.output import CommandError
from ludex.cli.request_commands import command_of
from ludex.cli.request_fields import keyword
from ludex.requests.declaration import Declaration, declaration_of


def one_of(*functions: Callable[..., Any]) -> Callable[..., None]:
    """Return the command that runs one of some requests. A request that needs more arguments or flags comes later."""
    choices = [declaration_of(function) for function in functions]
    commands = {declared.function: command_of(declared) for declared in choices}
    needed = {declared.function: _needed(declared) for declared in choices}
    flags = {flag for declared in choices for flag in _flags(declared)}
    parameters: dict[str, Parameter] = {}
    for declared in choices:
        for name, parameter in signature(commands[declared.function]).parameters.items():
            parameters.setdefault(name, _optional(parameter))
        for name in _flags(declared):
            flag = Annotated[bool, typer.Option(f"--{name}", help=declared.about.partition("\n")[0])]
            parameters[name] = keyword(name, flag, False)

    def run(context: typer.Context, **options: Any) -> None:  # noqa: ANN401 - the values of the options
        given = {name: value for name, value in options.items() if value != parameters[name].default}
        chosen = next(declared for declared in reversed(choices) if needed[declared.function] <= given.keys())
        command = commands[chosen.function]
        own = signature(command).parameters
        for name in given.keys() - own.keys() - needed[chosen.function]:
            also = next(
                needs - given.keys() - {name}
                for other, needs in needed.items()
                if name in needs or name in signature(commands[other]).parameters
            )
            words = sorted((f"--{word}" if word in flags else word.upper() for word in also), reverse=True)
            raise CommandError(f"--{name} also needs {' and '.join(words)}")
        values = {name: given.get(name, parameter.default) for name, parameter in own.items() if name != "context"}
        command(context, **values)

    run.__signature__ = Signature(list(parameters.values()))  # type: ignore[attr-defined]
    run.__annotations__ = {name: parameter.annotation for name, parameter in parameters.items()}
    run.__doc__ = "\n\n".join(declared.about for declared in choices)
    return run


def _flags(declared: Declaration) -> set[str]:
    return {word[2:] for word in declared.command.split() if word.startswith("--")}


def _needed(declared: Declaration) -> set[str]:
    """Return the parameters with which a request is chosen: its flags, and the arguments without brackets."""
    return _flags(declared) | {word.lower() for word in declared.command.split() if word.isupper() and word.isalpha()}


def _optional(parameter: Parameter) -> Parameter:
    """Return a parameter of a command, which some of the requests do not need."""
    if parameter.default is not Parameter.empty or parameter.name == "context":
        return parameter
    plain, *marks = get_args(parameter.annotation)
    return parameter.replace(annotation=Annotated[plain | None, *marks], default=None)
