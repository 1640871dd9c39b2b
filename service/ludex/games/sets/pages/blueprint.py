"""The blueprint of the pages that SET adds to the site."""

from flask import Blueprint

blueprint = Blueprint("sets", __name__)
