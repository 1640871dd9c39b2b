"""Cards as texts and permutations of cells: slow and obvious. Imports nothing from ludex.

A card is its notation. It is flipped by turning its rows and columns around as texts, and counted by plain enumeration
and by Burnside's lemma.
"""

from base64 import b32encode
from hashlib import blake2b
from itertools import permutations


def flip_left(code):
    return "/".join(row[::-1] for row in code.split("/"))


def flip_up(code):
    return "/".join(reversed(code.split("/")))


def transpose(code):
    return "/".join("".join(column) for column in zip(*code.split("/"), strict=True))


def ways(code, symmetry="rectangle"):
    """Return every way to lay a card: all that its flips (and, square, transposing) lead to, one after another."""
    moves = [flip_left, flip_up] + [transpose] * (symmetry == "square")
    found, new = {code}, [code]
    while new:
        now = new.pop()
        for turned in {move(now) for move in moves} - found:
            found.add(turned)
            new.append(turned)
    return found


def cells_of(code, symbol):
    """Return the cells of a symbol as (row, column), from 1, in row order."""
    return [(a, b) for a, row in enumerate(code.split("/"), 1) for b, cell in enumerate(row, 1) if cell == symbol]


def canonical(code, symmetry="rectangle"):
    """Return the least way to lay a card: by its points, then by its circles, in row order."""
    return min(ways(code, symmetry), key=lambda way: (cells_of(way, "*"), cells_of(way, "o")))


def one_pair_codes(height, width):
    """Return the notations of all ways to lay one point and one circle on a board."""
    codes = []
    for point, circle in permutations(range(height * width), 2):
        cells = ["."] * (height * width)
        cells[point], cells[circle] = "*", "o"
        codes.append("/".join("".join(cells[row * width : (row + 1) * width]) for row in range(height)))
    return codes


def one_pair_count(height, width, symmetry="rectangle"):
    """Count the one-pair cards of a board: each set of ways to lay a card once."""
    return len({frozenset(ways(code, symmetry)) for code in one_pair_codes(height, width)})


def cell_maps(height, width, symmetry="rectangle"):
    """Return the symmetries of a board, each as a mapping of its cells, counted from 0."""
    maps = []
    for turned in (False, True) if symmetry == "square" else (False,):
        for up in (False, True):
            for left in (False, True):
                mapping = {}
                for a in range(height):
                    for b in range(width):
                        x, y = (b, a) if turned else (a, b)
                        mapping[a, b] = (height - 1 - x if up else x, width - 1 - y if left else y)
                maps.append(mapping)
    return maps


def one_pair_count_by_burnside(height, width, symmetry="rectangle"):
    """Count the one-pair cards of a board: the mean number of ordered pairs of cells that a symmetry leaves alone."""
    maps = cell_maps(height, width, symmetry)
    fixed = [sum(cell == moved for cell, moved in mapping.items()) for mapping in maps]
    total = sum(n * (n - 1) for n in fixed)
    assert total % len(maps) == 0
    return total // len(maps)


def cell_orbits(height, width, symmetry="rectangle"):
    """Return the orbits of the cells, counted from 1, as a set of sets."""
    maps = cell_maps(height, width, symmetry)
    return {
        frozenset((mapping[cell][0] + 1, mapping[cell][1] + 1) for mapping in maps)
        for cell in ((a, b) for a in range(height) for b in range(width))
    }


def key(kind, form):
    """Return the key of a canonical form: the version 1 and the hash of kind, zero byte and form."""
    return b"\x01" + blake2b(f"{kind}\0{form}".encode(), digest_size=32).digest()


def label(kind, invariants, key):
    """Return the label with this key."""
    return "-".join([kind, *invariants, b32encode(key[1:]).decode().lower()[:16]])


def board(code):
    rows = code.split("/")
    return f"{len(rows)}x{len(rows[0])}"


def card_key(code, symmetry):
    return key("card", f"{symmetry} {board(code)} {canonical(code, symmetry)}")


def card_label(code, symmetry):
    return label("swish-card", [board(code)], card_key(code, symmetry))


def position_key(codes, symmetry):
    """Return the key of a position: the hash of its canonical cards in order, by points and then by circles."""
    least = [canonical(code, symmetry) for code in codes]
    least.sort(key=lambda code: (cells_of(code, "*"), cells_of(code, "o")))
    return key("position", " ".join([symmetry, board(codes[0]), *least]))


def position_label(codes, symmetry):
    return label("swish-position", [board(codes[0]), str(len(codes))], position_key(codes, symmetry))
