"""Infrastructure for searches: budgets, worker processes, kernels, random numbers, keys and external solvers."""
