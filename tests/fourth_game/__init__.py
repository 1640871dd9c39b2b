"""A fourth game, of the tests' own: peg solitaire on square boards. It is in lists of games
that a test hands over, and nowhere else.

`solitaire` has the domain values and the search, `kinds` the declarations (GAME), `operations` what can be asked,
`requests` what it adds to the API.
"""
