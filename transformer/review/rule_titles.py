"""The rules in a few words each, for who meets an id beside a step. docs/rules.md has the whole of them."""

from __future__ import annotations

TITLES = {
    "C01": "the API server's own slice is never reflected",
    "C02": "a slice's own annotation decides first whether it is reflected",
    "C03": "then its Service decides, by the reflection type",
    "C04": "which namespace of the provider a namespace goes to",
    "C05": "which labels and annotations are carried over",
    "C06": "addressType and ports are copied",
    "C07": "endpoints on the provider itself are left out: it knows its own pods",
    "C08": "which fields of an endpoint are carried over",
    "C09": "which cluster an endpoint's node is on",
    "C10": "an address outside the consumer's pod CIDRs becomes that of its IP object",
    "C11": "with direct connections, addresses on a third cluster are sent as the consumer sees them",
    "C12": "the direct-connections data lists them under their cluster",
    "C13": "how the direct-connections data is written",
    "C14": "annotations that are too large refuse the slice",
    "C15": "an object that somebody else made is left alone",
    "P01": "whether the provider's way to the consumer is on and ready",
    "P02": "data that cannot be read refuses the slice",
    "P03": "which addresses the data lists; one under two clusters refuses the slice",
    "P04": "which way an address goes: over the link, through the consumer, or as it is",
    "P05": "through the consumer, the CIDR in spec gives way to that in status",
    "P06": "over the link, by the pod CIDRs of the third cluster",
    "P07": "an entry whose two CIDRs do not fit together",
    "P08": "a provider that denies direct connections leaves out their endpoints",
    "P09": "which labels, annotations and fields are kept",
    "P10": "whether an endpoint is ready",
    "P11": "an EndpointSlice that somebody else made is left alone",
}
