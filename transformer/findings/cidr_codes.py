"""Codes of findings about Liqo's Configurations: the CIDRs by which one cluster sees another."""

from transformer.findings.code import Code
from transformer.findings.finding import Effect, Severity

CODES: tuple[Code, ...] = (
    Code(
        name="missing-configuration",
        severity=Severity.ERROR,
        effect=Effect.SLICE,
        title="A Configuration that is needed is missing",
        meaning=(
            "An address must be mapped with the Configuration of a cluster (the consumer, or another provider that the "
            "data names), and the export has none with its id in the label `liqo.io/remote-cluster-id`. The message "
            "names the slices that this stops."
        ),
        why=(
            "Without it nobody knows how this provider sees that cluster. Liqo refuses the whole slice, endpoints with "
            "good addresses included. For another provider it usually means that the two are not connected."
        ),
        remedy=(
            "Export all of them with `kubectl get configurations.networking.liqo.io -A -o yaml`. If the cluster has "
            "none, connect the two clusters with `liqoctl network connect`, or remove the annotation "
            "`liqo.io/use-direct-connections` from the Service."
        ),
        rules=("P05", "P06", "H6"),
    ),
    Code(
        name="ambiguous-configuration",
        severity=Severity.ERROR,
        effect=Effect.SLICE,
        title="A cluster has two Configurations",
        meaning="Two Configurations carry the same cluster id in the label `liqo.io/remote-cluster-id`.",
        why=(
            "They may map addresses differently, and nothing says which one is in force. Liqo refuses to choose, and "
            "every slice that needs one of them is lost."
        ),
        remedy=(
            "Delete the one that is not in use (`kubectl get configurations.networking.liqo.io -A -L "
            "liqo.io/remote-cluster-id` lists them): often one in an old tenant namespace was left behind."
        ),
        rules=("P05", "P06", "H6"),
    ),
    Code(
        name="configuration-not-ready",
        severity=Severity.ERROR,
        effect=Effect.SLICE,
        title="A Configuration is not in force yet",
        meaning=(
            "Its condition NetworkCIDRsConfigured is absent, not True, or speaks of an older generation than "
            "`metadata.generation`."
        ),
        why=(
            "The CIDRs in the status may be those of before, so an address could come out wrong. Liqo waits, and has "
            "no EndpointSlice until then."
        ),
        remedy=(
            "Wait until `kubectl get configurations.networking.liqo.io NAME -n NAMESPACE -o yaml` shows the condition "
            "True for the current generation, then export again. If it stays False, look at the Networks that the "
            "Configuration owns and at the log of liqo-controller-manager."
        ),
        rules=("P05", "H6", "H31"),
    ),
    Code(
        name="incomplete-configuration",
        severity=Severity.ERROR,
        effect=Effect.SLICE,
        title="A Configuration does not say how its cluster is seen here",
        meaning="The Configuration has no `status.remote`.",
        why=(
            "That field holds the CIDRs under which this cluster sees the other one. Without it there is nothing to "
            "map an address to; Liqo 1.2 can crash here, and tries the slice again for ever."
        ),
        remedy=(
            "Export with `-o yaml` and leave the status in (some tools strip it). If the cluster itself has no "
            "`status.remote`, the other side has not answered yet: look at the Configuration's conditions."
        ),
        rules=("P05", "P06", "H3"),
    ),
    Code(
        name="unequal-cidr-lists",
        severity=Severity.ERROR,
        effect=Effect.SLICE,
        title="A Configuration's CIDR lists differ in length",
        meaning=(
            "An address lies in entry i of `spec.remote.cidr`, and the list in `status.remote.cidr` has no entry i. "
            "Entries that no address needs are not looked at."
        ),
        why="The lists belong together entry by entry. Liqo 1.2 crashes when the second one is too short.",
        remedy=(
            "Wait until the status lists a CIDR for every one in the spec, and export again. A list in an export that "
            "was edited by hand needs the missing entry back, at its place."
        ),
        rules=("P07", "H3"),
    ),
    Code(
        name="invalid-cidr",
        severity=Severity.ERROR,
        effect=Effect.SLICE,
        title="A CIDR cannot be parsed",
        meaning=(
            "A CIDR that is needed for an address is none: the prefix length is missing or too large, a netmask stands "
            "in its place, or the address before the slash is wrong."
        ),
        why="Liqo fails on it as well, and loses every slice that needs it.",
        remedy="Write it as network/length, for instance 10.61.0.0/17, in the object and field that are shown.",
        rules=("P05", "P06"),
    ),
    Code(
        name="lossy-prefix",
        severity=Severity.WARNING,
        effect=Effect.SLICE,
        title="A CIDR is mapped to one of another size",
        meaning=(
            "The two CIDRs of a Configuration's entry have prefixes of different lengths. In profile `direct` it is an "
            "error where an address would lose a bit that is set."
        ),
        why=(
            "Mapping keeps the host part. Into a smaller CIDR it does not fit, so several pods come out at one "
            "address, and Liqo 1.2 does not say so. Into a larger one, part of the address is made up."
        ),
        remedy=(
            "Both CIDRs of an entry must have the same length. Check whether `status.remote.cidr` was edited or "
            "belongs to an older peering; if so, reset the network between the two clusters and connect it again "
            "(`liqoctl network reset`, `liqoctl network connect`)."
        ),
        rules=("P07", "H5"),
    ),
    Code(
        name="legacy-configuration",
        severity=Severity.INFO,
        effect=Effect.NONE,
        title="A Configuration was read by an older rule",
        meaning=(
            "The Configuration has the form of Liqo 1.1 or older (the label `configuration.liqo.io/configured` in "
            "place of a condition), or the export lost `metadata.generation`. It was taken as in force."
        ),
        why=(
            "Whether its status is current could not be checked as Liqo 1.2 checks it. And a provider that is older "
            "than 1.2 ignores direct connections altogether."
        ),
        remedy=(
            "Upgrade Liqo on that cluster to 1.2 if direct connections are wanted. If it is 1.2 already, export with "
            "plain `kubectl get -o yaml`, which keeps `metadata.generation`."
        ),
        rules=("P05", "H31"),
    ),
)
