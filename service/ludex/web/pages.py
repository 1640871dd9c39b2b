"""Every page of the site: one line a module, in the order of the navigation."""

from ludex.web import games, graph, graph_around, graph_paths, home, objects, puzzles, results

PAGES = (
    home.pages,
    games.pages,
    objects.pages,
    graph.pages,
    graph_around.pages,
    graph_paths.pages,
    puzzles.pages,
    *results.PAGES,
)
