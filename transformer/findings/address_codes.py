"""Codes of findings about single addresses: what they are, and how they are translated."""

from transformer.findings.code import Code
from transformer.findings.finding import Effect, Severity

CODES: tuple[Code, ...] = (
    Code(
        name="untranslated-address",
        severity=Severity.WARNING,
        effect=Effect.NONE,
        title="An address stays as it is although it should change",
        meaning=(
            "On the consumer side: an address of a Service with direct connections is sent raw and is not in the data, "
            "although it is no address of the consumer's pods. On the provider side: an address lies in none of the "
            "origin's CIDRs, so there was nothing to map it with."
        ),
        why=(
            "Pods on the provider get an address that means something else, or nothing, in their network. Liqo 1.2 "
            "does the same without a word: connections time out, or reach the wrong host."
        ),
        remedy=(
            "For an address outside the cluster, put it in a slice of another Service without the annotation and map "
            "it with an IP object, or use profile `direct`. On the provider, check that the origin's Configuration has "
            "all of its pod and external CIDRs."
        ),
        rules=("C11", "P05", "H2"),
    ),
    Code(
        name="unmapped-address",
        severity=Severity.ERROR,
        effect=Effect.SLICE,
        title="An address has no IP object",
        meaning=(
            "The address is not in the consumer's pod CIDRs, and no IP object in the slice's namespace has it as "
            "`spec.ip`. In profile `direct` the other namespaces were searched as well."
        ),
        why=(
            "Other clusters reach such an address only through an external address that an IP object reserves. Liqo "
            "refuses the whole slice over one address without it, healthy endpoints included."
        ),
        remedy=(
            "Apply an IP object in the slice's namespace: apiVersion ipam.liqo.io/v1alpha1, kind IP, `spec.ip` the "
            "address. Wait for its `status.ip`, then export again."
        ),
        rules=("C10", "H11"),
    ),
    Code(
        name="unknown-address",
        severity=Severity.ERROR,
        effect=Effect.SLICE,
        title="An address needs an IP object, and none were exported",
        meaning=(
            "The address is not in the consumer's pod CIDRs, so an IP object must say how others see it. The export "
            "holds no IP object at all."
        ),
        why=(
            "Liqo makes an IP object for each offloaded pod, so the cluster most likely has one and the export left "
            "the kind out. The address cannot be guessed."
        ),
        remedy=(
            "Export them with `kubectl get ips.ipam.liqo.io -A -o yaml`. If the cluster has none for this address, "
            "apply one in the slice's namespace (apiVersion ipam.liqo.io/v1alpha1, kind IP, `spec.ip` the address)."
        ),
        rules=("C10",),
    ),
    Code(
        name="pending-ip",
        severity=Severity.ERROR,
        effect=Effect.SLICE,
        title="An IP object has no external address yet",
        meaning="The IP object for the address exists, but its `status.ip` is empty.",
        why=(
            "Liqo fills the status when it has reserved the external address. Until then it refuses the whole slice, "
            "and so does this."
        ),
        remedy=(
            "Wait until `kubectl get ips.ipam.liqo.io NAME -n NAMESPACE -o yaml` shows `status.ip`, then export again. "
            "If it stays empty, look at the log of liqo-ipam and at the free space of the external CIDR."
        ),
        rules=("C10", "H11"),
    ),
    Code(
        name="ip-in-other-namespace",
        severity=Severity.WARNING,
        effect=Effect.NONE,
        title="An IP object of another namespace was used",
        meaning=(
            "The slice's namespace has no IP object for the address, but another namespace has. Profile `direct` used "
            "that one."
        ),
        why=(
            "Liqo 1.2 looks in the slice's namespace only and would refuse the slice. The external address itself "
            "works from anywhere."
        ),
        remedy=(
            "Create an IP object with the same `spec.ip` in the slice's namespace, so that Liqo reflects the slice too."
        ),
        rules=("C10",),
    ),
    Code(
        name="ambiguous-ip",
        severity=Severity.ERROR,
        effect=Effect.SLICE,
        title="Two IP objects have the same address",
        meaning=(
            "Two IP objects that could be used for the address have the same `spec.ip`, each with an external address "
            "of its own."
        ),
        why=(
            "Liqo takes whichever it happens to see first, and may take the other one after a restart. The result "
            "cannot be predicted."
        ),
        remedy="Delete one of the two: `kubectl delete ips.ipam.liqo.io NAME -n NAMESPACE`.",
        rules=("C10", "H13"),
    ),
    Code(
        name="unsupported-ip-family",
        severity=Severity.INFO,
        effect=Effect.NONE,
        title="An IPv6 address outside the pod CIDRs cannot be mapped by Liqo",
        meaning=(
            "The address that lacks an IP object is an IPv6 address. Liqo's IP objects hold IPv4 addresses only, so "
            "the advice to create one does not help."
        ),
        why=(
            "In Liqo the slice fails for good, not only for now. IP objects with IPv6 addresses from elsewhere are "
            "read here all the same."
        ),
        remedy=(
            "Give the Service an IPv4 slice for these endpoints, or annotate the slice with `liqo.io/skip-reflection: "
            '"true"` so that it no longer fails.'
        ),
        rules=("C10", "H12"),
    ),
    Code(
        name="fqdn-addresses",
        severity=Severity.ERROR,
        effect=Effect.SLICE,
        title="A slice of host names cannot be translated",
        meaning=(
            "The slice's addressType is FQDN: its addresses are host names, and one of them would have to be "
            "translated for the other cluster."
        ),
        why=(
            "A host name lies in no CIDR and has no IP object. Liqo refuses the slice on the consumer, or, where the "
            "name gets through, on the provider."
        ),
        remedy=(
            "Use a Service of type ExternalName for a host name, or a slice with the host's IP addresses. To keep the "
            'slice at home, annotate it with `liqo.io/skip-reflection: "true"`.'
        ),
        rules=("C10", "P05", "H14"),
    ),
    Code(
        name="invalid-address",
        severity=Severity.ERROR,
        effect=Effect.SLICE,
        title="An address is not an IP address",
        meaning=(
            "Where an IP address is needed stands something that is none: a number over 255, a leading zero, a zone "
            "(`%eth0`), a prefix length, or a stray blank."
        ),
        why=(
            "Liqo cannot parse it either, and loses the whole slice for it. A Liqo older than 1.2 passed such text on, "
            "for pods that could not use it."
        ),
        remedy=(
            "Correct the address in the object that is shown: four numbers from 0 to 255 without leading zeros, or an "
            "IPv6 address without a zone."
        ),
        rules=("C10", "P05", "H6"),
    ),
    Code(
        name="family-mismatch",
        severity=Severity.ERROR,
        effect=Effect.SLICE,
        title="IPv4 and IPv6 are mixed",
        meaning=(
            "An address is of another family than its slice's addressType, or a CIDR and the one it maps to are of "
            "different families."
        ),
        why=(
            "Liqo 1.2 crashes when an IPv6 address has to go into an IPv4 CIDR, and makes up a meaningless address the "
            "other way round. The API server refuses slices of mixed families."
        ),
        remedy=(
            "Put IPv4 and IPv6 endpoints in slices of their own, with the matching addressType. In a Configuration, "
            "list the CIDRs of `spec.remote` and `status.remote` in the same order, so that entry i has one family."
        ),
        rules=("C10", "P07", "H4"),
    ),
    Code(
        name="duplicate-address",
        severity=Severity.ERROR,
        effect=Effect.SLICE,
        title="Two addresses of one endpoint become the same",
        meaning=(
            "After translation, on the consumer or on the provider, an endpoint has one address twice. Profile "
            "`direct` keeps the first and only warns."
        ),
        why=(
            "The addresses of an endpoint are a set for the API server: it refuses the object, and the whole slice is "
            "lost."
        ),
        remedy=(
            "Look at the two addresses that the message names. Usually two IP objects share one `status.ip`, or two "
            "CIDRs were mapped onto one: correct that, or remove one address from the endpoint."
        ),
        rules=("C11", "H5"),
    ),
)
