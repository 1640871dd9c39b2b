"""Forms that start jobs.

The fields of a form are derived from the arguments that an operation declares.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ludex.catalogue.objects.reading import UnknownObject
from ludex.engine.exact_json import exact_json
from ludex.engine.faults import Fault
from ludex.engine.random_numbers import seed_or_random
from ludex.jobs.operation import JobOperation
from ludex.jobs.operations import (
    InvalidArguments,
    arguments_schema,
    find_operation,
    start_job,
    validate_arguments,
)
from ludex.jobs.store import TooManyJobs
from ludex.web.computing import computes
from ludex.web.game_pages import Form, site
from ludex.web.jobs import job_title
from ludex.web.packs import example_picture
from ludex.web.site.addresses import job_address
from ludex.web.site.text_filters import first_sentence, words

blueprint = Blueprint("forms", __name__)


_RECENT = 5
_INTEGER, _NUMBER, _FLAG, _LIST = "integer", "number", "boolean", "array"
_INPUTS = {_INTEGER: "number", _NUMBER: "number", _FLAG: "flag", _LIST: "long"}
_MOST_DIGITS = 30


@dataclass(frozen=True, slots=True)
class FormField:
    """A field of a form: its name, title, help text, value and error message.

    `input` is the type of the input element: number, text, long, flag or choice. If a bound is None, there is no such
    bound.
    """

    name: str
    title: str
    about: str
    input: str
    value: str
    required: bool
    fault: str
    least: Any = None
    greatest: Any = None
    step: str = ""
    choices: Sequence[str] = ()


def form_cards(*, research: bool) -> list[Mapping[str, str]]:
    """Return the links to the forms that start research jobs, or to all other forms."""
    forms = [form for game in site.games for form in game.forms if form.research is research]
    return [
        {"address": url_for("forms.show_form", name=form.name), "name": form.title, "about": form.about}
        for form in forms
    ]


@blueprint.get("/make")
def list_forms() -> str:
    """List the forms, and the most recent jobs."""
    drawn = [(game.lookup, game, example_picture(game)) for game in site.games if game.lookup is not None]
    imported = [tab.title for game in site.games for tab in game.imports]
    about = f"Paste or drop {' or '.join(imported)} in any format, look at them, and store them all."
    return render_template(
        "make/all.html",
        title="Make",
        section="/make",
        drawn=drawn,
        forms=[
            *({"address": url_for("imports.import_objects"), "name": "Import", "about": about} for _ in imported[:1]),
            *form_cards(research=False),
        ],
        games=site.games,
        jobs=[(job, job_title(job.operation)) for job in site.jobs.page(limit=_RECENT).items],
        job_address=job_address,
        stores=site.stores,
    )


@blueprint.route("/make/<name>", methods=["GET", "POST"])
@computes
def show_form(name: str) -> str | Response:
    """Show a form or its preview. If the form was sent, start its job and redirect to the page of the job.

    Raises UnknownObject if there is no such form.
    """
    forms = {form.name: (game, form) for game in site.games for form in game.forms}
    if name not in forms:
        raise UnknownObject(f"there is no form {name[:40]!r}; the forms are {', '.join(forms)}")
    game, form = forms[name]
    sent = request.form if request.method == "POST" else request.args
    names = (*form.fields, *form.more, *(("text",) if form.text else ()))
    values = {name: sent[name].strip() for name in names if name in sent} if sent else dict(form.example or {})
    faults: dict[str, str] = {}
    preview: Mapping[str, Any] = {}
    try:
        if request.method == "POST":
            return _start(form, values)
        if form.preview is not None and "preview" in sent:
            # If no seed is given, choose one now, so that the job begins with the same results as the preview.
            values["seed"] = values.get("seed") or str(seed_or_random(None))
            arguments = validate_arguments(find_operation(form.operation), _arguments(form, values))
            preview = form.preview(arguments)
    except InvalidArguments as error:
        for place, message in error.faults:
            faults.setdefault(_field(place, names), _with_position(place, message))
    except Fault as error:
        faults[_field(error.place, names)] = error.message
    except TooManyJobs as error:
        faults[""] = str(error)
    operation = find_operation(form.operation)
    return render_template(
        "make/form.html",
        title=form.title,
        section="/explore" if form.research else "/make",
        form=form,
        address=url_for("forms.show_form", name=form.name),
        fields=list(fields_of(operation, form.fields, values, faults)),
        more=list(fields_of(operation, form.more, values, faults)),
        text=values.get("text", ""),
        text_fault=faults.get("text", "") if form.text else "",
        fault=faults.get("", ""),
        stores=site.stores,
        command=f"ludex jobs start {form.operation}",
        preview_template=f"{game.name}/preview.html",
        shown=preview,
    )


def _start(form: Form, values: Mapping[str, str]) -> Response:
    """Start the job of a form, and redirect to the page of the job.

    The results of the job belong to the visitor.

    Raises Fault, InvalidArguments, TooManyJobs.
    """
    site.storing()
    key = site.access.key()
    job = start_job(site.jobs, form.operation, _arguments(form, values), owner=None if key is None else key.owner)
    return redirect(job_address(job.id), 303)


def _arguments(form: Form, values: Mapping[str, str]) -> dict[str, Any]:
    """Return the values of a form as arguments of the form's operation. Raises Fault."""
    operation = find_operation(form.operation)
    return arguments_of(operation, (*form.fields, *form.more), values) | form.read(values)


