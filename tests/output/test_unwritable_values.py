"""A value that no text can hold is a finding about its object, and nothing is written."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

_SLICE = """\
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: {{name: web-1, namespace: shop}}
addressType: IPv4
endpoints:
- addresses: [10.40.33.3]
  targetRef: {{kind: Pod, name: web-1, {target}}}
ports: [{{port: {port}}}]
"""
_CONFIG = """\
apiVersion: liqo-transformer.github.io/v1alpha1
kind: ConsumerTransform
metadata: {name: to-milan}
spec: {consumer: rome, provider: milan, podCIDRs: [10.40.32.0/19], namespaces: {shop: shop-rome}}
"""


@pytest.mark.parametrize(("target", "port"), [("weight: 0.5", "80"), ("a: b", "99999999999999999999999")])
def test_a_value_that_cannot_be_written_is_an_error_of_its_object(tmp_path: Path, target: str, port: str) -> None:
    (tmp_path / "slice.yaml").write_text(_SLICE.format(target=target, port=port))
    (tmp_path / "config.yaml").write_text(_CONFIG)
    options = "--consumer rome --provider milan --pod-cidr 10.40.32.0/19 --map-namespace shop=shop-rome -o out"
    for program, arguments in (
        ("transformer.cli.main", ["consumer", "slice.yaml", *options.split()]),
        ("transformer.cli.krm", ["config.yaml", "slice.yaml"]),
    ):
        script = f"from {program} import main; main()"
        ended = subprocess.run(
            [sys.executable, "-c", script, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert ended.returncode == 1, ended.stderr
        assert "schema-violation" in ended.stderr
        assert "ShadowEndpointSlice shop-rome/web-1 cannot be written" in ended.stderr
        assert sorted(path.name for path in tmp_path.iterdir()) == ["config.yaml", "slice.yaml"]
        assert "ShadowEndpointSlice" not in ended.stdout
