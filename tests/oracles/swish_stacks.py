"""Stacks of cards as lists of texts: canonical form, key and label. Slow and obvious; imports nothing from ludex."""

from tests.oracles.swish_cards import board, canonical, cells_of, flip_left, flip_up, key, label, transpose

TAGS = {"swish-deck": "deck", "swish-no-swish-set": "noswish"}


def _order(code):
    return cells_of(code, "*"), cells_of(code, "o")


def turned_stacks(stack, symmetry="rectangle"):
    """Return the stacks that flips (and, square, transposing) of the whole lead to, each as a sorted list."""
    moves = [flip_left, flip_up] + [transpose] * (symmetry == "square")
    found = [sorted(stack, key=_order)]
    for one in found:
        for move in moves:
            turned = sorted(map(move, one), key=_order)
            if turned not in found:
                found.append(turned)
    return found


def canonical_stack(stack, symmetry="rectangle"):
    return min(turned_stacks(stack, symmetry), key=lambda stack: list(map(_order, stack)))


def swish_key(stack, symmetry="rectangle"):
    return key("swish", " ".join([symmetry, board(stack[0]), *canonical_stack(stack, symmetry)]))


def swish_label(stack, symmetry="rectangle"):
    return label("swish-swish", [board(stack[0]), str(len(stack))], swish_key(stack, symmetry))


def cards_key(kind, codes, symmetry="rectangle"):
    """Return the key of a deck or a no-swish set: of its canonical cards in order, by points and then by circles."""
    least = sorted((canonical(code, symmetry) for code in codes), key=_order)
    return key(kind, " ".join([symmetry, board(codes[0]), *least]))


def cards_label(kind, codes, symmetry="rectangle"):
    """Return the label of a `swish-deck` or a `swish-no-swish-set`."""
    return label(kind, [board(codes[0]), str(len(codes))], cards_key(TAGS[kind], codes, symmetry))
