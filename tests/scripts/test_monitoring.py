"""The dashboard and the alerts ask only for metrics, labels and values that a service has."""

import json
import re
from itertools import chain

import pytest
import yaml

from ludex.jobs.job import State
from ludex.settings import Settings
from tests.applications import application
from tests.services import ROOT

DEPLOYMENT = ROOT / "scripts" / "deployment"
DASHBOARD = json.loads((DEPLOYMENT / "grafana-dashboard.json").read_text())
[GROUP] = yaml.safe_load((DEPLOYMENT / "alerts.yaml").read_text())["groups"]
EXPRESSIONS = [target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"]]
ALERTS = [rule["expr"] for rule in GROUP["rules"]]


@pytest.fixture(scope="module")
def labels(starting_address: str) -> dict[str, set[str]]:
    """Give the labels of each metric of a service that has answered a request and a search."""
    with application(Settings(database_url=starting_address)) as app:
        client = app.test_client()
        client.get("/api/v1/planarity/levels?limit=1")
        client.post("/api/v1/swish/solve", json={"cards": ["*o", "o*"], "find": "any"})
        text = client.get("/metrics").text
    metrics: dict[str, set[str]] = {}
    for line in text.splitlines():
        if found := re.match(r"(ludex_\w+)(?:\{(.*)\})? ", line):
            metrics.setdefault(found[1], set()).update(re.findall(r'(\w+)="', found[2] or ""))
    return metrics


def test_dashboard_and_alerts_ask_for_metrics_that_exist(labels: dict[str, set[str]]) -> None:
    assert len(EXPRESSIONS) >= 9 and len(ALERTS) >= 6
    for expression in chain(EXPRESSIONS, ALERTS):
        metrics = re.findall(r"\b(ludex_\w+)(?:\{([^}]*)\})?", expression)
        assert metrics or "up{" in expression, expression
        for metric, selected in metrics:
            # `job` is the label that Prometheus adds when it reads the metrics.
            assert set(re.findall(r"(\w+)=", selected)) - {"job"} <= labels[metric], expression
        asked = {name for group in re.findall(r"by \(([^)]*)\)", expression) for name in group.split(", ")}
        assert asked <= set().union(*(labels[metric] for metric, _ in metrics)), expression


def test_alerts_ask_for_states_that_jobs_have() -> None:
    states = set(re.findall(r'state="(\w+)"', " ".join(ALERTS)))
    assert states and states <= {state.value for state in State}


def test_each_alert_has_a_severity_a_summary_and_a_remedy() -> None:
    for rule in GROUP["rules"]:
        assert rule["labels"]["severity"] in ("critical", "warning")
        assert set(rule["annotations"]) == {"summary", "remedy"}
