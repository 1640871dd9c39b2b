"""Compiling the catalogue's kernels ahead, beside whatever runs."""

import numpy as np

from ludex.catalogue.columns.kernels.histograms import add_counts, add_weights


def compile_kernels() -> None:
    """Count columns of every width."""
    counts, rows, weights = np.zeros(3, np.int64), np.zeros(1, np.int32), np.ones(1, np.int64)
    for kind in (np.int8, np.int16, np.int32, np.int64):
        numbers = np.ones(1, kind)
        add_counts(numbers, rows, counts)
        add_weights(numbers, weights, counts)
