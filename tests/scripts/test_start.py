"""The script that serves a catalogue, with commands in place of those that it runs."""

import signal
import subprocess
import time
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[2] / "scripts"

# It writes its process id to the file that the name of its command selects, and `serve` and `compile` do not end.
LUDEX = """#!/bin/sh
echo $$ > "{folder}/$1"
case $1 in serve|compile) exec sleep 600 ;; esac
"""


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Return a folder with the script, and with an environment of commands that only write their process ids."""
    scripts, commands = tmp_path / "scripts", tmp_path / ".venv" / "bin"
    for folder in (scripts, commands, tmp_path / "service" / "ludex" / "docs"):
        folder.mkdir(parents=True)
    (tmp_path / "service" / "ludex" / "docs" / "index.html").touch()
    (scripts / "start").write_text((SCRIPTS / "start").read_text())
    (scripts / "environment.sh").write_text("environment=.venv\nprepare_environment() { :; }\n")
    for name, text in (("ludex", LUDEX.format(folder=tmp_path)), ("python", "#!/bin/sh\n")):
        (commands / name).write_text(text)
        (commands / name).chmod(0o755)
    return tmp_path


def _process(file: Path) -> int:
    while not (file.exists() and file.read_text().strip()):
        time.sleep(0.05)
    return int(file.read_text())


def _runs(process: int) -> bool:
    state = Path(f"/proc/{process}/stat")
    return state.exists() and state.read_text().rpartition(")")[2].split()[0] != "Z"


@pytest.mark.parametrize("shell", ["sh", "bash"])
@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGKILL])
def test_the_compilation_ends_with_the_service(clone: Path, shell: str, sent: signal.Signals) -> None:
    with subprocess.Popen([shell, "scripts/start"], cwd=clone, stderr=subprocess.DEVNULL) as started:
        compiling = _process(clone / "compile")
        assert _process(clone / "serve") == started.pid
        assert _runs(compiling)
        started.send_signal(sent)
        assert started.wait() == -sent
        while _runs(compiling):
            time.sleep(0.05)
    assert not (clone / ".venv" / "compiled.stamp").exists()  # the next start compiles again
