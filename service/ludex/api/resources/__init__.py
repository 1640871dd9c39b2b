"""The routes that all games share: objects, lists, claims, the graph, jobs, imports and health."""
