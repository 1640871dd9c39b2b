"""What every table shares: names of constraints, ids, keys and labels, references, and integers of any size."""

from typing import Any

from sqlalchemy import JSON, BigInteger, Dialect, ForeignKey, Integer, LargeBinary, MetaData, String, TypeDecorator
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from ludex.engine.keys import KEY_BYTES

Id = BigInteger().with_variant(Integer, "sqlite")
Json = JSON(none_as_null=True)

MAX_DIGITS = 4000
"""Of a number that a table holds: Python reads no longer texts as numbers. See :class:`Natural`."""

_LENGTH_DIGITS = 4


class Base(DeclarativeBase):
    """The parent of every table; it names the constraints, so that migrations can name them too."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class Keyed:
    """A stored object: the order in which it came, its content key and its permanent label."""

    id: Mapped[int] = mapped_column(Id, primary_key=True, sort_order=-9)
    key: Mapped[bytes] = mapped_column(LargeBinary(KEY_BYTES), unique=True, sort_order=-8)
    label: Mapped[str] = mapped_column(String, unique=True, sort_order=-7)


class Natural(TypeDecorator[int]):
    """A natural number of any size, as text that sorts as the numbers do: four digits that say how many follow.

    3,628,800 is "00073628800". A negative number stands before all others; it is never stored.

    >>> Natural().process_bind_param(3_628_800, None), Natural().process_result_value("00073628800", None)
    ('00073628800', 3628800)
    """

    impl = String
    cache_ok = True

    @property
    def python_type(self) -> type[Any]:
        """Return the type of the values."""
        return int

    def process_bind_param(self, value: int | None, dialect: Dialect | None) -> str | None:
        """Return the text of a number."""
        del dialect
        if value is None or value < 0:
            return None if value is None else ""
        digits = str(value)
        return f"{len(digits):0{_LENGTH_DIGITS}}{digits}"

    def process_result_value(self, value: str | None, dialect: Dialect | None) -> int | None:
        """Return the number of a text."""
        del dialect
        if not value:
            return None if value is None else -1
        return int(value[_LENGTH_DIGITS:])


def owned(column: str) -> ForeignKey:
    """Return a reference to the object that the row goes with."""
    return ForeignKey(column, ondelete="CASCADE")


def shared(column: str) -> ForeignKey:
    """Return a reference to an object that stays while a row refers to it."""
    return ForeignKey(column, ondelete="RESTRICT")
