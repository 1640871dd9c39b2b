"""Requests that generate levels: with given properties, and to order, spread over bands of difficulty."""

from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from typing import Annotated, Any, Literal

from pydantic import Field
from pydantic_core import PydanticCustomError, core_schema

from ludex import operations as platform
from ludex.engine.faults import Fault
from ludex.engine.random_numbers import seed_or_random
from ludex.engine.workers import processors, spread
from ludex.games.planarity import operations
from ludex.games.planarity.making.generation import GenerationParameters
from ludex.games.planarity.making.point_sets import Method
from ludex.games.planarity.requests import bounds
from ludex.games.planarity.requests.points import ChosenSeed, Delta, MethodName, units_of
from ludex.games.planarity.study.level_orders import Distinct, LevelOrder
from ludex.requests.declaration import Given, TimeLimit, request
from ludex.requests.fields import Label, Option, RequestModel, ServiceBounds, SlugText, Title
from ludex.requests.inputs import known
from ludex.requests.results import Identified, Objects, OfKind
from ludex.requests.session import Session
from ludex.requests.stored_object import StoredObject

_LEVELS = "planarity/levels"
_MEASURING_SECONDS = 10.0
_SHORTFALL = (str | None, Field(description="Why there are fewer levels than requested; null otherwise."))
_MANY = 200
"""The smallest number of levels for which a command uses several processes. Starting them takes a second."""


def range_of(value: object) -> tuple[int, int]:
    """Parse a number or a range, such as `3..12`, into the least and the greatest value.

    >>> range_of("3..12"), range_of(7)
    ((3, 12), (7, 7))
    """
    if isinstance(value, int) and not isinstance(value, bool):
        return value, value
    least, dots, greatest = str(value).partition("..")
    ends = [least, greatest if dots else least]
    if not all(end.isascii() and end.isdecimal() and len(end) < 10 for end in ends) or int(ends[0]) > int(ends[1]):
        raise ValueError("should be a number or a range such as 3..12")
    return int(ends[0]), int(ends[1])


_PATTERN = r"^[0-9]{1,9}(\.\.[0-9]{1,9})?$"
_GRADE = 99


@dataclass(frozen=True, slots=True)
class RangeUpTo:
    """Marks a number or a range within bounds, such as `3..12`. Its value is the least and the greatest number."""

    most: int
    least: int = 0

    def __get_pydantic_core_schema__(self, _source: Any, _handler: Any) -> core_schema.CoreSchema:  # noqa: ANN401
        """Return a schema that parses the range."""
        return core_schema.no_info_plain_validator_function(self._read)

    def __get_pydantic_json_schema__(self, _schema: Any, _handler: Any) -> dict[str, Any]:  # noqa: ANN401
        """Describe both forms of the value in the OpenAPI document."""
        number = {"type": "integer", "minimum": self.least, "maximum": self.most}
        return {"anyOf": [number, {"type": "string", "pattern": _PATTERN}]}

    def _read(self, value: object) -> tuple[int, int]:
        found = range_of(value)
        if found[0] < self.least:
            raise PydanticCustomError("too_small", "Input should be at least {least}", {"least": self.least})
        if found[1] > self.most:
            raise PydanticCustomError("too_large", "Input should be at most {most}", {"most": self.most})
        return found


