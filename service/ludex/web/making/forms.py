"""Forms that start jobs: levels generated, a drawing solved, largest no-swish sets, caps; one declaration each."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import request
from werkzeug.wrappers import Response

from ludex.catalogue.registry import Registry
from ludex.engine.faults import Fault
from ludex.engine.random_numbers import chosen_seed
from ludex.jobs.store import TooManyJobs
from ludex.jobs.submission import InvalidArguments, find_operation, start_job, validate_arguments
from ludex.requests.planarity.sources import drawing_of_text
from ludex.web.addresses import job_address
from ludex.web.given import MOST_CHARACTERS
from ludex.web.making.fields import arguments_of, fields_of
from ludex.web.making.preview import preview
from ludex.web.page import Page, Site

Values = Mapping[str, str]
_RECENT = 5


def _nothing(_values: Values) -> dict[str, Any]:
    return {}


@dataclass(frozen=True, slots=True)
class Form:
    """A form that starts a job: where it is, what it is called, the operation, its fields, and those folded away.

    `example` stands in it at first. `kind` is what it makes: without it in the catalogue there is no form. `text` is
    what a text of its own is, and `read` makes arguments of it. `shows` makes a preview of what is asked for.
    """

    name: str
    title: str
    about: str
    kind: str
    operation: str
    fields: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    example: Values | None = None
    text: str = ""
    read: Callable[[Values], dict[str, Any]] = _nothing
    shows: Callable[[Any, Site], Mapping[str, Any]] | None = None

    @property
    def address(self) -> str:
        """Return the address of its page."""
        return f"/make/{self.name}"

    def arguments(self, values: Values) -> dict[str, Any]:
        """Return what a visitor wrote as arguments of the operation. Raises Fault."""
        operation = find_operation(self.operation)
        return arguments_of(operation, (*self.fields, *self.more), values) | self.read(values)


def _drawing(values: Values) -> dict[str, Any]:
    text = values.get("text", "").strip()
    if not text:
        raise Fault("is missing: paste a drawing in any notation", ("text",))
    if len(text) > MOST_CHARACTERS:
        raise Fault(f"{len(text):,} characters; at most {MOST_CHARACTERS:,} are read here", ("text",))
    try:
        return drawing_of_text(text)
    except RecursionError:
        raise Fault("nested too deeply", ("text",)) from None
    except ValueError as error:
        raise Fault(str(error), ("text",)) from None


FORMS = (
    Form(
        "levels",
        "Generate levels",
        "Levels of Swap Planarity with the size and the proved minimum that you ask for, as many as you like.",
        "planarity-level",
        "planarity-generate",
        ("vertices", "edges", "swaps", "count"),
        ("delta", "flips", "seed", "method"),
        {"vertices": "8", "edges": "12", "swaps": "3", "count": "20"},
        shows=preview,
    ),
    Form(
        "drawing",
        "Solve a drawing",
        "The fewest swaps that make a drawing plane, proved, however long it takes. It is stored as a level.",
        "planarity-level",
        "planarity-add",
        text="A drawing: JSON, graph6, Untangle's description, or the label of a stored one.",
        read=_drawing,
    ),
    Form(
        "no-swish",
        "Largest no-swish set",
        "The most cards of a deck of SWISH, or of any cards, without a swish among them, with its proof.",
        "swish-no-swish-set",
        "swish-no-swish",
        ("deck", "cards"),
        ("symmetry", "all"),
        {"deck": "swish-36"},
    ),
    Form(
        "caps",
        "Largest cap",
        "The most cards of a deck of SET, or of any cards, without a set among them, with its proof.",
        "set-cap",
        "sets-caps-largest",
        ("properties", "values"),
        ("cards",),
        {"properties": "4", "values": "3"},
    ),
    Form(
        "cap-counts",
        "Numbers of caps",
        "How many caps of each size a deck of SET has, and how many up to symmetry.",
        "set-cap",
        "sets-caps-count",
        ("properties", "values", "up_to"),
        example={"properties": "3", "values": "3"},
    ),
)


def pages(registry: Registry) -> Iterable[Page]:
    """Return the page of all that can be made, and a page for each form of the catalogue's games."""
    forms = [form for form in FORMS if form.kind in registry.kind]
    yield Page("/make", partial(_all, forms), "make/all.html", title="Make", entry="Make")
    for form in forms:
        yield Page(
            form.address,
            partial(_form, form),
            "make/form.html",
            title=form.title,
            section="/make",
            computes=form.shows is not None,
            methods=("GET", "POST"),
        )


def _all(forms: Iterable[Form], site: Site) -> Mapping[str, Any]:
    recent = site.jobs.page(limit=_RECENT)
    return {
        "forms": [{"address": one.address, "name": one.title, "about": one.about} for one in forms],
        "packs": any(one.kind == "planarity-level" for one in forms),
        "jobs": recent.items,
        "job_address": job_address,
        "stores": site.stores,
    }


def _form(form: Form, site: Site) -> Mapping[str, Any] | Response:
    """Show a form, a preview of what it asks for, or start its job and lead there."""
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
            if form.shows is not None:
                # Without a seed of one's own one is chosen now: so the job begins with the levels of the preview.
                values["seed"] = values.get("seed") or str(chosen_seed(None))
                shown = form.shows(validate_arguments(find_operation(form.operation), form.arguments(values)), site)
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
    """Start the job of a form, and lead to its page; what it stores is the visitor's.

    Raises Fault, InvalidArguments, TooManyJobs.
    """
    site.storing()
    key = site.access.key()
    made = start_job(site.jobs, form.operation, form.arguments(values), owner=None if key is None else key.owner)
    return Response(status=303, headers={"Location": job_address(made.id)})


def _field(place: tuple[str | int, ...], names: tuple[str, ...]) -> str:
    """Return the field that a fault belongs to; of a text all faults do, of what is in no field none."""
    found = next((str(one) for one in place if one in names), "")
    return found or ("text" if "text" in names else "")


def _within(place: tuple[str | int, ...], said: str) -> str:
    """Return what is wrong, with the place within a list."""
    inner = [str(one) for one in place if isinstance(one, int)]
    return f"{'/'.join(inner)}: {said}" if inner else said
