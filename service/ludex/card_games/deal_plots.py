"""Plots of the probability that a deal has a property, by the number of cards."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from ludex.card_games.deal_statistics import DealShare
from ludex.pictures.charts import HEIGHT, MAX_POINTS, WIDTH, Axes, decades, format_power, frame, legend, share_ticks
from ludex.pictures.svg import PictureTooLarge, caption, document, element, number, orbit_colour


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
    def of(cls, name: str, statistics: Iterable[DealShare]) -> "DealSeries":
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
