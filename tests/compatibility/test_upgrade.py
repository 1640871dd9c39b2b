"""A catalogue of an earlier version is upgraded in place while it is read, and an earlier version refuses it then."""

import json
import shutil
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from sqlalchemy import text

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.registry import registry_of
from ludex.catalogue.storage import migrations
from ludex.catalogue.storage.database_errors import DatabaseError
from ludex.cli.main import main
from ludex.games import games, part
from ludex.games.kinds import GAMES

FIRST = """
from ludex.catalogue.storage.tables import create_facts_table, create_kind_view
revision = {head!r}
down_revision = None
branch_labels = ("planarity",)
depends_on = "ludex"
def upgrade():
    for table, view, facts in {tables!r}:
        create_facts_table(table, facts)
        create_kind_view(view, table, facts)
"""
NEXT = """
import sqlalchemy
from alembic import op
revision = "planarity_0002_colour"
down_revision = {head!r}
def upgrade():
    op.add_column("planarity_graph", sqlalchemy.Column("colour", sqlalchemy.Integer))
    op.execute("UPDATE planarity_graph SET colour = vertices + 1")
def downgrade():
    op.drop_column("planarity_graph", "colour")
"""
COLOURS = text("SELECT count(*) FROM planarity_graph WHERE colour = vertices + 1")


@pytest.fixture
def newer(tmp_path, monkeypatch):
    """Give a function that makes this program the next version, with another migration, or itself again."""
    [game] = [game for game in games() if game.name == "planarity"]
    kinds = part(game, "kinds")
    registry, head = registry_of((kinds,)), migrations.first_revision("planarity", kinds)
    folder = tmp_path / "next"
    folder.mkdir()
    tables = [(kind.table_name, kind.view_name, registry.fact_columns(kind)) for kind in kinds.kinds]
    (folder / "planarity_0001.py").write_text(FIRST.format(head=head, tables=tables))
    (folder / "planarity_0002.py").write_text(NEXT.format(head=head))
    own = migrations.version_folders()

    def become(is_newer):
        folders = (*own, folder) if is_newer else own
        monkeypatch.setattr(migrations, "version_folders", lambda: folders)

    return become


def ludex(capsys, *words):
    """Run a command, and return its exit code, output and errors."""
    with pytest.raises(SystemExit) as left:
        main(list(words))
    ran = capsys.readouterr()
    return left.value.code or 0, ran.out, ran.err


def labels(url):
    catalogue = Catalogue(url, GAMES, make=False)
    try:
        with catalogue.reading() as reader:
            return sorted(reader.connection.scalars(text("SELECT label FROM node")))
    finally:
        catalogue.close()


def test_an_upgrade_keeps_every_object_while_a_reader_reads(lend_starting, newer, monkeypatch, capsys):
    with lend_starting() as url:
        monkeypatch.setenv("LUDEX_DATABASE_URL", url)
        before, ended = labels(url), Event()

        def read():
            numbers = []
            while not (ended.is_set() and numbers):
                numbers.append(len(labels(url)))
            return set(numbers)

        with ThreadPoolExecutor(1) as pool:
            reading = pool.submit(read)
            newer(True)
            code, out, err = ludex(capsys, "db", "upgrade", "--json")
            ended.set()
            assert (code, reading.result(60)) == (0, {len(before)}), err
        assert labels(url) == before
        catalogue = Catalogue(url, GAMES, make=False)
        with catalogue.reading() as reader:
            assert reader.connection.scalar(COLOURS) == sum("-graph-" in label for label in before) > 500
        catalogue.close()
        backup = json.loads(out)["backup"]
        assert (backup is None) == url.startswith("postgresql")
        assert json.loads(ludex(capsys, "db", "upgrade", "--json")[1])["backup"] is None

        # The earlier version refuses the upgraded catalogue in one line.
        newer(False)
        for words in (["db", "status"], ["list", "planarity-level"], ["serve", "--port", "0"], ["db", "upgrade"]):
            code, out, err = ludex(capsys, *words)
            assert code in (1, 2) and "planarity_0002_colour, which Ludex" in out + err
            assert "ludex db restore BACKUP --replace" in out + err
        if backup is not None:
            assert ludex(capsys, "db", "restore", backup, "--replace")[0] == 0
            assert ludex(capsys, "db", "status")[0] == 0
            assert labels(url) == before


def test_without_space_for_a_backup_nothing_is_upgraded(sqlite_template, newer, tmp_path, monkeypatch, capsys):
    file = tmp_path / "catalogue.sqlite"
    shutil.copyfile(sqlite_template, file)
    monkeypatch.setenv("LUDEX_DATABASE_URL", f"sqlite:///{file}")
    newer(True)
    usage = shutil._ntuple_diskusage(10**9, 10**9 - 5, 5)
    with monkeypatch.context() as full:
        full.setattr("ludex.cli.commands.database.shutil.disk_usage", lambda _folder: usage)
        code, _, err = ludex(capsys, "db", "upgrade")
        assert code == 2 and err.count("\n") == 1
        assert f"need {2 * file.stat().st_size:,} bytes, and 5 are free" in err
        assert not list(tmp_path.glob("*.before-*"))
        assert ludex(capsys, "db", "upgrade", "--no-backup")[0] == 0
    empty = Catalogue(f"sqlite:///{tmp_path}/empty.sqlite", GAMES)
    empty.upgrade()
    migrations.require_current(empty.database)
    newer(False)
    with pytest.raises(DatabaseError, match="newer version"):
        migrations.require_current(Catalogue(f"sqlite:///{file}", GAMES, make=False).database)
