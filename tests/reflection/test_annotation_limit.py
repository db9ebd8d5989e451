"""C14: key, data and the slice's own annotations, 262,144 bytes together, are too much for the API server."""

from __future__ import annotations

import pytest
from consumer_run import DATA, DIRECT, an_object, codes_of, consumer_run, data_of, node, service, slice_of

LIMIT = 262_144
WRITTEN = '{"clusterAddresses":{"turin":["10.128.70.5"]}}'
ON_TURIN = {"addresses": ["10.128.70.5"], "nodeName": "liqo-turin", "targetRef": {"kind": "Pod", "name": "web"}}
TURIN = an_object(
    "networking.liqo.io/v1beta1",
    "Configuration",
    "turin",
    "liqo-tenant-turin",
    labels={"liqo.io/remote-cluster-id": "turin"},
    status={"remote": {"cidr": {"pod": ["10.128.64.0/20"]}}},
)
NODES = (node("rome-worker-1"), node("liqo-milan", "milan"), node("liqo-turin", "turin"), TURIN)


def own_of(size: int, key: str = "note", character: str = "x") -> dict[str, str]:
    """Annotations of this many bytes, key included."""
    width = len(character.encode())
    filler, rest = divmod(size - len(key), width)
    return {key: character * filler + "x" * rest}


@pytest.mark.rule("C14")
@pytest.mark.parametrize("character", ["x", "é", "\U0001f600"])
@pytest.mark.parametrize("profile", ["direct", "liqo-1.2"])
@pytest.mark.parametrize(("total", "codes"), [(LIMIT, ["annotation-too-large"]), (LIMIT - 1, [])])
def test_the_limit_counts_bytes_of_key_data_and_own_annotations(
    character: str, profile: str, total: int, codes: list[str]
) -> None:
    own = own_of(total - len(DATA) - len(WRITTEN), character=character)
    outcome = consumer_run(*NODES, service(DIRECT), slice_of(ON_TURIN, annotations=own), profile=profile)
    assert codes_of(outcome) == codes
    assert [each.codes for each in outcome.refusals] == [("annotation-too-large",)] * len(codes)
    assert len(outcome.objects) == 1 - len(codes)
    if not codes:
        assert data_of(outcome) == WRITTEN


@pytest.mark.rule("C14")
def test_annotations_that_are_not_reflected_count_too() -> None:
    own = own_of(LIMIT - len(DATA) - len(WRITTEN), key="metallb.universe.tf/address-pool")
    outcome = consumer_run(*NODES, service(DIRECT), slice_of(ON_TURIN, annotations=own))
    assert "annotation-too-large" in codes_of(outcome)


@pytest.mark.rule("C14")
def test_without_data_there_is_no_limit_of_ours() -> None:
    outcome = consumer_run(*NODES, service(DIRECT), slice_of(annotations=own_of(LIMIT + 1)))
    assert codes_of(outcome) == []
    assert len(outcome.objects) == 1
