"""The pages that card games share: tables to play with, look-up, results on deals, templates, styles and scripts."""

PACKAGE = ("card_games", __name__)
"""The name and the package of the templates and static files, for `GamePages.shared_packages`."""
