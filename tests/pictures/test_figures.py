"""Figures keep what a picture shows, in every style and format."""

import re
import shutil
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import networkx
import pytest

from ludex.engine import rendering
from ludex.engine.faults import Fault
from ludex.engine.rendering import RendererMissing, RenderingFailed, render_in_process
from ludex.games.planarity.pictures.drawings import drawing_svg, solution_svg
from ludex.games.planarity.untangle import read_untangle
from ludex.games.sets.deck import Deck
from ludex.games.sets.pictures.tables import cap_svg, set_table_svg
from ludex.games.sets.position import Position as Table
from ludex.games.swish.card import Card
from ludex.games.swish.pictures.cards import svg_swish
from ludex.pictures.figures import MAX_WIDTH, STYLES, Figure, convert
from ludex.pictures.graphs import graph_svg
from ludex.pictures.svg import EDGE, PictureTooLarge
from ludex.pictures.tikz import MAX_TIKZ_POINTS

SQUARE = read_untangle("4:0-1,1-3,2-3,0-2")
PICTURES = {
    "drawing": drawing_svg(SQUARE),
    "solution": solution_svg(SQUARE, [(0, 1)]),
    "graph": graph_svg(networkx.petersen_graph()),
    "table": set_table_svg(Table.from_codes(Deck(4, 3), ["0000", "0111", "0222", "1201"]), [(0, 13, 26)]),
    "cap": cap_svg(Table.from_codes(Deck(3, 3), ["000", "001", "010"])),
    "swish": svg_swish([Card.from_code("*o"), Card.from_code("o*")]),
}
pictures = pytest.mark.parametrize("picture", PICTURES.values(), ids=PICTURES)


def parts(svg: str, class_: str) -> list[Element]:
    return [part for part in fromstring(svg).iter() if class_ in part.get("class", "").split()]


def colours(svg: str) -> set[str]:
    return set(re.findall(r'(?:fill|stroke)="(#\w+)"', svg))


