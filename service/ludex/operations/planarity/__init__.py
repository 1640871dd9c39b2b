"""What users ask for about Swap Planarity, one function each.

What is one pure function of the game has no operation: `ludex.planarity.identity.equivalence.compare`, the moves of
`ludex.planarity.variants`, `ludex.planarity.untangle`, the experiments of `ludex.planarity.study.experiments`.
"""
