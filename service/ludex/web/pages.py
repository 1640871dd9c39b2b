"""Every page of the site: one line a module, in the order of the navigation."""

from ludex.web import (
    compare,
    documentation,
    draw,
    games,
    graph,
    graph_around,
    graph_paths,
    home,
    lists,
    objects,
    play,
    play_cards,
    puzzles,
    results,
    search,
)

PAGES = (
    home.pages,
    games.pages,
    lists.pages,
    objects.pages,
    graph.pages,
    graph_around.pages,
    graph_paths.pages,
    puzzles.pages,
    *results.PAGES,
    search.pages,
    play.pages,
    play_cards.pages,
    draw.pages,
    compare.pages,
    documentation.pages,
)
