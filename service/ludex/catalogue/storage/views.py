"""Read-only SQL views of a catalogue, for people and other programs: one view per kind, and views of all kinds.

The tables contain numbers in place of names, and texts in place of large integers. The views contain the names and
integers themselves. The views have the same names and columns on both databases. The statements that this module
returns must not change, because migrations depend on them.
"""

from collections.abc import Iterable

from sqlalchemy import Dialect

_LARGEST = "00199223372036854775807"
"""The largest integer of SQLite, in the catalogue's representation of natural numbers.

Views show the digits of larger numbers as text.
"""


def platform_views(dialect: Dialect) -> dict[str, str]:
    """Return the statements that create the views of the objects of all kinds, keyed by the name of the view."""
    return {
        "objects": _create(
            "objects",
            ["object.id", "object.label", "kind.name AS kind", "object.built_in"],
            ["node AS object", _named("kind", "kind", "object.kind")],
        ),
        "aliases": _create(
            "aliases",
            ["alias.slug", "kind.name AS kind", "alias.node AS object_id", "object.label AS object"],
            ["alias", _object("object", "alias.node"), _named("kind", "kind", "alias.kind")],
        ),
        "annotations": _create(
            "annotations",
            ["annotation.node AS object_id", "object.label AS object", "kind.name AS kind"]
            + [f"annotation.{column}" for column in ("title", "tags", "note", "data")],
            ["annotation", _object("object", "annotation.node"), _named("kind", "kind", "object.kind")],
        ),
        "tags": _create(
            "tags",
            ["tag.tag", "tag.node AS object_id", "object.label AS object", "kind.name AS kind"],
            ["tag", _object("object", "tag.node"), _named("kind", "kind", "object.kind")],
        ),
        "links": _create(
            "links",
            [
                "link.source AS source_id",
                "source.label AS source",
                "source_kind.name AS source_kind",
                "relation.name AS relation",
                "relation.inverse",
                "link.target AS target_id",
                "target.label AS target",
                "target_kind.name AS target_kind",
                "link.place",
                "link.detail",
            ],
            [
                "link",
                _named("relation", "relation", "link.relation"),
                _object("source", "link.source"),
                _named("source_kind", "kind", "source.kind"),
                _object("target", "link.target"),
                _named("target_kind", "kind", "target.kind"),
            ],
        ),
        "claims": _create(
            "claims",
            [
                "claim.id",
                "claim.subject AS subject_id",
                "subject.label AS subject",
                "subject_kind.name AS subject_kind",
                "statement.name AS statement",
                "claim.parameters",
                f"{_integer_of_json('claim.value', dialect)} AS value",
                "claim.value AS value_json",
                f"{_integer_of_natural('claim.lower', dialect)} AS lower",
                f"{_integer_of_natural('claim.upper', dialect)} AS upper",
                "claim.proved",
                "claim.evidence",
                "claim.engine",
                "claim.search_nodes",
                "claim.seconds",
                "claim.checked",
                "claim.checked_by",
            ],
            [
                "claim",
                _named("statement", "statement", "claim.statement"),
                _object("subject", "claim.subject"),
                _named("subject_kind", "kind", "subject.kind"),
            ],
        ),
    }


def kind_view(view: str, table: str, facts: str, dialect: Dialect) -> str:
    """Return the statement that creates the view of a kind.

    The view contains the id, the label and the facts of each object.

    A fact that refers to another object has two columns: one for the label of that object, and one for its id. The name
    of the column for the id ends with `_id`.

    Parameters
    ----------
    view, table : str
        The names of the view and the fact table.
    facts : str
        The name and type of each fact, in the form that :func:`ludex.catalogue.storage.tables.create_facts_table`
        accepts.
    dialect : Dialect
        The dialect of the database.

    Raises
    ------
    ValueError
        If two columns have the same name.
    """
    quote = dialect.identifier_preparer.quote
    columns, joined = {"id": "facts.node AS id", "label": "object.label"}, []
    for fact in facts.split():
        name, _, type_name = fact.partition(":")
        column = f"facts.{quote(name)}"
        if type_name == "node":
            found = {name: f"to_{name}.label AS {quote(name)}", f"{name}_id": f"{column} AS {quote(f'{name}_id')}"}
            joined.append(_object(f"to_{name}", column))
        elif type_name.rstrip("?") == "natural":
            found = {name: f"{_integer_of_natural(column, dialect)} AS {quote(name)}"}
        else:
            found = {name: column}
        if both := columns.keys() & found.keys():
            raise ValueError(f"the view {view} would have two columns {', '.join(sorted(both))}; rename the fact")
        columns |= found
    return _create(view, columns.values(), [f"{table} AS facts", _object("object", "facts.node"), *joined])


def _create(view: str, columns: Iterable[str], joined: Iterable[str]) -> str:
    """Return the statement that creates a view.

    All joins are outer joins by unique columns. If a query reads no column of a joined table, both databases omit the
    join. SQLite does this only if the query does not aggregate.
    """
    chosen, tables = ",\n    ".join(columns), "\n    LEFT JOIN ".join(joined)
    return f"CREATE VIEW {view} AS\nSELECT\n    {chosen}\nFROM {tables}"


def _object(alias: str, number: str) -> str:
    return f"node AS {alias} ON {alias}.id = {number}"


def _named(alias: str, category: str, number: str) -> str:
    return f"name_number AS {alias} ON {alias}.category = '{category}' AND {alias}.number = {number}"


def _integer_of_natural(column: str, dialect: Dialect) -> str:
    """Return an SQL expression for the number in a :class:`ludex.catalogue.storage.tables.Natural`.

    It skips the four digits that state the length.
    """
    digits = f"substr({column}, 5)"
    if dialect.name == "postgresql":
        return f"CAST({digits} AS numeric)"
    return f"CASE WHEN {column} <= '{_LARGEST}' THEN CAST({digits} AS INTEGER) ELSE {digits} END"


def _integer_of_json(column: str, dialect: Dialect) -> str:
    """Return an SQL expression for a JSON text: its number if the text is an integer, and NULL otherwise."""
    if dialect.name == "postgresql":
        return f"CASE WHEN {column} ~ '^-?[0-9]+$' THEN CAST({column} AS numeric) END"
    is_integer = f"{column} GLOB '*[0-9]' AND ltrim({column}, '-') NOT GLOB '*[^0-9]*'"
    is_small = f"printf('%04d', length({column})) || {column} <= '{_LARGEST}'"
    return f"CASE WHEN {is_integer} THEN CASE WHEN {is_small} THEN CAST({column} AS INTEGER) ELSE {column} END END"
