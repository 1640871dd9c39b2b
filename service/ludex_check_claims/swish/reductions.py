"""Checks of positions that were created from a formula or a graph.

The cards are created again, and the problem is solved by brute force.
"""

from collections import Counter, defaultdict
from itertools import combinations, pairwise, product

from ludex_check_claims.swish.cards import Cards, configurations
from ludex_check_claims.verdicts import RECOMPUTED, Clock, Export, Json, NotChecked, require

MOST_VARIABLES = 18
"""The maximum number of variables of formulas for which all assignments are tried."""

Clause = tuple[int, ...]
Symbols = tuple[list[tuple[int, int]], list[tuple[int, int]]]
"""The points and circles of a card, as rows and columns counted from 1."""


def reduced_from(claim: Json, document: Json, export: Export) -> str:
    """Check that the cards of a position were created from the stated problem, and solve this problem again.

    If a claim states the size of the largest swish, this size must follow from the solution of the problem.
    """
    value, clock = claim["value"], Clock(export, 60)
    formula = value["problem"] == "max-sat"
    members = {"problem", "reductions", "optimum", *(("cnf",) if formula else ("vertices", "arcs"))}
    require(set(value) == members, "the value has missing or unexpected members")
    if formula:
        size, expected = _formula(value, document, clock)
    else:
        require(value["problem"] == "even-cycles" and value["reductions"] == ["even-cycles"], "the problem is unknown")
        size, expected = _digraph(value, document, clock)
    require(type(value["optimum"]) is int, "the optimum must be a number")
    for other in export.about(claim["subject"], "swish.largest-swish"):
        require(other["value"] == size, f"the largest swish must have {size} cards")
    if expected is None:
        raise NotChecked(f"the cards are correct, but formulas of more than {MOST_VARIABLES} variables are not solved")
    require(expected == value["optimum"], f"the optimum is {expected}")
    return RECOMPUTED


def _formula(value: Json, document: Json, clock: Clock) -> tuple[int, int | None]:
    variables, clauses = _read(value["cnf"])
    expected = _most_satisfied(variables, clauses, clock) if variables <= MOST_VARIABLES else None
    offset, reductions, most = 0, ["lemma-3"], value["optimum"]
    if not _is_two_three(clauses):
        variables, clauses, offset = _two_three(clauses)
        reductions = ["two-three-form", "lemma-3"]
    cards, board, factor = _lemma_3(variables, clauses), (max(variables, len(clauses)), 6), 4
    if "lemma-4" in value["reductions"]:
        cards, board, factor = *_lemma_4(cards, board), 16
        reductions.append("lemma-4")
    require(value["reductions"] == [*reductions, "theorem-1"], "the reductions are wrong")
    _require_cards(cards, board, 4, document)
    return factor * (3 * variables + offset + most), expected


def _digraph(value: Json, document: Json, clock: Clock) -> tuple[int, int]:
    n, arcs = value["vertices"], value["arcs"]
    fits = all(type(u) is type(v) is int and 0 <= u < n and 0 <= v < n and u != v for u, v in arcs)
    require(fits and len({(u, v) for u, v in arcs}) == len(arcs), "the arcs do not form a directed graph")
    cards: list[Symbols] = [([(v, 1)], [(v, 2)]) for v in range(1, n + 1)]
    cards += [([(u + 1, 2)], [(v + 1, 4)]) for u, v in arcs]
    _require_cards(cards, (2 * n, 4), 1, document)
    return 2 * value["optimum"], _most_covered(n, arcs, clock)


def _read(text: str) -> tuple[int, list[Clause]]:
    words = text.split()
    require(words[:2] == ["p", "cnf"], "the formula is not in the DIMACS CNF that Ludex writes")
    variables, clauses, clause = int(words[2]), [], []
    for literal in map(int, words[4:]):
        require(abs(literal) <= variables, "a literal refers to a variable that does not exist")
        clause.append(literal)
        if not literal:
            clauses.append(tuple(clause[:-1]))
            clause = []
    lines = [f"p cnf {variables} {len(clauses)}", *(" ".join(map(str, (*clause, 0))) for clause in clauses)]
    require(text == "\n".join(lines) + "\n", "the formula is not in the DIMACS CNF that Ludex writes")
    return variables, clauses


def _most_satisfied(variables: int, clauses: list[Clause], clock: Clock) -> int:
    best = 0
    for values in product((False, True), repeat=variables):
        clock.tick()
        satisfied = sum(any(values[abs(literal) - 1] == (literal > 0) for literal in clause) for clause in clauses)
        best = max(best, satisfied)
    return best


def _is_two_three(clauses: list[Clause]) -> bool:
    occurs = Counter(abs(literal) for clause in clauses for literal in clause)
    return all(len({abs(literal) for literal in clause}) == len(clause) == 2 for clause in clauses) and all(
        number <= 3 for number in occurs.values()
    )


