"""Questions to the catalogue as a graph: counts, neighbours, walks, surroundings, shortest paths, patterns.

Every one is answered hop by hop, a statement a hop over the indexes of the links, within bounds on objects, links and
time. What a bound cuts off is said: an answer that is not whole is not `complete`, and is never a wrong one.
"""
