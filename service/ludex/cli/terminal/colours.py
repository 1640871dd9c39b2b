"""Colours on a terminal, and nowhere else: labels, and what is wrong. `NO_COLOR` turns them off."""

import os
import re
from typing import TextIO

_LABEL = re.compile(r"\b[a-z]+(?:-[0-9a-z]+)+-[a-z2-7]{16}\b")
_CYAN, _RED, _END = "\x1b[36m", "\x1b[31m", "\x1b[0m"


def coloured(stream: TextIO) -> bool:
    """Tell whether a stream shows colours: it is a terminal that has them, and nobody asked for none."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and stream.isatty()


def labels_marked(text: str, stream: TextIO) -> str:
    """Return a text with the labels of objects in colour, if the stream shows colours.

    >>> import sys
    >>> labels_marked("swish-card-1x2-nkmudhghzxw3gov4", sys.stdout)
    'swish-card-1x2-nkmudhghzxw3gov4'
    """
    return _LABEL.sub(rf"{_CYAN}\g<0>{_END}", text) if coloured(stream) else text


def fault_marked(text: str, stream: TextIO) -> str:
    """Return the name of the program before what is wrong, in colour if the stream shows colours."""
    return f"{_RED}{text}{_END}" if coloured(stream) else text
