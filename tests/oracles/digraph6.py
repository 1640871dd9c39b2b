"""digraph6 read bit by bit, as formats.txt of B. McKay describes it. Nothing here comes from ludex."""

import networkx


def read_digraph6(text: str) -> networkx.DiGraph:
    """Read a directed graph; its vertices are 0, 1, ..."""
    assert text[0] == "&"
    bits = "".join(f"{ord(character) - 63:06b}" for character in text[1:])
    for mark, start, length in (("1" * 12, 12, 36), ("1" * 6, 6, 18), ("", 0, 6)):
        if bits.startswith(mark):
            size, matrix = int(bits[start : start + length], 2), bits[start + length :]
            break
    assert len(matrix) == -(-size * size // 6) * 6
    assert "1" not in matrix[size * size :]
    graph = networkx.empty_graph(size, networkx.DiGraph)
    graph.add_edges_from(divmod(place, size) for place, bit in enumerate(matrix) if bit == "1")
    return graph
