"""The notation of a text is recognized by its characters and length, so that graph6 is never taken for JSON."""

import string

import networkx
import pytest

from ludex.engine.notation import (
    MAX_GRAPH6_VERTICES,
    Notation,
    graph6_size,
    is_json,
    members_of_json,
    notation_of,
    without_header,
)


def graph6(vertices: int) -> str:
    """Return the graph6 text of a random graph, which networkx writes."""
    graph = networkx.gnp_random_graph(vertices, 0.5, seed=vertices)
    return networkx.to_graph6_bytes(graph, header=False).decode().strip()


def test_graph6_of_every_size_is_recognized_and_no_other_length_is() -> None:
    first = set()
    for vertices in range(1, MAX_GRAPH6_VERTICES + 1):
        text = graph6(vertices)
        first.add(text[0])
        assert notation_of(text) is notation_of(f"\ufeff>>graph6<<{text}\n") is Notation.GRAPH6
        assert graph6_size(text) == (vertices, 1 if vertices < 63 else 4)
        assert Notation.GRAPH6 not in (notation_of(text + "?"), notation_of(text + "\n?"))
        assert vertices == 1 or notation_of(text[:-1] + " ") is not Notation.GRAPH6
    # Those of 28 and of 60 vertices begin as lists and as objects do.
    assert {"[", "{", "~"} < first
    assert graph6_size("") == (0, 0)
    assert graph6_size("~") == (0, 4)
    assert graph6_size("~A@B") == (2 * 64**2 + 64 + 3, 4)


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        (graph6(MAX_GRAPH6_VERTICES + 1), Notation.GRAPH6),
        ("", Notation.OTHER),
        ("~", Notation.OTHER),
        ("swish-36", Notation.OTHER),
        ("B\x7f", Notation.OTHER),
        ("B>", Notation.OTHER),
        ("?", Notation.GRAPH6),
        ("~??~", Notation.OTHER),
        (":Fa@x^", Notation.SPARSE6),
        (">>sparse6<<:Fa@x^", Notation.SPARSE6),
        (";Fa@x^", Notation.INCREMENTAL_SPARSE6),
        (">>digraph6<<&DI?AO?", Notation.DIGRAPH6),
        ("&DI?AO ", Notation.DIGRAPH6),
        ("&DI AO?", Notation.OTHER),
        (">>planar_code<<\x03", Notation.PLANAR_CODE),
        (">>edge_code<<", Notation.PLANAR_CODE),
        ("{", Notation.JSON),
        ("[1, 2]", Notation.JSON),
        ('\ufeff {"a": 1}', Notation.JSON),
        ('"a"', Notation.OTHER),
    ],
)
def test_a_text_has_one_notation(text: str, notation: Notation) -> None:
    assert notation_of(text) is notation
    assert is_json(text) is (notation is Notation.JSON)


def test_only_one_header_is_removed() -> None:
    assert without_header(" >>graph6<<>>graph6<<Bg\n") == ">>graph6<<Bg"
    assert without_header("a>>graph6<<") == "a>>graph6<<"
    assert {notation_of(letter) for letter in string.ascii_letters} == {Notation.OTHER}


def test_members_of_json_are_those_that_are_named() -> None:
    assert members_of_json('{"a": 1, "b": [2], "c": 3}', "b", "a", "d") == {"b": [2], "a": 1}
    assert members_of_json("Bg", "a") is None
    for text, message in (("[1]", "not a JSON object"), ("{", "column")):
        with pytest.raises(ValueError, match=message):
            members_of_json(text, "a")
