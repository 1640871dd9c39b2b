"""The daily puzzles of Swap Planarity: levels of the starting catalogue, easier on Mondays than on Sundays."""

from ludex.requests.daily import DailyPuzzles, read_rows

DAILY = DailyPuzzles(lambda: read_rows("ludex.games.planarity"), "planarity-level", "/play/planarity/")
