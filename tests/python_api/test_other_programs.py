"""pandas and networkx read what is exported without a line of glue; what Sage reads are the lines of graph6."""

import json
from pathlib import Path
from typing import Any

import networkx
import pandas
import pytest

import ludex


@pytest.fixture(scope="module")
def minima(started: ludex.Catalogue) -> dict[str, int]:
    """Give the minimum of each level, read from its document."""
    return {level.label: level["min_swaps"] for level in started.find("levels")}


def test_pandas_makes_a_table_of_a_list(started: ludex.Catalogue, minima: dict[str, int]):
    levels = pandas.DataFrame(started.find("levels"))
    assert len(levels) == 500 and {"label", "vertices", "edges", "crossings", "min_swaps"} <= set(levels)
    assert dict(zip(levels["label"], levels["min_swaps"], strict=True)) == minima
    assert levels.groupby("vertices")["min_swaps"].max().to_dict() == dict.fromkeys(range(8, 15), 6)


def test_pandas_makes_a_table_of_claims(started: ludex.Catalogue):
    claims = pandas.DataFrame(started.claims())
    assert claims["proved"].all()
    assert (claims["statement"] == "swish.no-swish-maximum").sum() == len(
        list(started.claims(statement="swish.no-swish-maximum"))
    )


@pytest.mark.parametrize(
    ("name", "read"),
    [("levels.csv", pandas.read_csv), ("levels.ndjson", lambda file: pandas.read_json(file, lines=True))],
)
def test_pandas_reads_the_files_of_a_list(
    started: ludex.Catalogue, minima: dict[str, int], tmp_path: Path, name: str, read: Any
):
    started.find("levels").write(tmp_path / name)
    levels = read(tmp_path / name)
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
        with started._store.reading() as reader:
            return "\n".join(FORMATS[form](everything(reader)))

    return export