class OrderParameters(RequestModel):
    """The parameters of generated levels, which may be ranges, and how the levels are spread."""

    vertices: Annotated[Any, RangeUpTo(bounds.VERTICES, least=1), Option(("-n", "--n", "--vertices"), str)] = Field(
        description="Number of vertices, or a range such as 8..12."
    )
    edges: Annotated[Any, RangeUpTo(bounds.EDGES), Option(("-m", "--edges"), str)] = Field(
        description="Number of edges, or a range."
    )
    swaps: Annotated[Any, RangeUpTo(bounds.GENERATED_SWAPS), Option(("-s", "--swaps"), str)] = Field(
        description="Minimum number of swaps, which is proved, or a range."
    )
    delta: Delta = Field(default=Decimal("0.02"), json_schema_extra={"default": 0.02})
    flips: int = Field(default=3, ge=0, le=bounds.GENERATED_FLIPS, description="Number of random Lawson flips.")
    seed: ChosenSeed = None
    method: MethodName = Method.REJECTION
    grade: Annotated[Annotated[Any, RangeUpTo(_GRADE)] | None, Option(("--grade",), str)] = Field(
        default=None, description="Grade, or a range of grades."
    )
    spread: Literal["any", "even"] = Field(
        default="any",
        description="`even`: the same number of levels for each grade, or for each minimum if no grades are given.",
    )
    distinct: Annotated[Distinct, Field(strict=False)] = Field(
        default=Distinct.CLASSES, description="What is different for all levels: their classes, graphs or order types."
    )
    exclude_pack: Annotated[list[Label] | None, Option(("--exclude-pack",), lambda text: text.split(","))] = Field(
        default=None,
        max_length=100,
        description="Slugs of packs: no level is in the same sense equal to one of theirs. Commas separate several.",
    )

    def order(self, _session: Session | None = None) -> LevelOrder:
        """Return the order, with a random seed if none is given. Raises Fault."""
        delta, seed = units_of(self.delta, self.vertices[1]), seed_or_random(self.seed)
        is_even = self.spread == "even"
        sizes = (self.vertices, self.edges, self.swaps, self.grade)
        excluded = tuple(self.exclude_pack or ())
        order = LevelOrder(*sizes, is_even, self.distinct, delta, self.flips, seed, self.method, excluded)
        order.sizes()
        return order

    def read(self, _session: Session | None) -> GenerationParameters | LevelOrder:
        """Return the order, or the parameters if they have no ranges. Raises Fault."""
        ranges = (self.vertices, self.edges, self.swaps)
        if self.grade is not None or self.exclude_pack or self.distinct is not Distinct.CLASSES:
            return self.order()
        if any(least != greatest for least, greatest in ranges):
            return self.order()
        delta, seed = units_of(self.delta, self.vertices[0]), seed_or_random(self.seed)
        vertices, edges, swaps = (least for least, _ in ranges)
        return GenerationParameters(vertices, edges, swaps, delta, self.flips, seed, self.method)


@dataclass(frozen=True, slots=True)
class BuiltPack:
    """A pack of generated levels.

    Attributes
    ----------
    label
        Label of the pack.
    slug
        Slug of the pack.
    size
        Number of levels.
    seed
        Seed of the random numbers.
    shortfall
        Why there are fewer levels than requested, and which grades lack levels; null otherwise.
    """

    label: str
    slug: str
    size: int
    seed: int
    shortfall: str | None


def _remark(result: Objects, request: Any) -> str:  # noqa: ANN401 - the fields
    new, shortfall = sum(level.created for level in result.stored), result.members["shortfall"]
    stored = f", {new} new, {len(result.stored) - new} already stored" if request.store else ""
    return f"{len(result)} levels of seed {result.shown}{stored}{'' if shortfall is None else f'; {shortfall}'}"


