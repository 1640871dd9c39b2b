"""The examples of the guide print what it says. pandas, polars, DuckDB and NetworkX run; R and Sage do not."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

GUIDE = Path(__file__).parents[3] / "schema" / "documentation" / "how-to" / "use-the-data-set.md"
RECIPES = re.findall(
    r"^## (.+?)$.*?^```python\n(.*?)^```$.*?^```text\n(.*?)^```$", GUIDE.read_text(), flags=re.DOTALL | re.MULTILINE
)


@pytest.mark.parametrize(("program", "printed"), [pytest.param(*recipe[1:], id=recipe[0]) for recipe in RECIPES])
def test_a_recipe_prints_what_the_guide_says(dataset, program, printed):
    # Each runs in a process of its own: the libraries keep threads that pytest reports.
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=dataset.parent, capture_output=True, text=True, check=False
    )
    assert (ran.stdout, ran.returncode) == (printed, 0), ran.stderr


def test_there_are_recipes_for_every_tool():
    assert [recipe[0] for recipe in RECIPES] == ["pandas", "polars", "DuckDB", "NetworkX"]
