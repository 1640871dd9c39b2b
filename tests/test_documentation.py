"""The documentation builds without a warning, its examples return what is printed, and its links and names exist."""

import doctest
import json
import re
import shlex
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from email.message import Message
from io import BytesIO
from pathlib import Path
from urllib.response import addinfourl

import pytest
from flask.testing import FlaskClient

import ludex.settings
from ludex.cli.main import main
from ludex.requests import bounds
from ludex.requests.problem_types import PROBLEM_TYPES
from ludex.settings import Settings
from tests.applications import application

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
SOURCES = ROOT / "schema" / "documentation"
PAGES = {
    page: page.read_text(encoding="utf-8") for page in (README, CONTRIBUTING, *sorted((ROOT / "schema").rglob("*.md")))
}

_HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
_CODE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
_INCLUDED = re.compile(r"^```\{include\} (\S+)$", re.MULTILINE)


def _blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGES[page], flags=re.DOTALL | re.MULTILINE)


def _console(page: Path) -> list[tuple[str, str]]:
    """Return (command, expected output) for each line that begins with `$` in a console block."""
    parts = [part for block in _blocks(page, "console") for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]
    return [(command, output) for command, _, output in (part.partition("\n") for part in parts)]


# An example that two pages show is tried once.
EXAMPLES = list(dict.fromkeys(example for page in PAGES for example in _console(page)))
SESSIONS = [page for page in PAGES if any(">>> " in block for block in _blocks(page, "python"))]


def _name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.fixture(scope="module")
def catalogue(starting_address: str) -> str:
    return starting_address


@pytest.fixture(scope="module")
def client(catalogue: str) -> Iterator[FlaskClient]:
    """A service with time enough to compile kernels while it computes."""
    with pytest.MonkeyPatch.context() as patch, application(Settings(database_url=catalogue)) as app:
        patch.setattr(bounds, "TIME_LIMIT_DEFAULT", 600.0)
        yield app.test_client()


class _Service(urllib.request.BaseHandler):
    """Answers what Python asks of a service, in place of one that listens."""

    def __init__(self, client: FlaskClient) -> None:
        self._client = client

    def http_open(self, request: urllib.request.Request) -> addinfourl:
        assert request.host == "127.0.0.1:8000"
        answer = self._client.get(request.selector)
        return addinfourl(BytesIO(answer.data), Message(), request.full_url, answer.status_code)


@pytest.fixture(scope="module")
def service(client: FlaskClient) -> Iterator[None]:
    opener = urllib.request.OpenerDirector()
    opener.add_handler(_Service(client))
    urllib.request.install_opener(opener)
    yield
    urllib.request.install_opener(urllib.request.build_opener())


@pytest.mark.parametrize(("command", "output"), [e for e in EXAMPLES if e[0].startswith("curl")])
def test_requests_answer_as_printed(client: FlaskClient, command: str, output: str) -> None:
    words = shlex.split(command)
    body = words[words.index("--json") + 1] if "--json" in words else None
    path = next(word for word in words if word.startswith("localhost:8000")).removeprefix("localhost:8000")
    answer = client.open(path, method="GET" if body is None else "POST", data=body, content_type="application/json")
    assert answer.get_json() == json.loads(output)