def _two_three(source: list[Clause]) -> tuple[int, list[Clause], int]:
    """Convert a formula to the (2,3) form.

    Return the number of variables, the clauses, and the difference between the optima of the two formulas.
    """
    vertices = [(i, literal) for i, clause in enumerate(source) for literal in dict.fromkeys(clause)]
    pairs = [
        (u, v)
        for u, v in combinations(range(len(vertices)), 2)
        if vertices[u][0] == vertices[v][0] or vertices[u][1] == -vertices[v][1]
    ]
    degree = Counter(vertex for pair in pairs for vertex in pair)
    clauses: list[Clause] = []
    variables, room = 0, []
    for vertex in range(len(vertices)):
        chain = list(range(variables + 1, variables + 1 + max(1, degree[vertex])))
        variables = chain[-1] + 1
        clauses += [(chain[0], variables), (chain[0], -variables)]
        clauses += [(-before, after) for before, after in pairwise(chain)]
        room.append(iter([*chain[1:], chain[-1]]))
    clauses += [(-next(room[u]), -next(room[v])) for u, v in pairs]
    return variables, clauses, len(clauses) - len(vertices)


def _lemma_3(variables: int, clauses: list[Clause]) -> list[Symbols]:
    of = defaultdict(list)
    for j, clause in enumerate(clauses, start=1):
        for literal in clause:
            of[abs(literal)].append(j)
    cards: list[Symbols] = []
    for i in range(1, variables + 1):
        for column, literal in ((1, i), (2, -i)):
            cards.append(([(i, column)], [(i, 3)]))
            points = [(j, 4 + clauses[j - 1].index(literal)) for j in of[i] if literal in clauses[j - 1]]
            cards.append((points, [(i, column)]))
        cards += [([(i, 3)], [(j, 6) for j in some]) for n in range(len(of[i]) + 1) for some in combinations(of[i], n)]
    for j in range(1, len(clauses) + 1):
        cards += [([(j, 6)], [(j, 3 + place) for place in true]) for true in ((1,), (2,), (1, 2))]
    return cards


def _lemma_4(cards: list[Symbols], board: tuple[int, int]) -> tuple[list[Symbols], tuple[int, int]]:
    """Split each card into a group of four cards (Lemma 4), and return the cards and their board.

    The result depends on the order of the cards.
    """
    made: list[Symbols] = []
    for number, (points, circles) in enumerate(cards, start=1):
        row = board[0] + number
        symbols = [(cell, True) for cell in sorted(points)] + [(cell, False) for cell in sorted(circles)]
        for part in range(4):
            own = symbols[part : part + 1]
            own_points = [cell for cell, is_point in own if is_point] + [(row, part + 1)] * (part < 3)
            own_circles = [cell for cell, is_point in own if not is_point] + [(row, part)] * (part > 0)
            made.append((own_points, own_circles))
    return made, (board[0] + len(cards), max(board[1], 3))


def _require_cards(cards: list[Symbols], board: tuple[int, int], times: int, document: Json) -> None:
    """Require that the cards of a document are the given cards, with `times` copies of each card.

    If `times` is 4, the board of the document has twice as many rows and columns.
    """
    height, width = board if times == 1 else (2 * board[0], 2 * board[1] + (board[0] == board[1]))
    made: Counter[Json] = Counter()
    for points, circles in cards:
        marks = {**dict.fromkeys(points, "*"), **dict.fromkeys(circles, "o")}
        rows = ("".join(marks.get((r, c), ".") for c in range(1, width + 1)) for r in range(1, height + 1))
        made[configurations("/".join(rows), "rectangle")[0]] += times
    require(document.get("symmetry", "rectangle") == "rectangle", "the symmetry of the cards must be rectangle")
    require(Cards(document).copies == made, "the cards of the position differ from the constructed ones")


def _most_covered(vertices: int, arcs: list[list[int]], clock: Clock) -> int:
    """Return the maximum number of vertices that can be covered by disjoint directed cycles of even length.

    Each vertex is tried as the first vertex of a cycle.
    """
    after = defaultdict(list)
    for u, v in arcs:
        after[u].append(v)

    def best(first: int, used: int) -> int:
        while first < vertices and used >> first & 1:
            first += 1
        if first == vertices:
            return 0
        return max(best(first + 1, used), walk(first, first, used | 1 << first, 1))

    def walk(start: int, at: int, used: int, length: int) -> int:
        clock.tick()
        most = -1
        for v in after[at]:
            if v == start and length % 2 == 0:
                most = max(most, length + best(start + 1, used))
            elif v > start and not used >> v & 1:
                most = max(most, walk(start, v, used | 1 << v, length + 1))
        return most

    return best(0, 0)
