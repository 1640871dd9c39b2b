"""The scale of difficulty, which is the same for the puzzles of all games: a grade, and a word for it."""

from bisect import bisect_left

GRADE = "grade"
"""The name of the fact in which a kind of puzzles has its grade."""

WORDS = ("gentle", "easy", "moderate", "hard", "expert", "fiendish")
"""The words for difficulties, from the easiest to the hardest puzzles."""

_GREATEST = (6, 9, 13, 17, 21)


def difficulty_word(grade: int) -> str:
    """Return the word for the difficulty that a grade expresses.

    >>> [difficulty_word(grade) for grade in (0, 6, 7, 12, 21, 22)]
    ['gentle', 'gentle', 'easy', 'moderate', 'expert', 'fiendish']
    """
    return WORDS[bisect_left(_GREATEST, grade)]


def grades_of(word: str) -> tuple[int | None, int | None]:
    """Return the least and the greatest grade of a difficulty, given by its word. None means that there is no bound.

    >>> [grades_of(word) for word in ("gentle", "hard", "fiendish")]
    [(None, 6), (14, 17), (22, None)]
    """
    place = WORDS.index(word)
    least = _GREATEST[place - 1] + 1 if place else None
    return least, _GREATEST[place] if place < len(_GREATEST) else None
