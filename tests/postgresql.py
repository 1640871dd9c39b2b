"""PostgreSQL databases that tests take: new ones, copies, and ones that are emptied between tests."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import psycopg
from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url


@contextmanager
def administration(address: str) -> Iterator[Any]:
    """Yield what runs a statement outside transactions."""
    url = make_url(address).set(drivername="postgresql+psycopg")
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        yield lambda statement: connection.execute(text(statement))
    engine.dispose()


def address_of(server: str, database: str) -> str:
    """Return the address of a database."""
    return make_url(server).set(database=database).render_as_string(hide_password=False)


def new_database(server: str, name: str, template: str = "template1") -> str:
    """Make a database, a copy of a template, and return its address."""
    with administration(server) as run:
        run(f"CREATE DATABASE {name} TEMPLATE {template}")
    return address_of(server, name)


@contextmanager
def passing_database(server: str, template: str = "template1") -> Iterator[str]:
    """Yield the address of a new database, a copy of a template, and drop it after that."""
    name = f"test_{uuid4().hex}"
    yield new_database(server, name, template)
    with administration(server) as run:
        run(f"DROP DATABASE {name} WITH (FORCE)")


_EMPTY = """
DO $$ DECLARE one record; found boolean; BEGIN
    SET LOCAL session_replication_role = replica;
    FOR one IN SELECT nspname AS name FROM pg_namespace
               WHERE nspname NOT LIKE 'pg!_%' ESCAPE '!' AND nspname NOT IN ('public', 'information_schema') LOOP
        EXECUTE format('DROP SCHEMA %I CASCADE', one.name);
    END LOOP;
    FOR one IN SELECT tablename AS name FROM pg_tables
               WHERE schemaname = 'public' AND tablename NOT IN ('alembic_version', 'name_number') LOOP
        EXECUTE format('SELECT EXISTS (SELECT FROM %I)', one.name) INTO found;
        IF found THEN EXECUTE format('TRUNCATE %I RESTART IDENTITY CASCADE', one.name); END IF;
    END LOOP;
    FOR one IN SELECT sequencename AS name FROM pg_sequences WHERE schemaname = 'public' LOOP
        EXECUTE format('ALTER SEQUENCE %I RESTART', one.name);
    END LOOP;
END $$
"""

_FORM = """
SELECT md5(string_agg(said, ' ' ORDER BY said)) FROM (
    SELECT concat_ws(' ', attrelid::regclass, attname, atttypid, attnotnull, attisdropped) AS said
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid WHERE relnamespace = 'public'::regnamespace
    UNION ALL SELECT concat_ws(' ', conrelid::regclass, pg_get_constraintdef(oid)) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT concat_ws(' ', tgrelid::regclass, tgname)
    FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    WHERE NOT tgisinternal AND relnamespace = 'public'::regnamespace
) AS form
"""


class EmptyDatabases:
    """Databases that are emptied between tests: making one anew takes several times as long."""

    def __init__(self, server: str, template: str) -> None:
        self._server, self._template = server, template
        self._form = self._asked(template, _FORM)
        self._ready: list[str] = []

    @contextmanager
    def one(self) -> Iterator[str]:
        """Lend a database; one that a test has changed in its form is not lent again."""
        name = self._ready.pop() if self._ready else self._made()
        yield address_of(self._server, name)
        if self._asked(name, _FORM) == self._form:
            self._asked(name, _EMPTY)
            self._ready.append(name)

    def _made(self) -> str:
        name = f"test_{uuid4().hex}"
        new_database(self._server, name, self._template)
        return name

    def _asked(self, name: str, statement: str) -> object:
        with psycopg.connect(address_of(self._server, name), autocommit=True) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchone() if cursor.description else None
