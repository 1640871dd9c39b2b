"""Text formats of sequences: the b-file and the internal format of the OEIS."""

import textwrap
import unicodedata
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludex.catalogue.exact_results.reading import SequenceTerms

MAX_DATA_CHARACTERS = 260
"""The approximate length, in characters, of the terms that the OEIS shows. A b-file contains more terms."""

_MAX_LINE_CHARACTERS = 80
_PLACEHOLDER = "A000000"


def b_file(sequence: "SequenceTerms") -> str:
    """Return the b-file. Each line contains the index and the value of a term."""
    lines = [f"# {sequence.name}: {sequence.title}", *(f"{index} {term}" for index, term in sequence.indexed)]
    return "".join(f"{line}\n" for line in lines)


def shown_terms(sequence: "SequenceTerms") -> list[int]:
    """Return the first terms, as many as the OEIS shows."""
    terms: list[int] = []
    characters = 0
    for term in sequence.terms:
        characters += len(str(term)) + 2
        if terms and characters > MAX_DATA_CHARACTERS:
            break
        terms.append(term)
    return terms


def oeis_text(sequence: "SequenceTerms") -> str:
    """Return a sequence in the internal format of the OEIS.

    The A-number is A000000 if the sequence is not known to be in the OEIS.
    """
    number = sequence.oeis or _PLACEHOLDER
    return "".join(_ascii(f"%{tag} {number} {text}".rstrip()) + "\n" for tag, text in _fields(sequence))


def _ascii(text: str) -> str:
    """Return a text without accents, because the format is ASCII."""
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()


def _fields(sequence: "SequenceTerms") -> Iterator[tuple[str, str]]:
    yield "I", ""
    terms = ", ".join(map(str, shown_terms(sequence)))
    lines = textwrap.wrap(terms, _MAX_LINE_CHARACTERS, break_long_words=False)
    yield from zip("STU", filter(None, (*lines[:2], " ".join(lines[2:]))), strict=False)
    yield "N", sequence.definition
    yield "C", f"Terms and proofs: Ludex, sequence {sequence.name}. {sequence.proof}"
    if sequence.oeis_note:
        yield "C", sequence.oeis_note
    for reference in sequence.references:
        yield "D", reference
    if sequence.formula is not None:
        yield "F", sequence.formula
    if sequence.conjecture is not None:
        yield "F", sequence.conjecture.statement
    if sequence.next_command is not None:
        yield "o", f"(Ludex) {sequence.next_command}"
    yield "K", ",".join(sequence.keywords)
    # The second number is the index, counting from 1, of the first term whose absolute value exceeds 1.
    place = next((place for place, term in enumerate(sequence.terms, start=1) if abs(term) > 1), 1)
    yield "O", f"{sequence.offset},{place}"
