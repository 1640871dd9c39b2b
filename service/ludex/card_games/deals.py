"""The probability that a deal of n cards contains nothing to find, by an exact count or from samples, and its plots."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from xml.etree.ElementTree import Element

from ludex.engine.proportion import Estimate
from ludex.pictures.charts import HEIGHT, MAX_POINTS, WIDTH, Axes, decades, format_power, frame, legend, share_ticks
from ludex.pictures.svg import PictureTooLarge, caption, document, element, number, orbit_colour


@dataclass(frozen=True, slots=True)
class Share:
    """The share of deals that contain no swish, or no set.

    If `exact` is true, all `denominator` deals were counted, and `numerator` of them contain nothing. Otherwise, the
    share is estimated from `samples` deals with the seed `seed`. In that case, `low` and `high` are the ends of the
    95 % Wilson interval of the share.
    """

    numerator: int
    denominator: int
    probability: float
    exact: bool
    samples: int | None
    seed: int | None
    low: float | None
    high: float | None

    def statistic(self, n: int) -> "DealStatistic":
        """Return the share of deals of `n` cards as a statistic."""
        sample = self.samples or 0, self.seed or 0, self.low, self.high
        return DealStatistic(n, self.numerator, self.denominator, self.exact, *sample)


@dataclass(frozen=True, slots=True)
class DealStatistic:
    """The number of deals of n cards that contain no swish, or no set: `numerator` out of `denominator` deals.

    If `exact` is true, the denominator is the number of all deals, C(deck, n). Otherwise, the denominator is the number
    of `samples`, which are dealt with the seed `seed`. In that case, `low` and `high` are the ends of the 95 % Wilson
    interval of the probability.
    """

    n: int
    numerator: int
    denominator: int
    exact: bool
    samples: int = 0
    seed: int = 0
    low: float | None = None
    high: float | None = None

    @property
    def probability(self) -> Fraction:
        """Return the share of deals that contain nothing to find."""
        return Fraction(self.numerator, self.denominator)

    @property
    def share(self) -> Share:
        """Return the share of deals that contain nothing to find, in the form of responses."""
        samples, seed = (None, None) if self.exact else (self.samples, self.seed)
        probability = float(self.probability)
        return Share(self.numerator, self.denominator, probability, self.exact, samples, seed, self.low, self.high)

    @classmethod
    def from_count(cls, n: int, numerator: int, cards: int) -> "DealStatistic":
        """Return the exact statistic of `n` cards from a deck of `cards`: `numerator` deals contain nothing to find.

        >>> DealStatistic.from_count(2, 1, 3).probability
        Fraction(1, 3)
        """
        return cls(n, numerator, comb(cards, n), exact=True)

    @classmethod
    def from_sample(cls, n: int, estimate: Estimate, seed: int) -> "DealStatistic":
        """Return the statistic for deals of `n` cards that is estimated from a sample with the seed `seed`."""
        return cls(n, estimate.hits, estimate.samples, False, estimate.samples, seed, estimate.low, estimate.high)

    @property
    def parameters(self) -> dict[str, int]:
        """Return the parameters of a claim about these deals: n and, for a sample, the sample size and the seed."""
        return {"n": self.n} if self.exact else {"n": self.n, "samples": self.samples, "seed": self.seed}

    @property
    def value(self) -> dict[str, int | float | None]:
        """Return the value of a claim about these deals: numerator, denominator and, for a sample, the interval."""
        share: dict[str, int | float | None] = {"numerator": self.numerator, "denominator": self.denominator}
        return share if self.exact else share | {"low": self.low, "high": self.high}

    @classmethod
    def from_claim(
        cls, parameters: object, value: object, cards: int | None = None, proved: bool | None = None
    ) -> "DealStatistic":
        """Return the statistic stated by the `parameters` and the `value` of a claim.

        If `cards` is given, the deck of the statistic must have this number of cards. If `proved` is True, the
        statistic must be exact. If `proved` is False, it must be an estimate from a sample. Raises ValueError if the
        claim does not state such a statistic.

        >>> statistic = DealStatistic.from_count(2, 1, 3)
        >>> DealStatistic.from_claim(statistic.parameters, statistic.value) == statistic
        True
        """
        if not (isinstance(parameters, dict) and isinstance(value, dict)):
            raise ValueError("a statistic of deals must have n, numerator and denominator")
        exact = "samples" not in parameters
        named = {"n"} if exact else {"n", "samples", "seed"}
        stated = {"numerator", "denominator"} if exact else {"numerator", "denominator", "low", "high"}
        if set(parameters) != named or set(value) != stated:
            raise ValueError(
                f"a statistic of deals must have {', '.join(sorted(named))} and {', '.join(sorted(stated))}"
            )
        for name, member in (parameters | value).items():
            if type(member) is not int and not (name in ("low", "high") and type(member) is float):
                raise ValueError(f"{name} is not a valid number: {member!r}")
        statistic = cls(exact=exact, **parameters, **value)
        if (fault := range_fault(statistic, cards)) is not None:
            raise ValueError(fault)
        if proved is not None and proved != exact:
            raise ValueError("a statistic of deals must be proved if and only if it is exact")
        return statistic


def range_fault(statistic: DealStatistic, cards: int | None = None) -> str | None:
    """Return a description of the first invalid number of a `statistic`, or None if it is valid.

    If `cards` is given, the deck of the statistic must have this number of cards.
    """
    if not 0 <= statistic.numerator <= statistic.denominator or statistic.denominator == 0:
        return f"{statistic.numerator} of {statistic.denominator} is not a share between 0 and 1"
    if cards is not None and not 1 <= statistic.n <= cards:
        return f"cannot deal {statistic.n} cards from a deck of {cards}"
    if statistic.exact:
        if statistic.samples or statistic.low is not None or statistic.high is not None:
            return "an exact statistic must not have a sample or an interval"
        if cards is not None and statistic.denominator != comb(cards, statistic.n):
            return f"the number of deals of {statistic.n} of {cards} cards is {comb(cards, statistic.n)}"
        return None
    if statistic.samples != statistic.denominator or statistic.low is None or statistic.high is None:
        return "a sample must have its size as the denominator, and an interval"
    if not 0.0 <= statistic.low <= statistic.numerator / statistic.denominator <= statistic.high <= 1.0:
        return "the interval does not contain the estimate"
    return None


def best_for_each_n(statistics: Iterable[DealStatistic]) -> list[DealStatistic]:
    """Return the best of the `statistics` for each n, in ascending order by n.

    An exact statistic is better than an estimate. Among estimates, the best is the first of those with the most
    samples.
    """
    best: dict[int, DealStatistic] = {}
    for statistic in sorted(statistics, key=lambda statistic: (statistic.n, not statistic.exact, -statistic.samples)):
        best.setdefault(statistic.n, statistic)
    return list(best.values())


@dataclass(frozen=True, slots=True)
class DealPoint:
    """The `probability` that a deal of `cards` cards has the property.

    If the probability is estimated from samples, `low` and `high` are the ends of its confidence interval. If the
    probability is exact, `low` and `high` are None.
    """

    cards: int
    probability: float
    low: float | None = None
    high: float | None = None

    def __post_init__(self) -> None:
        if (self.low is None) != (self.high is None):
            raise ValueError("an interval must have both ends or none")
        if not all(0.0 <= p <= 1.0 for p in (self.probability, self.low, self.high) if p is not None):
            raise ValueError("a probability must be from 0 to 1")


@dataclass(frozen=True, slots=True)
class DealSeries:
    """The points for a deck, in ascending order by number of cards."""

    name: str
    points: tuple[DealPoint, ...]

    @classmethod
    def of(cls, name: str, statistics: Iterable["DealStatistic"]) -> "DealSeries":
        """Return the series of the deck with this `name` from its `statistics`, in ascending order of n."""
        return cls(
            name,
            tuple(
                DealPoint(statistic.n, float(statistic.probability), statistic.low, statistic.high)
                for statistic in statistics
            ),
        )


def _mark(point: DealPoint, axes: Axes, colour: str) -> list[Element]:
    """Draw a point: a filled disc for an exact probability, or a hollow disc with an interval for an estimate."""
    x = axes.x(point.cards)
    text = f"{point.cards} cards: {point.probability:.6g}"
    fill = colour
    parts = []
    if point.low is not None and point.high is not None:
        text += f" ({point.low:.3g} to {point.high:.3g})"
        fill = "#ffffff"
        d = f"M{number(x - 4)} {number(axes.y(point.high))}h8m-4 0V{number(axes.y(point.low))}m-4 0h8"
        parts.append(element("path", class_="interval", d=d, fill="none", stroke=colour, stroke_width=1.5))
    if axes.shows(point.probability):
        kind = "exact" if point.low is None else "sampled"
        y = axes.y(point.probability)
        disc = element("circle", class_=kind, cx=x, cy=y, r=4, fill=fill, stroke=colour, stroke_width=1.8)
        disc.append(element("title", text=text))
        parts.append(disc)
    return parts


def _line(series: DealSeries, axes: Axes, colour: str) -> Element:
    """Draw the line through the exact points."""
    shown = [p for p in series.points if p.low is None and axes.shows(p.probability)]
    d = "L".join(f"{number(axes.x(p.cards))} {number(axes.y(p.probability))}" for p in shown)
    return element("path", d=f"M{d}" if d else "", fill="none", stroke=colour, stroke_width=1.8, stroke_opacity=0.55)


def svg_deal_plot(series: Sequence[DealSeries], log: bool, title: str, event: str) -> str:
    """Return a plot of the probability of `event` against the number of cards dealt, with one colour per deck.

    Each element of `series` contains the points of one deck. Exact points are filled and joined by a line. Estimated
    points are hollow and have confidence intervals. If `log` is true, the probability axis is logarithmic, and points
    with probability 0 are omitted. Raises ValueError if there are no points, and PictureTooLarge if there are more than
    MAX_POINTS.
    """
    points = [point for deck in series for point in deck.points]
    if not points:
        raise ValueError("a plot needs points")
    least, most = min(p.cards for p in points), max(p.cards for p in points)
    if max(len(points), most - least + 1) > MAX_POINTS:
        raise PictureTooLarge(
            f"{max(len(points), most - least + 1)} points given; a plot can have at most {MAX_POINTS}"
        )
    if log:
        exponents = decades(min((p.probability for p in points if p.probability > 0), default=0.1))
        ticks = [(10.0**e, format_power(e)) for e in exponents]
        axes = Axes(least, most, lowest=exponents[-1])
    else:
        shares = share_ticks(max(max(p.probability, p.high or 0.0) for p in points))
        ticks = [(share, f"{share:g}") for share in shares]
        axes = Axes(least, most, top=shares[-1])
    parts = frame(axes, ticks, "cards dealt", f"probability of {event}")
    for place, deck in enumerate(series):
        parts.append(_line(deck, axes, orbit_colour(place)))
        parts += [part for point in deck.points for part in _mark(point, axes, orbit_colour(place))]
    several = len(series) > 1
    parts.append(caption(title, WIDTH / 2, 25 if several else 34, 16))
    names = ", ".join(deck.name for deck in series)
    keys = legend([deck.name for deck in series]) if several else []
    return document(title, f"{names}: from {least} to {most} cards.", WIDTH, HEIGHT, [*parts, *keys])
