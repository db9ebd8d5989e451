"""The three clusters that benchmarks speak of: their networks, and how each sees the others' (as CIDRs)."""

from __future__ import annotations

from dataclasses import dataclass

CONSUMER = "rome"
PROVIDERS = ("milan", "turin")

#: Every network is a /12, so that a million endpoints fit.
PREFIX = 12
POD_CIDRS = {"rome": "10.0.0.0/12", "milan": "10.16.0.0/12", "turin": "10.32.0.0/12"}
#: All clusters were installed with the same external CIDR, as happens with Liqo's default.
EXTERNAL_CIDR = "10.80.0.0/12"
SERVICE_CIDR = "10.192.0.0/12"


@dataclass(frozen=True, slots=True)
class Seen:
    """How one cluster sees another's pod and external CIDR."""

    pod: str
    external: str


#: (who looks, at whom). The providers remap each other; milan remaps the consumer's pods too.
SEEN = {
    ("rome", "milan"): Seen(POD_CIDRS["milan"], "10.96.0.0/12"),
    ("rome", "turin"): Seen(POD_CIDRS["turin"], "10.112.0.0/12"),
    ("milan", "rome"): Seen("10.208.0.0/12", "10.128.0.0/12"),
    ("milan", "turin"): Seen("10.48.0.0/12", "10.144.0.0/12"),
    ("turin", "rome"): Seen(POD_CIDRS["rome"], "10.160.0.0/12"),
    ("turin", "milan"): Seen("10.64.0.0/12", "10.176.0.0/12"),
}


def peers_of(cluster: str) -> list[str]:
    """The clusters that ``cluster`` has a Configuration of, sorted."""
    return sorted(seen for looking, seen in SEEN if looking == cluster)
