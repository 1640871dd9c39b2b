"""Forms that start jobs, from the declarations of the games."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import request
from werkzeug.wrappers import Response

from ludex.engine.faults import Fault
from ludex.engine.random_numbers import seed_or_random
from ludex.jobs.store import TooManyJobs
from ludex.jobs.submission import InvalidArguments, find_operation, start_job, validate_arguments
from ludex.web.making.fields import arguments_of, fields_of
from ludex.web.page import Page, Site
from ludex.web.site.addresses import job_address

Values = Mapping[str, str]
MAKE = "/make"
_RECENT = 5


@dataclass(frozen=True, slots=True)
class Form:
    """A form that starts a job: its name in addresses, its title, the operation, its fields, and those under "More".

    `example` are its initial values. `text` describes a field of text named `text_title`, which `read` turns into
    arguments. `preview(arguments, site)` returns the context of `preview_template`.
    """

    name: str
    title: str
    about: str
    operation: str
    fields: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    example: Values | None = None
    text: str = ""
    text_title: str = ""
    read: Callable[[Values], dict[str, Any]] = lambda _values: {}
    preview: Callable[[Any, Site], Mapping[str, Any]] | None = None
    preview_template: str = ""

    @property
    def address(self) -> str:
        """Return the address of its page."""
        return f"{MAKE}/{self.name}"

    def arguments(self, values: Values) -> dict[str, Any]:
        """Return the values of the form as arguments of the operation. Raises Fault."""
        operation = find_operation(self.operation)
        return arguments_of(operation, (*self.fields, *self.more), values) | self.read(values)


def pages(site: Site) -> Iterable[Page]:
    """Return the page of all forms, and a page for each form of the games."""
    yield Page(MAKE, _all, "make/all.html", title="Make", entry="Make")
    for form in (form for game in site.games for form in game.forms):
        yield Page(
            form.address,
            partial(_form, form),
            "make/form.html",
            title=form.title,
            section=MAKE,
            computes=form.preview is not None,
            methods=("GET", "POST"),
        )


def _all(site: Site) -> Mapping[str, Any]:
    return {
        "forms": [
            {"address": form.address, "name": form.title, "about": form.about}
            for game in site.games
            for form in game.forms
        ],
        "sections": [game.making for game in site.games if game.making],
        "jobs": site.jobs.page(limit=_RECENT).items,
        "job_address": job_address,
        "stores": site.stores,
    }


def _form(form: Form, site: Site) -> Mapping[str, Any] | Response:
    """Show a form, or its preview, or start its job and redirect there."""
    sent = request.form if request.method == "POST" else request.args
    names = (*form.fields, *form.more, *(("text",) if form.text else ()))
    values = {name: sent[name].strip() for name in names if name in sent}
    asks = request.method == "POST" or "preview" in sent
    if not sent:
        values = dict(form.example or {})
    faults: dict[str, str] = {}
    shown: Mapping[str, Any] = {}
    if asks:
        try:
            if request.method == "POST":
                return _started(form, site, values)
            if form.preview is not None:
                # Choose a seed now if there is none, so that the job starts with the results of the preview.
                values["seed"] = values.get("seed") or str(seed_or_random(None))
                shown = form.preview(validate_arguments(find_operation(form.operation), form.arguments(values)), site)
        except InvalidArguments as error:
            for place, said in error.faults:
                faults.setdefault(_field(place, names), _within(place, said))
        except Fault as error:
            faults[_field(error.place, names)] = error.message
        except TooManyJobs as error:
            faults[""] = str(error)
    operation = find_operation(form.operation)
    return {
        "form": form,
        "fields": list(fields_of(operation, form.fields, values, faults)),
        "more": list(fields_of(operation, form.more, values, faults)),
        "text": values.get("text", ""),
        "text_fault": faults.get("text", "") if form.text else "",
        "fault": faults.get("", ""),
        "stores": site.stores,
        "command": f"ludex jobs start {form.operation}",
        "shown": shown,
    }


def _started(form: Form, site: Site, values: Values) -> Response:
    """Start the job of a form, and redirect to its page; the visitor owns its results.

    Raises Fault, InvalidArguments, TooManyJobs.
    """
    site.storing()
    key = site.access.key()
    job = start_job(site.jobs, form.operation, form.arguments(values), owner=None if key is None else key.owner)
    return Response(status=303, headers={"Location": job_address(job.id)})


def _field(place: tuple[str | int, ...], names: tuple[str, ...]) -> str:
    """Return the field that a fault belongs to: the text if there is one and no other field has the name, else none."""
    found = next((str(one) for one in place if one in names), "")
    return found or ("text" if "text" in names else "")


def _within(place: tuple[str | int, ...], said: str) -> str:
    """Return the message of a fault, with the position within a list."""
    inner = [str(one) for one in place if isinstance(one, int)]
    return f"{'/'.join(inner)}: {said}" if inner else said
