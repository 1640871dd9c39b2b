"""The routes that every game shares: objects, lists, claims, the graph, jobs, imports, health."""