@request(
    "POST /planarity/generate",
    command="planarity generate",
    subject=_LEVELS,
    writes="store",
    remark=_remark,
    fails=lambda result: not result,
    tool=True,
    example={"vertices": 8, "edges": 12, "swaps": 3, "delta": 0.02, "seed": 7, "count": 2},
)
def generate(
    catalogue: Session,
    parameters: Annotated[GenerationParameters | LevelOrder, Given(OrderParameters)],
    count: Annotated[int, Field(ge=1), ServiceBounds(bounds.GENERATED_LEVELS)] = 1,
    store: bool = False,
    *,
    time_limit: TimeLimit = None,
) -> Annotated[Objects, OfKind("planarity-level", "GeneratedLevels", {"shortfall": _SHORTFALL})]:
    """Generate levels with a given, proved minimum number of swaps.

    The same seed gives the same levels. With `store`, the levels are stored, and the status is 201 if any level is new.
    A level that was already stored is returned in its stored form, with `duplicate_of`. The effort is bounded:
    `shortfall` explains why there are fewer levels than requested, and which grades lack levels.

    Parameters
    ----------
    count
        Number of levels to generate, which belong to distinct classes.
    store
        Whether to store the levels.

    Examples
    --------
    >>> levels = catalogue.planarity.generate(vertices=6, edges=8, swaps=2, seed=7, store=True)
    >>> [level["min_swaps"] for level in levels], levels.created
    ([2], True)
    """
    if isinstance(parameters, LevelOrder):
        with catalogue.searching(time_limit) as budget, known(("exclude_pack",)):
            found = operations.levels.generate_to_order(catalogue.store, parameters, count, budget, stores=store)
        items = map(partial(StoredObject.of, catalogue), found.items, found.shown)
        return Objects(items, shown=parameters.seed, shortfall=found.shortfall)
    # A command measures the difficulty of its levels even if its search was interrupted.
    own_time = catalogue.bound(True) is None
    measuring = _MEASURING_SECONDS if own_time else None
    processes = processors() if own_time and count >= _MANY else 0
    with catalogue.searching(time_limit) as budget, spread(processes, budget) as apply:
        result = operations.levels.generate_levels(
            catalogue.destination, parameters, count, budget, measuring=measuring, spread=apply
        )
    items = map(partial(StoredObject.of, catalogue), result.items, result.shown)
    return Objects(items, shown=parameters.seed, shortfall=result.shortfall)


def _text_of_build(result: Identified[BuiltPack]) -> list[str]:
    built = result.value
    return [f"{built.slug}: {built.size} levels of seed {built.seed}", *([built.shortfall] if built.shortfall else [])]


@request(
    "POST /planarity/packs/build",
    command="planarity pack build SLUG",
    subject="planarity/packs",
    writes="store",
    text=_text_of_build,
    lacks={
        "tool": "packs are made by people and games",
        "job": "the job `planarity-pack-build` works in steps, without a time limit",
    },
    problems=(409,),
    example={
        "slug": "spread",
        "vertices": "6..9",
        "edges": "6..14",
        "swaps": "1..5",
        "grade": "3..12",
        "spread": "even",
        "count": 20,
        "seed": 7,
    },
)
def build_pack(
    catalogue: Session,
    slug: SlugText,
    order: Annotated[LevelOrder, Given(OrderParameters, method="order")],
    title: Title | None = None,
    count: Annotated[int, Field(ge=1), ServiceBounds(bounds.GENERATED_LEVELS)] = 20,
    *,
    time_limit: TimeLimit = None,
) -> Identified[BuiltPack]:
    """Generate levels to order, store them, and store a pack of them, sorted by grade.

    The same seed gives the same levels. The effort is bounded: `shortfall` states which grades lack levels. The job
    `planarity-pack-build` has no time limit. Returns 409 if the slug names another pack.

    Parameters
    ----------
    slug
        Unique name: lower-case letters and digits, in words joined by `-`.
    title
        Title. By default, it is the slug.
    count
        Number of levels.

    Examples
    --------
    >>> built = catalogue.planarity.build_pack("few", vertices="5..6", edges="6..8", swaps="1..2", count=3, seed=7)
    >>> built.value.size, built.value.shortfall
    (3, None)
    """
    if count > (most := platform.packs.MAX_PACK_LEVELS):
        raise Fault(f"a pack can have at most {most:,} levels", ("count",))
    with catalogue.searching(time_limit) as budget, known(("exclude_pack",)):
        found = operations.levels.generate_to_order(catalogue.store, order, count, budget)
    if not found.items:
        raise Fault(found.shortfall or "no level was found", ("count",))
    kind = catalogue.registry.kind["planarity-pack"]
    labels = [item.label for item in found.items]
    pack = platform.packs.create_pack(catalogue.store, kind, slug, title or slug, labels).stored
    built = BuiltPack(pack.label, slug, len(labels), order.seed, found.shortfall)
    return Identified(built, kind.name, pack.label, pack.created)
