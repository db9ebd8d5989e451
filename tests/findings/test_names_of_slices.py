"""By which names a suppression knows a slice: in the consumer's export, and of what was made of it."""

from __future__ import annotations

import pytest

from transformer.findings.catalogue import finding
from transformer.findings.finding import Finding, ObjectRef
from transformer.findings.suppression import Suppressed, Suppression
from transformer.outcome import DerivedObject, Outcome, Summary, names_beside


def of_rome(name: str) -> ObjectRef:
    return ObjectRef("discovery.k8s.io/v1", "EndpointSlice", *name.split("/"))


def made(provider: str, name: str, source: str, kind: str = "ShadowEndpointSlice") -> DerivedObject:
    namespace, _, own = name.partition("/")
    return DerivedObject(provider, kind, namespace, own, {}, source=of_rome(source))


#: rome has a namespace of the name that its namespace shop has on milan, and reflects that, too.
OBJECTS = (
    made("milan", "shop-rome/web", "shop/web"),
    made("milan", "shop-rome/web", "shop/web", "EndpointSlice"),
    made("turin", "other/web", "shop/web"),
    made("milan", "shop-rome-rome/web", "shop-rome/web"),
)


def about(name: str, provider: str | None, cluster: str | None, kind: str = "EndpointSlice") -> Finding:
    ref = of_rome(name)._replace(kind=kind)
    return finding("unknown-node", "a node", object=ref, provider=provider, cluster=cluster)


@pytest.mark.parametrize(
    ("found", "names"),
    [
        (about("shop/web", "milan", "rome"), {"shop-rome/web"}),
        (about("shop/web", "turin", "rome"), {"other/web"}),
        (about("shop-rome/web", "milan", "rome"), {"shop-rome-rome/web"}),
        (about("shop-rome/web", "milan", "milan"), {"shop/web"}),
        (about("shop-rome/web", "milan", None), {"shop/web"}),
        (about("shop-rome/web", "turin", "turin"), set()),
        (about("shop-rome/web", "milan", "milan", "Service"), set()),
        (about("shop/web", "milan", "rome", "Service"), set()),
        (about("shop/web", None, "rome"), set()),
        (finding("unlike-1.2", "anything"), set()),
        (finding("missing-configuration", "none", provider="milan", cluster="milan", slices=("a/b",)), set()),
        (
            finding("missing-configuration", "none", provider="milan", cluster="milan", slices=("shop-rome/web",)),
            {"shop/web"},
        ),
    ],
)
def test_a_slice_is_known_by_the_names_of_what_it_became_or_came_from(found: Finding, names: set[str]) -> None:
    assert set(names_beside(OBJECTS)(found)) == names


def test_what_comes_up_after_a_run_is_suppressed_like_the_rest() -> None:
    earlier = about("shop/db", "milan", "rome")
    later = [about("shop-rome/web", "milan", None), about("shop-rome/db", "milan", None)]
    ignore = (Suppression("unknown-node", "shop/web", "known"), Suppression("live-drift", None, "known"))
    outcome = Outcome(OBJECTS, (), (earlier,), Summary()).concluded(ignore, later)
    assert outcome.findings == (earlier, later[1])
    assert (outcome.suppressed.findings, outcome.summary.suppressed) == ((later[0],), 1)
    compared = Outcome(OBJECTS, (), (earlier,), Summary()).concluded(ignore, later, ["live-drift"])
    assert [each.code for each in compared.findings] == ["unknown-node", "unknown-node", "unused-suppression"]


def test_the_end_of_a_run_counts_what_was_suppressed_before_it() -> None:
    ignore = (Suppression("unknown-node", None, "known"),)
    earlier = Suppressed((about("shop/db", "milan", "rome"),), frozenset(ignore))
    outcome = Outcome(OBJECTS, (), (), Summary(), suppressed=earlier)
    assert (outcome.concluded(ignore).findings, outcome.concluded(ignore).summary.suppressed) == ((), 1)
    assert outcome.concluded(ignore, [about("shop/web", "milan", "rome")]).summary.suppressed == 2