@pytest.mark.parametrize(("command", "output"), [e for e in EXAMPLES if e[0].startswith("ludex")])
def test_commands_answer_as_printed(
    catalogue: str,
    command: str,
    output: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    if " -o " in command:
        monkeypatch.chdir(tmp_path)  # others read files of the source tree
    monkeypatch.setenv("LUDEX_DATABASE_URL", catalogue)
    monkeypatch.setenv("COLUMNS", "120")
    with pytest.raises(SystemExit) as left:
        main(shlex.split(command)[1:])
    printed = capsys.readouterr()
    assert not left.value.code, printed.err
    assert [line.rstrip() for line in printed.out.splitlines()] == output.splitlines()


@pytest.mark.usefixtures("service")
@pytest.mark.parametrize("page", SESSIONS, ids=_name)
def test_python_answers_as_printed(catalogue: str, page: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    copy = tmp_path / "catalogue.sqlite"
    shutil.copyfile(catalogue.removeprefix("sqlite:///"), copy)
    monkeypatch.setenv("LUDEX_DATABASE_URL", f"sqlite:///{copy}")
    session = doctest.DocTestParser().get_doctest("\n".join(_blocks(page, "python")), {}, _name(page), None, None)
    said: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(session, out=said.append)
    assert result.failed == 0, "".join(said)


def test_every_example_is_tried() -> None:
    assert {command.split()[0] for command, _ in EXAMPLES} == {"curl", "ludex"}
    assert {command.split()[0] for command, _ in _console(README)} == {"curl", "ludex"}
    assert README in SESSIONS


def test_every_setting_is_documented() -> None:
    documented = ludex.settings.__doc__ or ""
    assert [name for name in Settings.model_fields if f"| `LUDEX_{name.upper()}` |" not in documented] == []


def test_every_problem_type_is_documented() -> None:
    sections = re.findall(
        r"^### ([a-z-]+)\n\nStatus (\d+)\. ", PAGES[SOURCES / "reference" / "errors.md"], flags=re.MULTILINE
    )
    assert sections == [(kind.name, str(kind.status)) for kind in PROBLEM_TYPES]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the folder of the built documentation."""
    folder = tmp_path_factory.mktemp("documentation")
    command = [sys.executable, "-m", "sphinx", "--fail-on-warning", "--keep-going", "--quiet", str(SOURCES)]
    build = subprocess.run([*command, str(folder)], capture_output=True, text=True, check=False)
    assert build.returncode == 0, build.stderr
    return folder


@pytest.mark.slow
def test_every_link_from_the_site_leads_to_a_built_page(built: Path) -> None:
    templates = (path.read_text(encoding="utf-8") for path in (ROOT / "service").rglob("*.html"))
    links = {link for text in templates for link in re.findall(r"learn.send_file', path='([^']*)'", text)}
    assert links
    for link in links:
        name, _, anchor = link.partition("#")
        page = built / (name or "index.html")
        assert page.is_file(), link
        assert not anchor or f'id="{anchor}"' in page.read_text(encoding="utf-8"), link


@pytest.mark.slow
def test_generated_pages_have_their_tables(built: Path) -> None:
    for page, text in (
        ("settings", ">LUDEX_STORING_QUOTA<"),
        ("commands", 'id="ludex-planarity-solve"'),
        ("python", 'id="ludex.Catalogue"'),
        ("http/swish", 'id="post-swish-solve"'),
        ("http/set", 'id="post-sets-solve"'),
        ("http/planarity", 'id="post-planarity-solve"'),
        ("http/catalogue", 'id="post-match"'),
        ("notation", ">planarity-census-class<"),
        ("cypher", "<h3>PlanarityCensusClass<"),
        ("sql", "<h3>planarity_census_classes<"),
    ):
        assert text in (built / "reference" / f"{page}.html").read_text(encoding="utf-8"), page


def _links(page: Path) -> list[tuple[Path, str]]:
    """Return (file, heading or nothing) for each link of a page that leads to no other site."""
    links = re.findall(r"\]\(([^)\s]+)\)", _CODE.sub("", PAGES[page]))
    parts = [link.partition("#") for link in links if "://" not in link]
    return [((page.parent / file).resolve() if file else page, heading) for file, _, heading in parts]


def _anchors(page: Path) -> set[str]:
    included = [(page.parent / name).resolve() for name in _INCLUDED.findall(PAGES[page])]
    headings = [heading for text in (page, *included) for heading in _HEADING.findall(_CODE.sub("", PAGES[text]))]
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_every_link_leads_to_a_file_and_its_heading(page: Path) -> None:
    for file, heading in _links(page):
        assert file.exists(), file
        assert not heading or heading in _anchors(file), (file, heading)


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_every_file_that_a_page_names_exists(page: Path) -> None:
    for name in re.findall(r"\b(?:scripts|schema|tests)/[\w./-]*\w", _CODE.sub("", PAGES[page])):
        assert (ROOT / name).exists(), name


def test_every_module_that_contributing_names_exists() -> None:
    modules = re.findall(r"`([a-z_]+/[a-z_/]+\.(?:py|html))`", PAGES[CONTRIBUTING])
    assert len(modules) > 10
    folders = (ROOT, ROOT / "service", ROOT / "service" / "ludex")
    assert [name for name in modules if not any((folder / name).is_file() for folder in folders)] == []
