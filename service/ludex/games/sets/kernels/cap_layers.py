"""Search for caps in four layers of 16 cells each.

Three layers forbid some cells of the fourth layer, and the fourth layer is a largest cap within the cells that are not
forbidden. A layer is represented by a word of 16 bits, in which bit 4 * row + column stands for a cell.

Two arguments are the same in both functions. `fourth` is an array of shape (16, 16, 16) and type int8. Its entry for
three cells, one from each of three layers, is the cell of the fourth layer that completes them to a set, or -1 if no
cell does. `blocks` is a table of shape (2, 256) and type int64 that the functions overwrite.
"""

from ludex.engine.compilation import compiled

_CELLS = 16
_ALL = 0xFFFF


@compiled
def fill(a, b, fourth, blocks):
    """Write to `blocks` the cells that the layers `a` and `b` and one half of a third layer forbid in the fourth layer.

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
    """Search for four layers that form a cap of at least `target` cards, and return whether there are such layers.

    The first layer is `a`, and the second layer is one of seconds[first:last]; both are indices of `layers`. The third
    layer is not listed before the second layer, and the fourth layer is not larger than the third layer. `layers`, of
    type int64, lists all caps within 16 cells, the largest first, and `sizes` contains their numbers of cells. `most`,
    of shape (65536,) and type int8, is the size of a largest cap within the cells of each word. If there are such
    layers, the first three layers and the cells allowed in the fourth layer are written to `found`, of shape (4,) and
    type int64. For `fourth` and `blocks`, see the module.
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
