"""What users ask for about Swap Planarity, one function each.

What is one pure function of the game has no operation: `ludex.games.planarity.identity.equivalence.compare`, the moves
of `ludex.games.planarity.variants`, `ludex.games.planarity.untangle`, the experiments of
`ludex.games.planarity.study.experiments`.
"""
