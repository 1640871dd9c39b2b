"""The structure of the package: which module imports which."""

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "service" / "ludex"


def _modules() -> dict[str, Path]:
    """Return the modules of the package by their names."""
    found = {}
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


def _imports(nodes: Iterable[ast.AST], path: Path) -> Iterator[str]:
    """Yield the imported modules and names of those nodes of a module that are imports."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}, line {node.lineno}: a relative import"
            yield from (f"{node.module}.{name.name}" for name in node.names)


def _modules_of(names: Iterable[str], modules: dict[str, Path]) -> set[str]:
    """Return the modules of the package among imports, of `from a import b` `a.b` if that is one, else `a`."""
    return {name if name in modules else name.rpartition(".")[0] for name in names} & modules.keys()


def _imported_modules(path: Path, modules: dict[str, Path]) -> set[str]:
    """Return the modules of the package that a module imports anywhere: in functions and under TYPE_CHECKING too."""
    return _modules_of(_imports(ast.walk(_tree(path)), path), modules)


def test_no_modules_import_each_other() -> None:
    modules = _modules()
    graph = {name: _imported_modules(path, modules) - {name} for name, path in modules.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        raise AssertionError(f"modules import each other: {' <- '.join(error.args[1])}") from None


def test_no_module_that_the_service_imports_at_once_imports_dbos() -> None:
    modules = _modules()
    # The modules of the games are imported by the names of their parts.
    found, waiting = set(), {"ludex.app", *(name for name in modules if name.startswith("ludex.games."))}
    while waiting:
        found.add(name := waiting.pop())
        names = list(_imports(_tree(modules[name]).body, modules[name]))
        assert not [one for one in names if one.partition(".")[0] == "dbos"], f"{name} imports DBOS at its top"
        packages = {name.rpartition(".")[0]} & modules.keys()
        waiting |= (_modules_of(names, modules) | packages) - found
    assert {"ludex.jobs.store", "ludex.web.mounting"} <= found


def test_only_one_module_splits_text_into_lines() -> None:
    # `str.splitlines` also splits at characters that may occur in a name, such as U+2028.
    for path in (PACKAGE.parent).rglob("*.py"):
        called = {node.attr for node in ast.walk(_tree(path)) if isinstance(node, ast.Attribute)}
        assert "splitlines" not in called, f"{path} calls splitlines; ludex.engine.text_lines has split_lines"


def test_only_one_module_decides_whether_a_text_is_json() -> None:
    # The graph6 texts of 28 and 60 vertices begin with brackets, too.
    for name, path in _modules().items():
        if name == "ludex.engine.notation":
            continue
        for node in ast.walk(_tree(path)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "startswith":
                tested = {one.value for one in ast.walk(node) if isinstance(one, ast.Constant)}
                assert not tested & {"{", "{[", "[{"}, f"{path}, line {node.lineno}: use ludex.engine.notation"
