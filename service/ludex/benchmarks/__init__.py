"""Benchmark instances with known optima, in standard formats, and how our exact solvers do on them."""
