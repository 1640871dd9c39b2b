"""Caps in four layers of 16 cells: the fourth is the best one off the cells that the other three forbid.

A layer is a word of 16 bits, cell 4 * row + column. These arguments are the same in both functions: `fourth` is int8
(16, 16, 16), the cell that completes three cells, one of each layer, to a set, or -1. `blocks` is int64 (2, 256), a
scratch table.
"""

from ludex.engine.compilation import compiled

_CELLS = 16
_ALL = 0xFFFF


@compiled
def fill(a, b, fourth, blocks):
    """Write for each half of a third layer the cells that it forbids in the fourth, together with layers `a` and `b`.

    `fourth` and `blocks`: see the module.
    """
    blocks[0, 0] = 0
    blocks[1, 0] = 0
    for half in range(2):
        for bit in range(8):
            forbidden = 0
            for i in range(_CELLS):
                if (a >> i) & 1:
                    for j in range(_CELLS):
                        if (b >> j) & 1:
                            cell = fourth[i, j, 8 * half + bit]
                            if cell >= 0:
                                forbidden |= 1 << cell
            for word in range(1 << bit):
                blocks[half, (1 << bit) | word] = blocks[half, word] | forbidden


@compiled
def search(a, seconds, first, last, layers, sizes, most, fourth, target, blocks, found):
    """Look for four layers of at least `target` cards: `a`, one of seconds[first:last], and two that are no larger.

    `layers`, int64 (caps), are the caps of 16 cells, the largest first, `sizes` their numbers of cells. `a` and
    `seconds` are indices of layers. `most`, int8 (65536), is the size of a largest cap within each word. If there are
    such layers, three of them and the cells open to the fourth are written to `found`, int64 (4), and True is returned.
    `fourth` and `blocks`: see the module.
    """
    size_a = sizes[a]
    for s in range(first, last):
        b = seconds[s]
        size_b = sizes[b]
        fill(layers[a], layers[b], fourth, blocks)
        for c in range(b, layers.shape[0]):
            size_c = sizes[c]
            if size_a + size_b + 2 * size_c < target:
                break
            open_cells = _ALL & ~(blocks[0, layers[c] & 255] | blocks[1, layers[c] >> 8])
            if size_a + size_b + size_c + min(size_c, most[open_cells]) >= target:
                found[0], found[1], found[2], found[3] = layers[a], layers[b], layers[c], open_cells
                return True
    return False