def size_of_png(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


@pictures
def test_the_default_figure_is_the_picture(picture: str) -> None:
    assert Figure().svg(picture) == picture


@pictures
def test_print_is_grey_on_white(picture: str) -> None:
    printed = Figure("print").svg(picture)
    assert all(colour[1:3] == colour[3:5] == colour[5:7] for colour in colours(printed))
    [paper] = parts(printed, "paper")
    assert paper.get("fill") == "#ffffff"
    assert len(list(fromstring(printed).iter())) == len(list(fromstring(picture).iter()))


@pictures
def test_plain_has_no_decoration_and_all_labels(picture: str) -> None:
    plain = Figure("plain").svg(picture)
    assert not any(parts(plain, name) for name in ("paper", "step", "note"))
    assert len(parts(plain, "label")) == len(parts(picture, "label")) or "tag" in picture


@pictures
def test_small_pictures_have_no_labels_and_follow_the_colour_scheme(picture: str) -> None:
    small = Figure("small").svg(picture)
    assert not any(parts(small, name) for name in ("paper", "note", "label", "tag", "crossings"))
    assert "prefers-color-scheme:dark" in small
    before, after = (
        {float(part.get("stroke-width", "0")) for part in parts(svg, "vertex")} for svg in (picture, small)
    )
    assert not before or min(after) > max(before)
    assert all(":not(.card *, rect){" in rule for rule in re.findall(r"\[[^{]*{", small)) is bool(parts(small, "card"))


@pictures
def test_labels_can_be_omitted(picture: str) -> None:
    unlabelled = Figure(labels=False).svg(picture)
    assert not parts(unlabelled, "label")
    assert not parts(unlabelled, "tag")
    assert len(parts(unlabelled, "vertex")) == len(parts(picture, "vertex"))


def test_crossings_can_be_omitted() -> None:
    unmarked = Figure(crossings=False).svg(PICTURES["drawing"])
    assert parts(PICTURES["drawing"], "crossings")
    assert not any(parts(unmarked, name) for name in ("crossings", "rim", "crossed"))
    assert {path.get("stroke") for path in parts(unmarked, "free")} == {EDGE}


def test_colours_of_cards_stay_distinct_in_print() -> None:
    table = set_table_svg(Table.from_codes(Deck(2, 3), ["00", "01", "02"]))
    inks = {path.get("stroke") for path in parts(Figure("print").svg(table), "oval")}
    assert len(inks) == 3


@pictures
@pytest.mark.parametrize("style", STYLES)
def test_a_png_has_its_width_and_shape(picture: str, style: str) -> None:
    width, height = size_of_png(convert(picture, "png", Figure(style, width=120)))  # type: ignore[arg-type]
    root = fromstring(Figure(style).svg(picture))  # type: ignore[arg-type]
    assert width == 120
    assert height == pytest.approx(120 * float(root.get("height", "")) / float(root.get("width", "")), abs=1)


def test_texts_are_rendered_with_the_own_font() -> None:
    with_text, without = (
        convert(PICTURES["drawing"], "png", Figure("plain", labels=labels, width=120)) for labels in (True, False)
    )
    assert with_text != without
    monospace = PICTURES["table"].replace("DejaVu Sans", "No Such Font")
    assert convert(monospace, "png", Figure()) == convert(PICTURES["table"], "png", Figure())


def test_a_png_has_bounds() -> None:
    tall = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 1000" width="10" height="1000"/>'
    with pytest.raises(PictureTooLarge, match="a width of at most 565"):
        convert(tall, "png", Figure(width=MAX_WIDTH))
    assert size_of_png(convert(tall, "png", Figure(width=565)))[0] == 565


@pytest.mark.parametrize("width", [0, 15, MAX_WIDTH + 1])
def test_a_width_has_bounds(width: int) -> None:
    with pytest.raises(Fault, match="16 to 4,000"):
        Figure(width=width)


def test_an_unknown_style_is_refused_with_the_choices() -> None:
    with pytest.raises(Fault, match="choose one of screen, print, plain"):
        Figure("bold")  # type: ignore[arg-type]


def test_a_pdf_has_its_width_in_points_and_embedded_fonts() -> None:
    pdf = convert(PICTURES["drawing"], "pdf", Figure(width=400))
    assert pdf.startswith(b"%PDF-")
    assert re.search(rb"/MediaBox \[0 0 300 ", pdf)
    assert set(re.findall(rb"\+(\w+)-\w+", pdf)) == {b"LudexSans"}


def test_pdf_without_its_renderer_names_the_command_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rendering, "find_spec", lambda _name: None)
    with pytest.raises(RendererMissing, match=r"pip install 'ludex\[figures\]'"):
        convert(PICTURES["drawing"], "pdf", Figure())


def test_a_process_of_its_own_renders_the_same() -> None:
    picture = Figure(width=200)
    own = picture.rendered(PICTURES["cap"], "png", lambda svg, form, width: render_in_process(svg, form, width, 60))
    assert own == picture.rendered(PICTURES["cap"], "png")


def test_a_process_that_fails_or_takes_too_long_is_reported() -> None:
    with pytest.raises(RenderingFailed, match="cannot be rendered"):
        render_in_process("<svg", "png", 100, 60)
    with pytest.raises(RenderingFailed, match=r"within 0\.001 seconds"):
        render_in_process(PICTURES["cap"], "png", 4000, 0.001)


NUMBER = r"-?\d+(?:\.\d+)?"
PLACE = rf"\({NUMBER},{NUMBER}\)"
STEP = rf"(?:-- {PLACE}|\.\. controls {PLACE} and {PLACE} \.\. {PLACE}|-- cycle|{PLACE})"
STATEMENT = re.compile(
    rf"\\definecolor\{{ludex([0-9A-F]{{6}})\}}\{{HTML\}}\{{\1\}}"
    rf"|\\useasboundingbox \(0,0\) rectangle {PLACE};"
    rf"|\\path\[[^\]]+\] {PLACE} circle\[radius={NUMBER}bp\];"
    rf"|\\path\[[^\]]+\] {PLACE}(?:\s+{STEP})*;"
    rf"|\\node\[anchor=base(?: west| east)?,text=ludex\w{{6}},font=[^\]]+?(?:,rotate={NUMBER})?\] at {PLACE} \{{.*\}};"
)


