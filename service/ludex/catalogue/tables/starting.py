"""The table that tells which starting catalogues a catalogue has been filled with."""

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from ludex.catalogue.tables.base import Base


class StartingCatalogueRow(Base):
    """The versions of the starting catalogue that this catalogue has been filled with."""

    __tablename__ = "starting_catalogue"

    version: Mapped[str] = mapped_column(String, primary_key=True)
