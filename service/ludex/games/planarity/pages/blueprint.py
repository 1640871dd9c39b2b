"""The blueprint of the pages that Swap Planarity adds to the site."""

from flask import Blueprint

blueprint = Blueprint("planarity", __name__)
