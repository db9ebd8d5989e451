"""The shipped fleet in other orders of files, documents and keys, with the same meaning."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import yaml

FLEET = Path(__file__).parents[2] / "fixtures" / "fleet" / "exports"


def write_shuffled(folder: Path, seed: int) -> None:
    """The fleet's exports as one stream of single objects a cluster, cut over three files."""
    order = random.Random(seed)
    for cluster in sorted(path for path in FLEET.iterdir() if path.is_dir()):
        objects = [
            item
            for file in sorted(cluster.glob("*.yaml"))
            for item in yaml.load(file.read_text(encoding="utf-8"), yaml.CSafeLoader)["items"]
        ]
        order.shuffle(objects)
        names = ["z.yaml", "a.yml", "deep/m.yaml"]
        order.shuffle(names)
        for number, name in enumerate(names):
            path = folder / cluster.name / name
            path.parent.mkdir(parents=True, exist_ok=True)
            documents = [_reordered(each, order) for each in objects[number :: len(names)]]
            path.write_text(yaml.safe_dump_all(documents, sort_keys=False), encoding="utf-8")


def _reordered(value: Any, order: random.Random) -> Any:
    if isinstance(value, dict):
        keys = list(value)
        order.shuffle(keys)
        return {key: _reordered(value[key], order) for key in keys}
    # Lists keep their order: that of endpoints and addresses has a meaning.
    return [_reordered(each, order) for each in value] if isinstance(value, list) else value
