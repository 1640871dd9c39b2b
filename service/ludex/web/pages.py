"""Every page of the site: one line a module, in the order of the navigation."""

from ludex.web import (
    documentation,
    games,
    graph,
    graph_around,
    graph_paths,
    home,
    lists,
    objects,
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
    documentation.pages,
)
