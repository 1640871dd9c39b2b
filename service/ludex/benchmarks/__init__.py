"""Benchmark instances with known optima in standard formats, and the results of our exact solvers on them."""
