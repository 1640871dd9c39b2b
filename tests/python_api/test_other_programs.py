"""pandas and networkx read what is exported without a line of glue; what Sage reads are the lines of graph6."""

import json
import sys
from pathlib import Path
from typing import Any

import networkx
import pytest

import ludex
from ludex import planarity, sets, swish


@pytest.fixture(scope="module")
def minima(started: ludex.Catalogue) -> dict[str, int]:
    """Give the minimum of each level, read from its document."""
    return {level.label: level["min_swaps"] for level in started.find("levels")}


def test_pandas_makes_a_table_of_a_list(started: ludex.Catalogue, minima: dict[str, int]):
    import pandas  # takes long to import, as below

    levels = pandas.DataFrame(started.find("levels"))
    assert len(levels) == 500 and {"label", "vertices", "edges", "crossings", "min_swaps"} <= set(levels)
    assert dict(zip(levels["label"], levels["min_swaps"], strict=True)) == minima
    assert levels.groupby("vertices")["min_swaps"].max().to_dict() == dict.fromkeys(range(8, 15), 6)


def test_a_listing_is_a_flat_table_with_the_columns_of_csv(
    started: ludex.Catalogue, tmp_path: Path, minima: dict[str, int]
) -> None:
    import pandas

    levels = started.find("levels", pack="hard", sort="-grade", limit=7).to_dataframe()
    started.find("levels", limit=1).write(tmp_path / "levels.csv")
    assert list(levels.columns) == list(pandas.read_csv(tmp_path / "levels.csv").columns)
    assert len(levels) == 7 and levels["grade"].is_monotonic_decreasing
    assert dict(zip(levels["label"], levels["min_swaps"], strict=True)).items() <= minima.items()
    assert list(started.find("levels", vertices=64).to_dataframe().columns) == list(levels.columns)


def test_a_table_without_pandas_says_what_to_install(started: ludex.Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="pip install pandas"):
        started.find("levels").to_dataframe()


def test_notebooks_show_listings_objects_and_values(started: ludex.Catalogue) -> None:
    levels = started.find("levels", vertices=9, sort="-grade")
    table = levels._repr_html_()
    hardest = levels.first()
    assert hardest is not None
    assert f"{levels.count():,} levels, the first 20 shown" in table
    assert table.count("<tr>") == 21 and f"<td>{hardest.label}</td>" in table
    shown = hardest._repr_html_()
    assert hardest.svg is not None and hardest.svg in shown
    assert f"<th>min_swaps</th><td>{hardest['min_swaps']}</td>" in shown and "<th>drawing</th>" not in shown
    assert started.find("levels", vertices=64)._repr_html_().count("<tr>") == 1
    drawing = planarity.Drawing(((0, 0), (4, 0), (5, 4), (0, 3)), ((0, 1), (1, 3), (2, 3), (0, 2)))
    deck = sets.Deck(4, 3)
    values = (drawing, swish.Position.from_codes(["*o"]), sets.Position.from_codes(deck, ["0000", "0121"]))
    for value in (*values, swish.Position.from_codes(["*o"]).cards[0]):
        picture = value._repr_svg_()
        assert picture is not None and picture.startswith("<svg")
    # Too many cards for a picture.
    assert sets.Position(sets.Deck(9, 3), tuple(range(19_000)))._repr_svg_() is None


def test_pandas_makes_a_table_of_claims(started: ludex.Catalogue):
    import pandas

    claims = pandas.DataFrame(started.claims())
    assert claims["proved"].all()
    assert (claims["statement"] == "swish.no-swish-maximum").sum() == len(
        list(started.claims(statement="swish.no-swish-maximum"))
    )


@pytest.mark.parametrize(
    ("name", "reader", "options"), [("levels.csv", "read_csv", {}), ("levels.ndjson", "read_json", {"lines": True})]
)
def test_pandas_reads_the_files_of_a_list(
    started: ludex.Catalogue, minima: dict[str, int], tmp_path: Path, name: str, reader: str, options: dict[str, bool]
):
    import pandas

    started.find("levels").write(tmp_path / name)
    levels = getattr(pandas, reader)(tmp_path / name, **options)
    assert dict(zip(levels["label"], levels["min_swaps"], strict=True)) == minima


def test_networkx_reads_graph6(started: ludex.Catalogue, tmp_path: Path):
    graphs = started.find("planarity/graphs", connected=True, limit=40)
    assert graphs.write(tmp_path / "graphs.g6") == 40
    read = networkx.read_graph6(tmp_path / "graphs.g6")
    for graph, stored in zip(read, graphs, strict=True):
        assert (len(graph), graph.number_of_edges()) == (stored["vertices"], stored["edges"])
        assert networkx.is_isomorphic(graph, stored.to_networkx())


def test_a_list_is_written_in_the_forms_of_its_kind_alone(started: ludex.Catalogue, tmp_path: Path):
    with pytest.raises(ValueError, match="decks are written as ndjson, csv, not as 'graph6'"):
        started.find("swish/decks").write(tmp_path / "decks.g6")
    assert not list(tmp_path.iterdir())


def test_networkx_reads_the_exported_graph(started: ludex.Catalogue, ludex_export: Any, tmp_path: Path):
    whole = started.to_networkx()
    node_link = networkx.node_link_graph(json.loads(ludex_export("node-link")), edges="edges")
    (tmp_path / "graph.graphml").write_text(ludex_export("graphml"))
    graphml = networkx.read_graphml(tmp_path / "graph.graphml")
    for read in (node_link, graphml):
        assert dict(read.nodes(data="kind")) == dict(whole.nodes(data="kind"))
        assert sorted(read.edges(data="relation")) == sorted(whole.edges(data="relation"))


@pytest.fixture
def ludex_export(started: ludex.Catalogue):
    """Give what `ludex graph export` writes in a format."""
    from ludex.catalogue.graph.exporting import FORMATS, everything

    def export(form: str) -> str:
        with started.store.reading() as reader:
            return "\n".join(FORMATS[form](everything(reader)))

    return export
