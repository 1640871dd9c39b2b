"""The search for a canonical order: the best leaf of the tree that schema/canonical-forms.md defines.

The caller defines the nodes, the vertices that can be chosen at each node, and how leaves are compared. If two leaves
have the same trace and the same form, an automorphism maps one leaf to the other. A branch is skipped if a known
automorphism maps it to a branch that has already been searched.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ludex_check_claims.verdicts import Clock


class Tree(NamedTuple):
    """A tree of vertex choices.

    `cell(node)` lists the vertices that can be chosen at a node, and is empty at a leaf. `child(node, v)` returns the
    addition to the trace when v is chosen, and the next node. `form(node)` is the form by which leaves are compared,
    and `order(node)` lists the vertices of a leaf in canonical order.
    """

    root: Any
    cell: Callable[[Any], Sequence[int]]
    child: Callable[[Any, int], tuple[Any, Any]]
    form: Callable[[Any], Any]
    order: Callable[[Any], Sequence[int]]


class Best(NamedTuple):
    """The best leaf: the vertices in canonical order, the form, and generators of the automorphism group."""

    order: Sequence[int]
    form: Any
    automorphisms: list[dict[int, int]]


def best_leaf(tree: Tree, clock: Clock) -> Best:
    """Return the leaf with the greatest trace. If several leaves have this trace, return one with the least form.

    Traces are compared choice by choice.
    """
    trace: list[Any] = []  # the trace of the best leaf, or of the current path to it
    best: list[Any] = []  # the order, form and choices of the best leaf
    automorphisms: list[dict[int, int]] = []

    def visit(node: Any, chosen: list[int]) -> int:  # noqa: ANN401
        """Search below a node. Return how many of the choices to keep when the search goes back."""
        clock.tick()
        depth, cell = len(chosen), tree.cell(node)
        if not cell:
            order, form = tree.order(node), tree.form(node)
            if best and form == best[1]:
                automorphisms.append({a: b for a, b in zip(best[0], order, strict=True) if a != b})
                return next((i for i, (a, b) in enumerate(zip(chosen, best[2], strict=True)) if a != b), depth - 1)
            if not best or form < best[1]:
                best[:] = [order, form, list(chosen)]
            return depth - 1
        tried: set[int] = set()
        for v in sorted(cell):
            if v in reached(
                tried, [automorphism for automorphism in automorphisms if not any(u in automorphism for u in chosen)]
            ):
                continue
            tried.add(v)
            added, below = tree.child(node, v)
            if depth < len(trace) and added < trace[depth]:
                continue
            if depth < len(trace) and added > trace[depth]:
                del trace[depth:], best[:]
            if depth == len(trace):
                trace.append(added)
            keep = visit(below, [*chosen, v])
            if keep < depth:
                return keep
        return depth - 1

    visit(tree.root, [])
    return Best(best[0], best[1], automorphisms)


def reached(vertices: set[int], permutations: list[dict[int, int]]) -> set[int]:
    """Return the vertices that can be reached from the given vertices by applying the permutations repeatedly.

    The dictionary of a permutation omits its fixed points.
    """
    found, new = set(vertices), list(vertices)
    while new:
        v = new.pop()
        images = {permutation.get(v, v) for permutation in permutations} - found
        found |= images
        new += images
    return found
