"""The palette: colours that can be told apart, for orbits, series and numbers."""

# The first four colours are those of the commercial game SWISH: blue, green, orange, purple. The others were chosen
# one after another, each the farthest (in OKLab) from all before it, among colours of medium chroma whose contrast with
# white is at least 3.2.
# fmt: off
ORBIT_COLOURS = (
    "#1769d2", "#1d8f45", "#d86a00", "#8a35b8", "#603008", "#e060b0", "#b01048", "#283878",
    "#9878f8", "#005800", "#5098b0", "#886000", "#701060", "#006878", "#986888", "#989058",
    "#3090f8", "#605088", "#d84860", "#5820a0", "#b83890", "#804848", "#b84000", "#880020",
    "#7868c0", "#0048b0", "#486838", "#c87888", "#b058c8", "#a880c0", "#108880", "#902880",
    "#789800", "#5848c0", "#5078a0", "#b06850", "#583860", "#005848", "#007800", "#40a080",
    "#687800", "#484808", "#2860a0", "#a04868", "#983000", "#7088d0", "#f06050", "#885098",
    "#6870f0", "#005070", "#b07800", "#704810", "#688858", "#900050", "#3028a0", "#0088c8",
    "#682838", "#b860a0", "#703898", "#700888", "#c08058", "#d84818", "#f05880", "#484098",
)
# fmt: on


def orbit_colour(number: int) -> str:
    """Return the colour with this `number`; after 64 colours the palette begins again.

    >>> orbit_colour(0), orbit_colour(64) == orbit_colour(0)
    ('#1769d2', True)
    """
    return ORBIT_COLOURS[number % len(ORBIT_COLOURS)]
