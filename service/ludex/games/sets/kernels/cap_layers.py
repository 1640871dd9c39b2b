"""Caps in four layers of 16 cells. The fourth layer is the best one that avoids the cells forbidden by the other three.

A layer is a word of 16 bits, with bit 4 * row + column for each cell. The following arguments are the same in both
functions: `fourth`, int8 (16, 16, 16), is the cell that completes three cells, one from each layer, to a set, or -1.
`blocks`, int64 (2, 256), is a scratch table.
"""

from ludex.engine.compilation import compiled

_CELLS = 16
_ALL = 0xFFFF


@compiled
def fill(a, b, fourth, blocks):
    """For each half of a third layer, write the cells that it and the layers `a` and `b` forbid in the fourth layer.

    For `fourth` and `blocks`, see the module.
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
    """Search four layers with at least `target` cards: `a`, one of seconds[first:last], and two layers not larger.

    `layers`, int64 (caps), lists the caps within a layer of 16 cells, the largest first, and `sizes` has their numbers
    of cells. `a` and `seconds` are indices of layers. `most`, int8 (65536), is the size of a largest cap within each
    word. If such layers exist, three of them and the cells allowed in the fourth are written to `found`, int64 (4),
    and True is returned. For `fourth` and `blocks`, see the module.
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
