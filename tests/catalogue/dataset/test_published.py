"""The files for download are those that the checksums name, and none outside of the folder."""

import pytest

from ludex.catalogue.dataset.build import build_dataset
from ludex.catalogue.dataset.published import NoDataset, read_published
from ludex.catalogue.objects.reading import UnknownObject
from tests.catalogue.graph.grown import grow


@pytest.fixture
def folder(toys, tmp_path):
    build_dataset(grow(toys), tmp_path / "data")
    return tmp_path / "data"


def test_all_files_are_listed_with_their_sizes(folder):
    found = read_published(folder)
    sizes = {str(file.relative_to(folder)): file.stat().st_size for file in folder.rglob("*") if file.is_file()}
    assert {file.path: file.bytes for file in found.files} == sizes
    assert found.bytes == sum(sizes.values())
    assert [file.path for file in found.files if file.sha256 is None] == ["SHA256SUMS"]
    assert found.file("toy-necklace.parquet").about.endswith(" rows.")
    assert found.file("SHA256SUMS").about == "The SHA-256 checksums of all other files."
    with pytest.raises(UnknownObject):
        found.file("../data/LICENSE.md")


@pytest.mark.parametrize("content", [None, "", "00  ../../etc/passwd\n", "00  /etc/passwd\n", "00  missing\n"])
def test_a_folder_without_a_data_set_offers_nothing(folder, content):
    sums = folder / "SHA256SUMS"
    if content is None:
        sums.unlink()
    else:
        sums.write_text(content)
        if not content:
            (folder / "croissant.json").write_text("[]")
    with pytest.raises(NoDataset):
        read_published(folder)
    with pytest.raises(NoDataset, match="LUDEX_DATASET_DIR is not set"):
        read_published(None)


def test_a_folder_that_was_replaced_is_read_again(folder, toys, tmp_path):
    before = read_published(folder).version
    grow(toys, seed=2)
    build_dataset(toys, tmp_path / "new")
    folder.rename(tmp_path / "old")
    (tmp_path / "new").rename(folder)
    assert read_published(folder).version != before
