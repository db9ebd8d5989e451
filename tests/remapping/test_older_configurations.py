"""P05, H31: Configurations of Liqo 1.1 and older are read by their own rule, in profile direct alone."""

from __future__ import annotations

from typing import Any

import pytest
from provider_run import addresses_of, codes_of, configuration, foreign_cluster, provider_run, refused_of, shadow

CONFIGURED = "configuration.liqo.io/configured"


def older(label: str | None = "true", single: bool = False) -> dict[str, Any]:
    """rome as Liqo 1.1 wrote it, or, with single strings, 1.0.0-rc.3."""
    made = configuration(
        "rome", ["10.40.32.0/19", "10.9.0.0/24"], ["10.61.32.0/19", "10.69.1.0/24"], labels={CONFIGURED: label}
    )
    if label is None:
        del made["metadata"]["labels"][CONFIGURED]
    del made["status"]["conditions"]
    if single:
        for part in (made["spec"], made["status"]):
            part["remote"]["cidr"]["pod"] = part["remote"]["cidr"]["pod"][0]
    return made


@pytest.mark.rule("P05")
@pytest.mark.parametrize("single", [False, True])
def test_direct_takes_it_with_a_note(single: bool) -> None:
    outcome = provider_run(foreign_cluster(), older(single=single), shadow("10.40.33.7"))
    assert addresses_of(outcome) == [["10.61.33.7"]]
    assert codes_of(outcome) == {"legacy-configuration"}


@pytest.mark.rule("P05")
@pytest.mark.parametrize("single", [False, True])
def test_liqo_1_2_asks_for_the_condition(single: bool) -> None:
    outcome = provider_run(foreign_cluster(), older(single=single), shadow("10.40.33.7"), profile="liqo-1.2")
    assert refused_of(outcome) == ("configuration-not-ready",)


@pytest.mark.rule("P05")
def test_only_the_first_entry_of_each_list_counts() -> None:
    outcome = provider_run(foreign_cluster(), older(), shadow("10.9.0.8"))
    assert addresses_of(outcome) == [["10.9.0.8"]]
    assert codes_of(outcome) == {"legacy-configuration", "untranslated-address"}


@pytest.mark.rule("P05")
@pytest.mark.parametrize(
    ("label", "single"), [("false", False), ("", False), (None, False), ("false", True), (None, True)]
)
def test_without_the_label_it_is_not_configured(label: str | None, single: bool) -> None:
    outcome = provider_run(foreign_cluster(), older(label, single), shadow("10.40.33.7"))
    assert refused_of(outcome) == ("configuration-not-ready",)


@pytest.mark.rule("P05")
def test_a_condition_outranks_the_label() -> None:
    made = older()
    made["status"]["conditions"] = [{"type": "NetworkCIDRsConfigured", "status": "False", "observedGeneration": 1}]
    outcome = provider_run(foreign_cluster(), made, shadow("10.40.33.7"))
    assert refused_of(outcome) == ("configuration-not-ready",)


@pytest.mark.rule("P05")
@pytest.mark.parametrize("profile", ["direct", "liqo-1.2"])
@pytest.mark.parametrize(
    ("generation", "observed", "code"),
    [
        (2, 2, None),
        (3, 2, "configuration-not-ready"),
        (2, 3, "configuration-not-ready"),
        (2, None, "configuration-not-ready"),
        (None, None, None),
        (None, 2, None),
    ],
)
def test_the_condition_has_to_be_of_this_generation(
    profile: str, generation: int | None, observed: int | None, code: str | None
) -> None:
    made = configuration("rome", ["10.40.32.0/19"], ["10.61.32.0/19"])
    del made["metadata"]["generation"]
    if generation is not None:
        made["metadata"]["generation"] = generation
    del made["status"]["conditions"][0]["observedGeneration"]
    if observed is not None:
        made["status"]["conditions"][0]["observedGeneration"] = observed
    outcome = provider_run(foreign_cluster(), made, shadow("10.40.33.7"), profile=profile)
    assert refused_of(outcome) == ((code,) if code is not None else None)
    is_taken_as_current = generation is None and observed is not None
    assert ("legacy-configuration" in codes_of(outcome)) == is_taken_as_current


@pytest.mark.rule("P05")
def test_the_first_condition_of_the_type_counts() -> None:
    made = configuration("rome", ["10.40.32.0/19"], ["10.61.32.0/19"])
    made["status"]["conditions"].append({"type": "NetworkCIDRsConfigured", "status": "False", "observedGeneration": 1})
    assert addresses_of(provider_run(foreign_cluster(), made, shadow("10.40.33.7"))) == [["10.61.33.7"]]
    made["status"]["conditions"].reverse()
    assert refused_of(provider_run(foreign_cluster(), made, shadow("10.40.33.7"))) == ("configuration-not-ready",)
