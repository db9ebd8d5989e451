"""kustomize prints some strings without quotes that other readers refuse; to us they are strings, too."""

from __future__ import annotations

import pytest

from transformer.krm.item import read_item
from transformer.krm.item_origin import Place
from transformer.manifests.engines import FastEngine
from transformer.manifests.limits import Limits

_SERVICE = """\
apiVersion: v1
kind: Service
metadata:
  annotations:
    {key}: {value}
    liqo.io/use-direct-connections: "true"
{handed}  name: web
  namespace: shop
"""
_HANDED = "    kustomize.config.k8s.io/id: |\n      kind: Service\n      name: web\n"


@pytest.mark.parametrize(
    ("printed", "meant"),
    [
        ("!!merge <<", "<<"),
        ("2001-13-45", "2001-13-45"),
        ("1.5e400", "1.5e400"),
        ("=", "="),
        ("9" * 200, "9" * 200),
        (".5.", ".5."),
    ],
)
def test_what_kustomize_prints_plain_is_a_string(printed: str, meant: str) -> None:
    text = _SERVICE.format(key="note", value=printed, handed=_HANDED)
    item, findings = read_item(text, Place(), FastEngine(Limits()), Limits(), may_be_kustomize=True)
    assert findings == []
    assert item.text == text
    (manifest,) = item.manifests
    value = manifest.data["metadata"]["annotations"]["note"]
    assert value == meant
    assert type(value) is str


def test_two_of_them_and_a_key() -> None:
    text = _SERVICE.format(key="!!merge <<", value="2001-13-45\n    other: 1.5e400", handed=_HANDED)
    item, findings = read_item(text, Place(), FastEngine(Limits()), Limits(), may_be_kustomize=True)
    assert findings == []
    annotations = item.manifests[0].data["metadata"]["annotations"]
    assert (annotations["<<"], annotations["other"]) == ("2001-13-45", "1.5e400")


@pytest.mark.parametrize("printed", ["!!merge <<", "2001-13-45", "9" * 200])
def test_by_hand_they_are_refused_as_ever(printed: str) -> None:
    text = _SERVICE.format(key="note", value=printed, handed="")
    _, findings = read_item(text, Place(), FastEngine(Limits()), Limits(), may_be_kustomize=True)
    assert len(findings) == 1


def test_what_is_broken_stays_broken() -> None:
    text = _SERVICE.format(key="note", value='"open', handed=_HANDED)
    _, findings = read_item(text, Place(), FastEngine(Limits()), Limits(), may_be_kustomize=True)
    assert [each.code for each in findings] == ["invalid-yaml"]
