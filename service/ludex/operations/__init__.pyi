from . import calendars as calendars
from . import citations as citations
from . import classes as classes
from . import collections as collections
from . import objects as objects
from . import packs as packs
