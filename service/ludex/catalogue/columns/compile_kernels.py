"""Ahead-of-time compilation of the catalogue's kernels, in the background."""

import numpy as np

from ludex.catalogue.columns.kernels.histograms import add_counts, add_weights


def compile_kernels() -> None:
    """Compile the kernels for columns of every width by running them."""
    counts, rows, weights = np.zeros(3, np.int64), np.zeros(1, np.int32), np.ones(1, np.int64)
    for kind in (np.int8, np.int16, np.int32, np.int64):
        numbers = np.ones(1, kind)
        add_counts(numbers, rows, counts)
        add_weights(numbers, weights, counts)
