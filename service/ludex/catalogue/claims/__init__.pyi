from . import lists as lists
