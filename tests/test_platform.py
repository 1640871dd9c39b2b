"""The platform names no game and nothing of card games: what it needs to know of a game is declared by the game.

The folder `card_games` is not part of the platform, but of the games that use it. It names none of them.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from ludex.catalogue.kinds.registry import Registry
from ludex.games import games
from ludex.games.kinds import GAMES

SERVICE = Path(__file__).parents[1] / "service"
PLATFORM = [
    *(
        file
        for file in (SERVICE / "ludex").glob("**/*.py")
        if "games" not in file.parent.parts and file.parent != SERVICE / "ludex"
    ),
    *(SERVICE / "ludex_check_claims").glob("*.py"),
]
WEB_FILES = [file for file in (SERVICE / "ludex" / "web").glob("**/*") if file.suffix in (".css", ".html", ".js")]
REGISTRY = Registry(GAMES)
NAMES = {*(game.name for game in games()), *(kind.name for kind in REGISTRY.kinds), *REGISTRY.statement}
CARD_GAMES = SERVICE / "ludex" / "card_games"
TOOLKIT = re.compile(r"\bcard_games\b")
NAMED = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, sorted(NAMES)))})(?![\w-])", re.IGNORECASE)


def words_of(file: Path) -> Iterator[tuple[int, str]]:
    """Yield the imports and the strings of a file with their lines, without docstrings."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    statements = [node for node in ast.walk(tree) if isinstance(node, ast.Expr)]
    docstrings = {id(node.value) for node in statements if isinstance(node.value, ast.Constant)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.lineno, node.value


def found_in(files: list[Path], pattern: re.Pattern[str]) -> list[tuple[str, int, str]]:
    """Return the imports and strings of modules in which a pattern is found, each with its module and line."""
    assert files
    return [
        (file.relative_to(SERVICE).as_posix(), line, word)
        for file in files
        for line, word in words_of(file)
        if pattern.search(word)
    ]


def test_no_module_of_the_platform_imports_or_names_a_game() -> None:
    assert found_in(PLATFORM, NAMED) == []


def test_no_module_of_the_platform_uses_card_games() -> None:
    assert found_in([file for file in PLATFORM if CARD_GAMES not in file.parents], TOOLKIT) == []


def test_no_file_of_the_site_uses_card_games() -> None:
    assert WEB_FILES
    assert [file for file in WEB_FILES if TOOLKIT.search(file.read_text(encoding="utf-8"))] == []


def test_the_names_of_games_kinds_and_statements_are_found() -> None:
    for word in ("ludex.games.planarity.points", "planarity-level", "of SETS", "swish.largest-swish"):
        assert NAMED.search(word)
    for word in ("planar", "sets_of", "set-", "offsets"):
        assert not NAMED.search(word)
