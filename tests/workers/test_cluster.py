"""Workers on a Ray cluster of this computer: three nodes, one of which is lost."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from secateur.exploration.result import Result
from secateur.jobs.explore import prepare
from secateur.jobs.plan import Plan
from secateur.options import Keep, Parallel, assemble
from secateur.options.jobs import ExploreOptions
from secateur.workers import places
from secateur.workers.spreading import Spreading

from .subjects import SMALL, SUBJECTS, TECHNIQUES, alone, explored
from .subjects import told as subject_told

pytestmark = pytest.mark.cluster

NODE = {"num_cpus": 1, "node_ip_address": "127.0.0.1"}
#: A lost node is noticed soon, and workers are not slower than everything else on a busy computer.
SOON = {"health_check_initial_delay_ms": 0, "health_check_period_ms": 1000, "worker_niceness": 0}

PROGRAM = """int f(int a, int b, int c, int d, int e, int g) {
    int n = 0, in[6] = {a, b, c, d, e, g};
    for (int i = 0; i < 6; i++) if (in[i] > i && in[i] < 100) n += i;
    if (n == 7) return 10 / (n - 7);
    return n;
}
"""


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """On the loopback address, without a dashboard."""
    os.environ |= {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0", "RAY_USAGE_STATS_ENABLED": "0"}
    import ray  # noqa: PLC0415 - an extra
    from ray.cluster_utils import Cluster  # noqa: PLC0415

    head = {**NODE, "include_dashboard": False, "_system_config": SOON}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    for _ in range(2):
        cluster.add_node(**NODE)
    ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
    yield cluster
    ray.shutdown()
    cluster.shutdown()


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Plan:
    source = tmp_path_factory.mktemp("cluster") / "f.c"
    source.write_text(PROGRAM)
    options = assemble(ExploreOptions, {"technique": "full", "jobs": 1})
    return replace(prepare([f"{source}:f"], options).plan, keep=Keep.ALL)


def told(result: Result) -> list[object]:
    paths = [(path.lineage, path.ending, path.status, path.model, path.labels) for path in result.paths]
    counts = result.counts
    return [paths, counts.completed, counts.faulty, counts.infeasible, result.coverage, result.by_fault]


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "Spreading", lambda crew, after, **_: Spreading(crew, 5000, 5000, 20_000))


def test_three_nodes(cluster: Any, plan: Plan) -> None:
    result = replace(plan, parallel=Parallel(cluster=cluster.address)).run("full")
    assert result.complete
    assert told(result) == told(plan.run("full"))


def test_a_node_is_lost(cluster: Any, plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    from secateur.workers.cluster import RayCrew  # noqa: PLC0415

    given = []
    give = RayCrew.give

    def giving(crew: RayCrew, worker: int, order: Any) -> None:
        give(crew, worker, order)
        given.append(worker)
        if len(given) == 4:
            cluster.remove_node(cluster.list_all_nodes()[-1], allow_graceful=False)

    monkeypatch.setattr(RayCrew, "give", giving)
    result = replace(plan, parallel=Parallel(cluster=cluster.address)).run("full")
    assert len(given) > 4
    assert told(result) == told(plan.run("full"))


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "Spreading", lambda crew, after, **_: Spreading(crew, *SMALL))


@pytest.mark.parametrize("technique", TECHNIQUES)
@pytest.mark.parametrize("subject", SUBJECTS)
def test_ten_subjects(cluster: Any, subject: str, technique: str, small: None) -> None:
    result = explored(subject, technique, Parallel(cluster=cluster.address))
    assert subject_told(result, technique) == alone(subject, technique)


@pytest.mark.parametrize("technique", TECHNIQUES)
@pytest.mark.parametrize("subject", SUBJECTS)
def test_ten_subjects_and_a_node_is_lost(
    cluster: Any, subject: str, technique: str, small: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    from secateur.workers.cluster import RayCrew  # noqa: PLC0415

    if len(cluster.list_all_nodes()) < 3:
        cluster.add_node(**NODE)
        cluster.wait_for_nodes()
    given = []
    give = RayCrew.give

    def giving(crew: RayCrew, worker: int, order: Any) -> None:
        give(crew, worker, order)
        given.append(worker)
        if len(given) == 2:
            cluster.remove_node(cluster.list_all_nodes()[-1], allow_graceful=False)

    monkeypatch.setattr(RayCrew, "give", giving)
    result = explored(subject, technique, Parallel(cluster=cluster.address))
    assert subject_told(result, technique) == alone(subject, technique)


def test_an_address_where_nothing_is(plan: Plan, tmp_path: Path) -> None:
    from secateur.errors import OptionError  # noqa: PLC0415
    from secateur.workers.cluster import _connect, _ray  # noqa: PLC0415

    with pytest.raises(OptionError, match="cluster"):
        _connect(_ray(), "127.0.0.1:1", None)
