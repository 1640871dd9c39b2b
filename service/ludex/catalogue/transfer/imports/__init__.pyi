from . import checked_lines as checked_lines
from . import objects as objects
from . import pipeline as pipeline
from . import trusted_lines as trusted_lines
