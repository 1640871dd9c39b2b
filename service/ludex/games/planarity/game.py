"""The declaration of Swap Planarity."""

from ludex.games import Game

GAME = Game(
    name="planarity",
    title="Swap Planarity",
    order=30,
    kinds="ludex.games.planarity.kinds:PLANARITY",
    requests="ludex.games.planarity.requests:REQUESTS",
    packs="ludex.games.planarity.requests.packs:PACKS",
    imports="ludex.games.planarity.requests.levels:IMPORTS",
    bounds="ludex.games.planarity.requests.bounds:BOUNDS",
    jobs="ludex.games.planarity.jobs:OPERATIONS",
    commands="ludex.games.planarity.commands:PLANARITY",
    pages="ludex.games.planarity.pages:PAGES",
    daily="ludex.games.planarity.daily:DAILY",
    values="ludex.games.planarity.catalogue_values:VALUES",
    results="ludex.games.planarity.exact_results:RESULTS",
    benchmarks="ludex.games.planarity.benchmarks:BENCHMARKS",
    module="ludex.games.planarity",
)
