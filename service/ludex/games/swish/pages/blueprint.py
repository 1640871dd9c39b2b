"""The blueprint of the pages that SWISH adds to the site."""

from flask import Blueprint

blueprint = Blueprint("swish", __name__)
