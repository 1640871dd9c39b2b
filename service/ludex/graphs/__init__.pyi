from . import bliss as bliss
