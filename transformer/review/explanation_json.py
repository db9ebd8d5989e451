"""An explanation as JSON, for programs."""

from __future__ import annotations

import json
from typing import Any

from transformer.findings.finding import Location, ObjectRef, Position
from transformer.outcome import Fact
from transformer.reports.json import finding_as_json, object_as_json
from transformer.reports.result import Placed
from transformer.review.explaining import Explanation, ProviderExplanation
from transformer.review.explanation import Chain, EndpointExplanation, SliceExplanation, TakenStep
from transformer.review.rule_titles import TITLES

#: Version of the shape; it rises when a reader of the old shape would break.
VERSION = 1


def explanation_as_json(explanation: Explanation) -> str:
    """The whole explanation as JSON, ASCII alone. Absent values are left out."""
    document = {
        "version": VERSION,
        "query": explanation.query,
        "services": [
            {"name": each.name, "hasSlices": each.has_slices, **_place(each.location)} for each in explanation.services
        ],
        "providers": [_provider(each) for each in explanation.providers],
        "rules": TITLES,
    }
    return json.dumps(document, indent=2, ensure_ascii=True) + "\n"


def _provider(explained: ProviderExplanation) -> dict[str, Any]:
    return {
        "provider": explained.provider,
        "exported": explained.is_exported,
        "slices": [_slice(each) for each in explained.slices],
        "surer": [finding_as_json(Placed(each, each.position())) for each in explained.surer],
    }


def _slice(slice: SliceExplanation) -> dict[str, Any]:
    return _present(
        {
            "source": object_as_json(slice.source),
            **_place(slice.location),
            "service": slice.service or None,
            "sent": object_as_json(slice.sent),
            "result": object_as_json(slice.result),
            "reason": _reason(slice.reason),
            "steps": [_step(each) for each in slice.steps],
            "endpoints": [_endpoint(each) for each in slice.endpoints],
        }
    )


def _endpoint(endpoint: EndpointExplanation) -> dict[str, Any]:
    return _present(
        {
            "number": endpoint.number,
            "target": endpoint.target or None,
            "node": endpoint.node or None,
            **_place(endpoint.location),
            "steps": [_step(each) for each in endpoint.steps],
            "addresses": [_chain(each) for each in endpoint.addresses],
        }
    )


def _chain(chain: Chain) -> dict[str, Any]:
    return _present(
        {
            "address": chain.address,
            "sent": chain.sent,
            "result": chain.result,
            "reason": _reason(chain.reason),
            "steps": [_step(each) for each in chain.steps],
        }
    )


def _reason(taken: TakenStep | None) -> dict[str, Any] | None:
    """What ended an address or a slice, in short; the step itself stands where it was taken."""
    if taken is None or taken.step.stops is None:
        return None
    code = taken.step.finding.code if taken.step.finding is not None else None
    stops = str(taken.step.stops)
    return _present({"rule": taken.step.rule, "stops": stops, "code": code, "message": taken.step.words})


def _step(taken: TakenStep) -> dict[str, Any]:
    step = taken.step
    return _present(
        {
            "rule": step.rule,
            "side": "provider" if taken.on_provider else "consumer",
            "message": step.words,
            "before": step.before,
            "after": step.after,
            "stops": str(step.stops) if step.stops is not None else None,
            "facts": [_fact(each.fact, each.location) for each in taken.facts] or None,
            "finding": finding_as_json(Placed(step.finding, step.finding.position())) if step.finding else None,
        }
    )


def _fact(fact: Fact, location: Location | None) -> dict[str, Any]:
    object: ObjectRef = fact.object
    shown = {"object": object_as_json(object), "cluster": fact.cluster, "field": fact.field, "value": fact.value}
    return {**shown, **_place(location)}


def _place(location: Location | None) -> dict[str, Any]:
    position = location.position() if location is not None else Position("")
    return _present({"file": position.file or None, "line": position.line, "column": position.column})


def _present(values: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value is not None}
