"""The toolkit for pictures: SVG documents that are standalone and deterministic, without scripts or outside references.

Each picture is one whole SVG document as a string. It can stand inside an HTML page unchanged, since it has no style
sheet and no identifiers. Lengths are in pixels, x to the right and y downward. The pictures of a game are in
`ludex.games.<game>.pictures`.
"""
