"""An explanation as text for people: a chain of rules for every address, each step with what it read, and where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from transformer.findings.finding import Finding, Location, ObjectRef, Severity
from transformer.outcome import Fact
from transformer.reports.finding_words import remedy_lines
from transformer.reports.paint import paint
from transformer.reports.result import Style, place_text
from transformer.reports.visible import visible, visible_lines, width
from transformer.review.explaining import Explanation, NamedService, ProviderExplanation
from transformer.review.explanation import Chain, EndpointExplanation, SliceExplanation, TakenStep
from transformer.review.rule_titles import TITLES
from transformer.view.trail import Stops

_INDENT = "  "
#: What became of what a step stopped.
_FATE = {Stops.ADDRESS: "dropped", Stops.ENDPOINT: "left out"}


def render_explanation(explanation: Explanation, style: Style) -> str:
    """The whole explanation; every value in it is made safe to print."""
    blocks = [[_service_line(each, style)] for each in explanation.services]
    blocks += [list(_provider_lines(each, style)) for each in explanation.providers]
    blocks.append(list(_legend(explanation, style)))
    return "\n".join("".join(f"{line}\n" for line in block) for block in blocks if block)


def fact_text(fact: Fact, location: Location | None) -> str:
    """``Node liqo-milan of rome, metadata.labels["liqo.io/remote-cluster-id"]: milan (rome/nodes.yaml:12:5)``."""
    value = visible(fact.value) if fact.value else "not set"
    return f"{_whose(fact.object, fact.cluster)}, {visible(fact.field)}: {value}{_place(location)}"


def _service_line(service: NamedService, style: Style) -> str:
    heading = paint(f"Service {visible(service.name)}", "heading", style) + _place(service.location)
    return heading if service.has_slices else f"{heading}: no EndpointSlice was exported for it, so nobody gets one"


def _provider_lines(explained: ProviderExplanation, style: Style) -> Iterator[str]:
    missing = "" if explained.is_exported else ", of which no export was given: what it is sent is all that is known"
    yield paint(f"provider {visible(explained.provider)}", "heading", style) + missing
    for slice in explained.slices:
        yield from (_INDENT + line for line in _slice_lines(slice, style))
    if explained.surer:
        yield f"{_INDENT}would be surer with what was not exported:"
        for found in explained.surer:
            yield from (_INDENT * 2 + line for line in _surer_lines(found, style))


def _slice_lines(slice: SliceExplanation, style: Style) -> Iterator[str]:
    of_service = f" of Service {visible(slice.service)}" if slice.service else ""
    yield paint(visible(str(slice.source)), "place", style) + of_service + _place(slice.location) + _became(slice)
    for step in slice.steps:
        yield from (_INDENT + line for line in _step_lines(step, "", style))
    for endpoint in slice.endpoints:
        yield from (_INDENT + line for line in _endpoint_lines(endpoint, style))


def _became(slice: SliceExplanation) -> str:
    if slice.reason is not None:
        side = "on the provider" if slice.reason.on_provider else "by the consumer"
        return f": not written, {side} ({slice.reason.step.rule})"
    made = slice.result or slice.sent
    return f" -> {visible(str(made))}" if made is not None else ""


def _endpoint_lines(endpoint: EndpointExplanation, style: Style) -> Iterator[str]:
    target = f", {visible(endpoint.target)}" if endpoint.target else ""
    node = f" on node {visible(endpoint.node)}" if endpoint.node else ""
    yield paint(f"endpoint {endpoint.number}{target}", "place", style) + node + _place(endpoint.location)
    for line in _endpoint_steps(endpoint, style):
        yield _INDENT + line


def _endpoint_steps(endpoint: EndpointExplanation, style: Style) -> Iterator[str]:
    """In the order in which they were taken: what is about the endpoint on the provider comes behind its addresses."""
    valued = [each for chain in endpoint.addresses for each in _valued(chain)]
    column = max((width(value) for value, _ in valued), default=0)
    for step in endpoint.steps:
        if not step.on_provider:
            yield from _step_lines(step, "", style)
    for value, step in valued:
        yield from _step_lines(step, value + " " * (column - width(value) + 2), style)
    for step in endpoint.steps:
        if step.on_provider:
            yield from _step_lines(step, "", style)
    for chain in endpoint.addresses:
        yield f"= {_end(chain, endpoint.number)}"


def _valued(chain: Chain) -> Iterator[tuple[str, TakenStep]]:
    """Each step with the address it is about: ``before -> after`` where it changes."""
    address = chain.address
    for each in chain.steps:
        after = each.step.after if each.step.after is not None else address
        yield visible(address) + (f" -> {visible(after)}" if after != address else ""), each
        address = after


def _end(chain: Chain, number: int) -> str:
    address, reason = visible(chain.address), chain.reason
    if chain.result is not None:
        return f"{address} is written as {visible(chain.result)}"
    if reason is None or reason.step.stops is None:
        return f"{address} is sent as {visible(chain.sent or '')}"
    if reason.step.stops is not Stops.SLICE:
        return f"{address} is {_FATE[reason.step.stops]} ({reason.step.rule})"
    elsewhere = "" if reason.step.endpoint in (None, number) else f", because of endpoint {reason.step.endpoint}"
    return f"{address} is not written, as nothing of its slice is ({reason.step.rule}{elsewhere})"


def _step_lines(taken: TakenStep, values: str, style: Style) -> Iterator[str]:
    step = taken.step
    lead = f"{values}{step.rule}  "
    words = visible(step.words)
    if step.finding is not None:
        words = paint(words, step.finding.severity, style) + " " + paint(f"[{step.finding.code}]", "dim", style)
    elif step.stops is not None:
        words = paint(words, Severity.WARNING, style)
    yield lead + words
    for line in _below(taken):
        yield " " * width(lead) + paint(line, "dim", style)


def _below(taken: TakenStep) -> Iterator[str]:
    """What a step read, or what its finding is about and what is to be done."""
    yield from (fact_text(each.fact, each.location) for each in taken.facts)
    found = taken.step.finding
    if found is None:
        return
    if found.object is not None:
        field = f", {visible(found.field)}" if found.field else ""
        yield f"{_whose(found.object, found.cluster)}{field}{_place(found.location)}"
    if taken.step.stops is not None:
        yield from remedy_lines(found.remedy)


def _surer_lines(found: Finding, style: Style) -> Iterator[str]:
    first, *rest = visible_lines(found.remedy)
    yield f"{first} {paint(f'[{found.code}]', 'dim', style)}"
    yield from (_INDENT + line for line in rest)


def _legend(explanation: Explanation, style: Style) -> Iterator[str]:
    """The rules that were at work, in a few words each."""
    steps: Iterable[TakenStep] = (
        step for provider in explanation.providers for slice in provider.slices for step in slice.all_steps
    )
    rules = sorted({step.step.rule for step in steps})
    if rules:
        yield paint("rules (docs/rules.md of liqo-transformer has them all)", "heading", style)
    for rule in rules:
        yield f"{_INDENT}{rule}  {TITLES[rule]}"


def _whose(object: ObjectRef, cluster: str | None) -> str:
    return visible(str(object)) + (f" of {visible(cluster)}" if cluster else "")


def _place(location: Location | None) -> str:
    text = place_text(location.position()) if location is not None else ""
    return f" ({text})" if text else ""
