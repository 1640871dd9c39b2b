"""Shuffling as the sources write it down: SplitMix64 (Steele, Lea and Flood 2014) and Durstenfeld's Algorithm 235."""


def splitmix64(seed: int, count: int) -> list[int]:
    """Return the first numbers of the stream of a seed."""
    numbers = []
    for step in range(1, count + 1):
        z = (seed + step * 0x9E3779B97F4A7C15) % 2**64
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
        numbers.append(z ^ (z >> 31))
    return numbers


def plain_shuffle(size: int, seed: int) -> list[int]:
    """Return 0 to size - 1 shuffled: one of those that are left is drawn, and the last of them takes its place."""
    left = list(range(size))
    drawn = []
    for number in splitmix64(seed, size):
        place = number * len(left) // 2**64
        drawn.append(left[place])
        left[place] = left[-1]
        left.pop()
    return drawn
