"""What the games export for Python is documented: what a function takes and returns, its source, and an example."""

import inspect

import pytest

from ludex import planarity, sets, swish

PACKAGES = (swish, sets, planarity, swish.reductions, planarity.reductions)
EXPORTED = [(package.__name__, name, getattr(package, name)) for package in PACKAGES for name in package.__all__]
FUNCTIONS = [one for one in EXPORTED if inspect.isfunction(one[2])]


@pytest.mark.parametrize(("package", "name", "exported"), EXPORTED)
def test_what_is_exported_cites_its_source_and_has_an_example(package, name, exported):
    about = inspect.getdoc(exported)
    assert "References\n----------\n" in about
    assert ">>> " in about


@pytest.mark.parametrize(("package", "name", "function"), FUNCTIONS)
def test_an_exported_function_says_what_it_takes_and_returns(package, name, function):
    takes, _, returns = inspect.getdoc(function).partition("\n\nReturns\n-------\n")
    described = takes.partition("\n\nParameters\n----------\n")[2].splitlines()
    names = [one for line in described if not line.startswith(" ") for one in line.partition(" :")[0].split(", ")]
    assert names == list(inspect.signature(function).parameters)
    assert returns
