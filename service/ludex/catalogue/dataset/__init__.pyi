from . import build as build
from . import published as published
