"""What every search uses: budget, interruption, compilation, random numbers, estimates, CP-SAT, keys, kernels."""
