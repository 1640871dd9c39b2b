"""The docstrings of the public classes of `ludex` are complete, and `help` shows a short signature."""

import inspect
import re

import pytest

import ludex

CLASSES = (ludex.Catalogue, ludex.Jobs, ludex.Listing, ludex.StoredObject)
METHODS = [
    (owner.__name__, name, method)
    for owner in CLASSES
    for name, method in inspect.getmembers(owner, inspect.isfunction)
    if not name.startswith("_")
    and method.__module__.startswith("ludex.")
    and method.__module__ != "ludex.requests.session"  # for requests, not for programs
]


def _section(about: str, title: str) -> str:
    """Return the text of a section of a docstring, empty if it has no such section."""
    found = re.search(rf"\n{title}\n-+\n(.*?)(?=\n\n\w[\w ]*\n-+\n|\Z)", about, re.DOTALL)
    return found[1] if found else ""


@pytest.mark.parametrize(("owner", "name", "method"), METHODS)
def test_a_method_documents_its_parameters_and_its_result(owner: str, name: str, method: object) -> None:
    about = inspect.getdoc(method) or ""
    signature = inspect.signature(method)  # type: ignore[arg-type]
    lines = [line for line in _section(about, "Parameters").splitlines() if not line.startswith(" ")]
    documented = [name.strip().lstrip("*") for line in lines for name in line.partition(" :")[0].split(",")]
    assert documented == [parameter for parameter in signature.parameters if parameter not in ("self", "catalogue")]
    returns = signature.return_annotation not in (None, "None")
    assert bool(_section(about, "Returns") or _section(about, "Yields")) == returns


@pytest.mark.parametrize(("owner", "name", "method"), [method for method in METHODS if method[0] == "Catalogue"])
def test_a_method_of_a_catalogue_has_an_example(owner: str, name: str, method: object) -> None:
    assert ">>> " in _section(inspect.getdoc(method) or "", "Examples")


@pytest.mark.parametrize(("owner", "name", "method"), METHODS)
def test_an_error_that_is_documented_has_a_public_name(owner: str, name: str, method: object) -> None:
    lines = _section(inspect.getdoc(method) or "", "Raises").splitlines()
    for error in (error.strip() for line in lines if not line.startswith(" ") for error in line.split(",")):
        found = getattr(ludex, error, None) or getattr(__import__("builtins"), error, None)
        assert isinstance(found, type) and issubclass(found, Exception), error


@pytest.mark.parametrize("owner", [ludex.Catalogue, ludex.Jobs])
def test_a_signature_fits_in_a_line(owner: type) -> None:
    assert len(f"{owner.__name__}{inspect.signature(owner)}") <= 130


def test_every_public_name_can_be_imported() -> None:
    for name in ludex.__all__:
        assert inspect.getdoc(getattr(ludex, name)), name