def _field(place: tuple[str | int, ...], names: tuple[str, ...]) -> str:
    """Return the name of the field with an error.

    It is the field at the place of the error if there is one, and otherwise the text field.
    """
    found = next((str(part) for part in place if part in names), "")
    return found or ("text" if "text" in names else "")


def _with_position(place: tuple[str | int, ...], message: str) -> str:
    """Return an error message. If the error is in a list, the position in the list precedes the message."""
    position = "/".join(str(part) for part in place if isinstance(part, int))
    return f"{position}: {message}" if position else message


def fields_of(
    operation: JobOperation, names: Sequence[str], values: Mapping[str, str], faults: Mapping[str, str]
) -> Iterator[FormField]:
    """Yield some fields of an operation.

    They contain the values that the visitor entered, or else the defaults.
    """
    schema = arguments_schema(operation)
    for name in names:
        declared = _property(schema, name)
        kind, choices = declared.get("type"), declared.get("enum", ())
        shown = _INPUTS.get(str(kind), "text")
        default = declared.get("default")
        # Browsers do not send a checkbox that is not ticked, so the default of a checkbox can only be false.
        usual = "" if default is None or default is False else str(default)
        value = values.get(name, usual)
        if shown == "number" and not isinstance(_read(_NUMBER, value or "0"), int | float):
            shown = "text"  # An input element for numbers would not show the invalid text.
        yield FormField(
            name,
            words(name),
            first_sentence(declared.get("description", "")).replace("`", ""),
            "choice" if choices else shown,
            value,
            name in schema.get("required", ()),
            faults.get(name, ""),
            declared.get("minimum"),
            declared.get("maximum"),
            "any" if kind == _NUMBER else "",
            choices,
        )


def arguments_of(operation: JobOperation, names: Sequence[str], values: Mapping[str, str]) -> dict[str, Any]:
    """Return the values of some fields as arguments. Empty values are omitted.

    Invalid numbers remain texts, so that the validation reports them.

    >>> from ludex.jobs.operations import by_name
    >>> generate = by_name()["planarity-generate"]
    >>> arguments_of(generate, ["vertices", "edges", "delta", "seed"], {"vertices": "8", "edges": "x", "delta": "0.02"})
    {'vertices': 8, 'edges': 'x', 'delta': 0.02}
    """
    schema = arguments_schema(operation)
    filled = {name: values.get(name, "").strip() for name in names}
    return {name: _read(_property(schema, name).get("type"), text) for name, text in filled.items() if text}


def _property(schema: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return the schema of a property.

    If the property is optional, return the schema of its value.
    """
    found: dict[str, Any] = schema["properties"][name]
    own = {key: value for key, value in found.items() if key not in ("anyOf", "$ref")}
    for option in (*found.get("anyOf", ()), found):
        resolved = schema["$defs"][option["$ref"].rpartition("/")[2]] if "$ref" in option else option
        if resolved.get("type") not in (None, "null"):
            return {**resolved, **({"description": option["description"]} if "description" in option else {}), **own}
    return own


def _read(kind: object, text: str) -> Any:  # noqa: ANN401 - JSON
    if kind == _INTEGER:
        digits = text.removeprefix("-")
        return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= _MOST_DIGITS else text
    if kind == _NUMBER:
        try:
            number = exact_json(text) if len(text) <= _MOST_DIGITS else text
        except ValueError:
            return text
        return number if isinstance(number, int | float) else text
    if kind == _FLAG:
        return text == "true"
    return text.replace(",", " ").split() if kind == _LIST else text
