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
    jobs,
    lists,
    making,
    objects,
    play,
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
    draw.pages,
    *making.PAGES,
    jobs.pages,
    compare.pages,
    documentation.pages,
)
