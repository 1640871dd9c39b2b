"""Code that card games share: seeded deals, their statistics and plots, relations, requests, commands and pages."""

from ludex.engine.faults import Fault


class CardsFault(Fault):
    """Invalid cards. `card` is the index of the invalid card, or None."""

    def __init__(self, message: str, card: int | None = None) -> None:
        super().__init__(message, () if card is None else (card,))
        self.card = card

    def __str__(self) -> str:
        """Return the message, preceded by the index of the card."""
        return self.message if self.card is None else f"card {self.card}: {self.message}"
