"""Nothing in the package of the site names a game: its code, its templates, its modules; examples in docstrings may."""

import ast
import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from ludex.games.kinds import GAMES
from ludex.games.pages import PAGES

_WEB = Path(str(resources.files("ludex.web")))
_NAMES = {
    *(name for game in PAGES for name in (game.name, game.title)),
    *(one.name for game in GAMES for one in (*game.kinds, *game.statements)),
}
_NAMED = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in sorted(_NAMES, key=len, reverse=True)))
_FILES = sorted(one for one in _WEB.rglob("*") if one.suffix in (".py", ".html", ".js", ".css"))


def _literals(text: str) -> Iterator[str]:
    """Yield the string literals of a module that are not statements, as docstrings are."""
    tree = ast.parse(text)
    statements = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in statements:
            yield node.value


def _code(file: Path) -> str:
    """Return what of a file is not documentation."""
    text = file.read_text("utf-8")
    if file.suffix == ".py":
        return "\n".join(_literals(text))
    return re.sub(r"\{#.*?#\}|/\*.*?\*/|^\s*//[^\n]*", "", text, flags=re.DOTALL | re.MULTILINE)


def test_no_file_of_the_site_names_a_game() -> None:
    assert _FILES
    assert [(file.name, found) for file in _FILES for found in _NAMED.findall(_code(file))] == []
