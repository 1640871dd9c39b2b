"""The toolkit for pictures: deterministic, standalone SVG documents without scripts and without external references.

Each picture is a complete SVG document as a string. It can be embedded in an HTML page unchanged, because it has no
style sheet and no identifiers. Lengths are in pixels; x increases to the right and y downward. The pictures of a game
are in `ludex.games.<game>.pictures`.
"""
