"""Infrastructure for searches: budgets, worker processes, kernels, random numbers, keys, external solvers."""
