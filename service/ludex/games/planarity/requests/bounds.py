"""The bounds on the parameters of Swap Planarity requests. The request models enforce these bounds."""

from ludex.games.planarity.drawing import MAX_DECIMALS, MAX_EDGES, MAX_VERTICES
from ludex.games.planarity.identity.invariants import MAX_CROSSING_PAIRS
from ludex.games.planarity.making.generation import MAX_FLIPS, MAX_SWAPS
from ludex.games.planarity.reductions.binary_programs import MAX_PROGRAM_SWAPS, MAX_PROGRAM_VERTICES
from ludex.games.planarity.reductions.one_in_three import MAX_CLAUSES, MAX_VARIABLES
from ludex.requests.bounds import OBJECT_CHARACTERS, Bound, one_to

VERTICES = MAX_VERTICES
EDGES = MAX_EDGES
COORDINATE_CHARACTERS = 64
DEDUP_DRAWINGS = 1000
DEDUP_VERTICES = 32_768
DRAWN_SWAPS = 200
GENERATED_LEVELS = 100
HINT_SWAPS = 1000
GENERATED_SWAPS = MAX_SWAPS
GENERATED_FLIPS = MAX_FLIPS
REDUCTION_CLAUSES = MAX_CLAUSES
REDUCTION_SWAPS = 2000
REDUCTION_VARIABLES = MAX_VARIABLES
UNTANGLE_CHARACTERS = 16_384
# longer than the text of the largest graph that is read, so that the error for larger graphs states their size
GRAPH6_CHARACTERS = OBJECT_CHARACTERS

BOUNDS: tuple[Bound, ...] = (
    Bound("vertices", "a drawing, a point set", f"1 to {VERTICES}"),
    Bound("edges", "a drawing", f"at most {EDGES:,}"),
    Bound("coordinates", "a drawing, a point set", "-2^30 to 2^30, after scaling to integers"),
    Bound("text of a coordinate", "`points`", f"{COORDINATE_CHARACTERS} characters, {MAX_DECIMALS} decimals"),
    Bound("crossing pairs listed", "`/planarity/invariants`", f"{MAX_CROSSING_PAIRS:,}"),
    Bound(
        "drawings", "`/planarity/levels/dedup`", f"1 to {DEDUP_DRAWINGS:,}, with {DEDUP_VERTICES:,} vertices in total"
    ),
    Bound("levels generated", "`count`", one_to(GENERATED_LEVELS, 1)),
    Bound("swaps of a generated level", "`swaps`", f"0 to {GENERATED_SWAPS}"),
    Bound("edge flips of a generated level", "`flips`", f"0 to {GENERATED_FLIPS:,}"),
    Bound("delta", "`delta`", "0 to 1, a multiple of 0.0001"),
    Bound("previous swaps", "`/planarity/hint`", f"at most {HINT_SWAPS:,}"),
    Bound("swaps of a picture", "`/planarity/pictures`, a picture of a solution", f"{DRAWN_SWAPS}"),
    Bound(
        "a formula",
        "`/planarity/reductions/one-in-three`",
        f"1 to {MAX_CLAUSES} clauses, {MAX_VARIABLES} variables, {REDUCTION_SWAPS:,} swaps",
    ),
    Bound(
        "a program",
        "`/planarity/reductions/program`",
        f"{MAX_PROGRAM_VERTICES} vertices, {MAX_PROGRAM_SWAPS} swaps, 2,000,000 literals",
    ),
    Bound("text of an Untangle description", "`/planarity/untangle`", f"{UNTANGLE_CHARACTERS:,} characters"),
)
