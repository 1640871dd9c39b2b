"""The pages that card games share: templates, styles and scripts, tables to play with, look-up, results on deals."""

PACKAGE = ("card_games", __name__)
"""The name and the package of the templates and static files, for `GamePages.shared_packages`."""
