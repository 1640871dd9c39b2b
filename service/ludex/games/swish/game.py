"""The declaration of SWISH."""

from ludex.games import Game

GAME = Game(
    name="swish",
    title="SWISH",
    order=10,
    kinds="ludex.games.swish.kinds:SWISH",
    requests="ludex.games.swish.requests:REQUESTS",
    packs="ludex.games.swish.requests.packs:PACKS",
    imports="ludex.games.swish.requests.solving:IMPORTS",
    jobs="ludex.games.swish.jobs:OPERATIONS",
    bounds="ludex.games.swish.requests.bounds:BOUNDS",
    commands="ludex.games.swish.commands:SWISH",
    pages="ludex.games.swish.pages:PAGES",
    daily="ludex.games.swish.daily:DAILY",
    values="ludex.games.swish.catalogue_values:VALUES",
    results="ludex.games.swish.exact_results:RESULTS",
    benchmarks="ludex.games.swish.benchmarks:BENCHMARKS",
    module="ludex.games.swish",
)
