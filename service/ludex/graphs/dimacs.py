r"""Directed graphs in the DIMACS format of shortest paths: `p sp VERTICES ARCS`, then `a FROM TO 1` for each arc.

The format numbers vertices from 1; the functions number them from 0. Lines that begin with `c` are comments.
"""

from collections.abc import Sequence

from ludex.engine.faults import Fault

Arc = tuple[int, int]


def write_digraph(vertices: int, arcs: Sequence[Arc]) -> str:
    r"""Return a directed graph with a number of `vertices` and these `arcs` as DIMACS text.

    >>> write_digraph(2, [(0, 1)])
    'p sp 2 1\na 1 2 1\n'
    """
    return "\n".join([f"p sp {vertices} {len(arcs)}", *(f"a {u + 1} {v + 1} 1" for u, v in arcs)]) + "\n"


def read_digraph(text: str) -> tuple[int, list[Arc]]:
    r"""Return the number of vertices and the arcs in a DIMACS `text`. Raises Fault, which names the invalid line.

    >>> read_digraph("c two vertices\np sp 2 1\na 1 2 1\n")
    (2, [(0, 1)])
    """
    vertices: int | None = None
    arcs: list[Arc] = []
    for number, line in enumerate(text.splitlines(), start=1):
        match line.split():
            case [] | ["c", *_]:
                continue
            case ["p", "sp", size, _] if vertices is None and size.isdecimal():
                vertices = int(size)
            case ["a", u, v, _] if vertices is not None and u.isdecimal() and v.isdecimal():
                arcs.append((int(u) - 1, int(v) - 1))
            case _:
                raise Fault(f"line {number}: not 'p sp VERTICES ARCS' and then 'a FROM TO 1', but {line[:40]!r}")
    if vertices is None:
        raise Fault("no header: a directed graph begins with a line 'p sp VERTICES ARCS'")
    return vertices, arcs
