"""The matching of the vertices that witnesses an isomorphism."""


def through(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    """Return, for each i, the j with b[j] == a[i]: the matching that two numberings `a` and `b` of the same range give.

    >>> through((2, 0, 1), (1, 2, 0))
    (1, 2, 0)
    """
    place = {number: j for j, number in enumerate(b)}
    return tuple(place[number] for number in a)
