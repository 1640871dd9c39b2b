"""The routes that all games share, such as those for objects, lists, claims, the graph, jobs and imports."""
