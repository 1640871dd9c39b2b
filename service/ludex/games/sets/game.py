"""The declaration of SET."""

from ludex.games import Game

GAME = Game(
    name="sets",
    title="SET",
    order=20,
    kinds="ludex.games.sets.kinds:GAME",
    requests="ludex.games.sets.requests:REQUESTS",
    packs="ludex.games.sets.requests.packs:PACKS",
    imports="ludex.games.sets.requests.solving:IMPORTS",
    bounds="ludex.games.sets.requests.bounds:BOUNDS",
    jobs="ludex.games.sets.jobs:OPERATIONS",
    commands="ludex.games.sets.commands:SETS",
    pages="ludex.games.sets.pages:PAGES",
    daily="ludex.games.sets.daily:DAILY",
    values="ludex.games.sets.catalogue_values:VALUES",
    results="ludex.games.sets.exact_results:RESULTS",
    benchmarks="ludex.games.sets.benchmarks:BENCHMARKS",
    module="ludex.games.sets",
)