def statements(tex: str) -> Iterator[str]:
    """Yield the statements of a picture in TikZ, and assert that nothing else is between them."""
    body = tex.partition("outer sep=0pt]\n")[2].partition("\\end{tikzpicture}\n\\end{document}\n")[0]
    at = 0
    while at < len(body):
        found = STATEMENT.match(body, at)
        assert found, body[at : at + 200]
        yield found[0]
        at = found.end() + 1


@pictures
@pytest.mark.parametrize("style", STYLES)
def test_tikz_keeps_to_its_grammar(picture: str, style: str) -> None:
    tex = Figure(style).tex(picture)  # type: ignore[arg-type]
    found = list(statements(tex))
    defined = {line[13:24] for line in found if line.startswith("\\definecolor")}
    assert set(re.findall(r"=(ludex\w{6})", tex)) == defined
    assert tex.isascii()
    assert tex.count("{") - tex.count(r"\{") == tex.count("}") - tex.count(r"\}")


def latex_is_installed() -> bool:
    """Say whether there is pdflatex with the class of documents that are one picture."""
    return (
        bool(shutil.which("pdflatex")) and not subprocess.run(["kpsewhich", "standalone.cls"], check=False).returncode
    )


@pytest.mark.slow
@pytest.mark.skipif(not latex_is_installed(), reason="pdflatex or standalone.cls is not installed")
@pictures
def test_pdflatex_alone_compiles_tikz_to_a_page_of_the_size_of_the_picture(picture: str, tmp_path: Path) -> None:
    (tmp_path / "picture.tex").write_text(Figure(width=384).tex(picture))
    subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", r"\pdfobjcompresslevel=0\input{picture.tex}"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        timeout=60,
    )
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ", (tmp_path / "picture.pdf").read_bytes())
    assert box
    assert float(box[1]) == pytest.approx(384 * 72 / 96, abs=0.1)


def test_tikz_has_the_coordinates_of_the_picture() -> None:
    root = fromstring(PICTURES["drawing"])
    discs = [part for part in root.iter() if part.get("class") == "vertex"]
    left, top = 34.0, 34.0  # the margin of the drawing
    places = [(0.75 * (float(d.get("cx", "")) + left), 0.75 * (float(d.get("cy", "")) + top)) for d in discs]
    tex = Figure().tex(PICTURES["drawing"])
    circles = re.findall(rf"\(({NUMBER}),({NUMBER})\) circle\[radius={NUMBER}bp\]", tex)
    assert [(float(x), float(y)) for x, y in circles] == [pytest.approx(place, abs=0.001) for place in places]
    box = re.search(rf"rectangle \(({NUMBER}),({NUMBER})\);", tex)
    assert box
    assert float(box[1]) == pytest.approx(0.75 * float(root.get("width", "")), abs=0.01)


def test_tikz_scales_with_the_width() -> None:
    tex = Figure(width=96).tex(PICTURES["drawing"])
    assert "\\useasboundingbox (0,0) rectangle (72," in tex


def test_tikz_has_a_limit() -> None:
    path = "".join(f"M{i} 0L{i} 9" for i in range(MAX_TIKZ_POINTS // 2 + 1))
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="{path}" stroke="#000"/></svg>'
    with pytest.raises(PictureTooLarge, match="at most 50,000"):
        Figure().tex(svg)


def test_a_part_of_svg_that_is_not_converted_is_named() -> None:
    for part in ('<image width="1"/>', '<path d="M0 0A1 1 0 0 0 1 1"/>', '<g transform="skewX(3)"/>'):
        with pytest.raises(Fault, match="cannot be converted"):
            Figure().tex(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{part}</svg>')
