"""Codes of findings of the provider side: ShadowEndpointSlices, their data, and the state of the links."""

from transformer.findings.code import Code
from transformer.findings.finding import Effect, Severity

CODES: tuple[Code, ...] = (
    Code(
        name="other-destination",
        severity=Severity.INFO,
        effect=Effect.SLICE,
        title="A ShadowEndpointSlice is for another cluster",
        meaning=(
            "The label `offloading.liqo.io/destination` names another cluster than the one that is being computed. The "
            "slice was passed over."
        ),
        why=(
            "Its addresses and its data were made for that cluster's view of the network. Here they would lead "
            "elsewhere."
        ),
        remedy=(
            "Nothing needs to be done where several providers' slices lie in one input. If the slice is for this "
            "cluster, check `--cluster` and the label."
        ),
    ),
    Code(
        name="missing-origin",
        severity=Severity.ERROR,
        effect=Effect.SLICE,
        title="A ShadowEndpointSlice does not say where it comes from",
        meaning="The label `offloading.liqo.io/origin`, which holds the consumer's cluster id, is absent.",
        why=(
            "The origin tells which Configuration maps the addresses. Without it Liqo makes no EndpointSlice: the "
            "Service on the provider has no endpoints from this slice."
        ),
        remedy=(
            "Let the consumer make the slice again. If the label is missing on all of them, look for "
            "`offloading.liqo.io/origin` among the labels that are not reflected and take it out."
        ),
        rules=("P01", "H17"),
    ),
    Code(
        name="missing-foreign-cluster",
        severity=Severity.ERROR,
        effect=Effect.SLICE,
        title="The provider has no ForeignCluster for the origin",
        meaning=(
            "ForeignClusters were exported, but none of them has the origin's id in the label "
            "`liqo.io/remote-cluster-id`."
        ),
        why=(
            "Liqo asks the ForeignCluster whether networking is on and whether the peer can be reached. Without it, it "
            "makes no EndpointSlice. Most often the peering was removed and the slice was left behind."
        ),
        remedy=(
            "Export all of them with `kubectl get foreignclusters -o yaml`. If there is none for the origin, peer the "
            "clusters again (`liqoctl peer`) or delete the ShadowEndpointSlice that was left behind."
        ),
        rules=("P01",),
    ),
    Code(
        name="assumed-ready",
        severity=Severity.INFO,
        effect=Effect.NONE,
        title="The link to the origin was assumed to work",
        meaning=(
            "No ForeignCluster was exported from this provider. Networking was taken as on and established, the "
            "origin's API server as reachable."
        ),
        why="If one of these is not so, Liqo marks endpoints not ready, or leaves their addresses unmapped.",
        remedy="Export the ForeignClusters with `kubectl get foreignclusters -o yaml`.",
        rules=("P01", "P10"),
    ),
    Code(
        name="broken-direct-data",
        severity=Severity.ERROR,
        effect=Effect.SLICE,
        title="The direct-connections data cannot be read",
        meaning=(
            'The annotation `liqo.io/direct-connections-data` is not JSON of the shape {"clusterAddresses": '
            '{"CLUSTER": ["ADDRESS", ...]}}.'
        ),
        why=(
            "Addresses that the data lists were sent untranslated. Without it nobody can tell them from the others, "
            "and they would be mapped with the wrong Configuration. Liqo refuses the slice."
        ),
        remedy=(
            "Do not edit the annotation by hand: delete the ShadowEndpointSlice, and the consumer writes it anew. If "
            "it came from the consumer's own slice, remove it there."
        ),
        rules=("P02", "H16"),
    ),
    Code(
        name="ambiguous-direct-address",
        severity=Severity.ERROR,
        effect=Effect.SLICE,
        title="The data lists one address under two clusters",
        meaning="The annotation `liqo.io/direct-connections-data` has the same address under two cluster ids.",
        why=(
            "Liqo picks one of the two at random, anew each time, and maps the address with that cluster's "
            "Configuration. The traffic goes now to one cluster, now to the other. No result is given here."
        ),
        remedy=(
            "Find out which cluster the pod is on. If the consumer sees two clusters under one pod CIDR, their "
            "Configurations must be remapped so that they no longer overlap."
        ),
        rules=("P03", "H7"),
    ),
    Code(
        name="direct-data-mismatch",
        severity=Severity.WARNING,
        effect=Effect.NONE,
        title="The data and the endpoints do not fit together",
        meaning=(
            "The data lists an address that no endpoint has, or has in another spelling (upper-case IPv6, "
            "`::ffff:10.1.1.1` for `10.1.1.1`), or an address that other endpoints have too."
        ),
        why=(
            "Liqo compares the text of addresses. One that is spelt differently is not found in the data and is mapped "
            "as if its pod ran in the consumer; a pod of the consumer with the same address is mapped as if it ran on "
            "the third cluster."
        ),
        remedy=(
            "Spell the address in the endpoint as in the data: lower case, shortest form. If nobody edited the slice, "
            "the data is out of date: delete the ShadowEndpointSlice, and the consumer writes it anew."
        ),
        rules=("P04", "H8"),
    ),
    Code(
        name="outside-pod-cidrs",
        severity=Severity.ERROR,
        effect=Effect.SLICE,
        title="A direct address is in none of the pod CIDRs that the provider knows for its cluster",
        meaning=(
            "The consumer sees the third cluster under other pod CIDRs than its real ones (it remapped them), so the "
            "data carries an address that this provider does not find in that cluster's `spec.remote.cidr.pod`. The "
            "message shows the address as the consumer, its owner and this provider see it. In profile `direct` it is "
            "a warning where the answer is known all the same."
        ),
        why=(
            "For this pair of clusters direct connections cannot work in Liqo 1.2: it refuses the whole slice. It "
            "happens with every pair when all clusters have the same pod CIDR, kubeadm's usual one for instance."
        ),
        remedy=(
            "Give the clusters pod CIDRs that do not overlap, so that the consumer need not remap them. Or apply the "
            "result of profile `direct`, in a `fleet` run or with `--consumer-view`, which computes the address from "
            "both views."
        ),
        rules=("P06", "H1"),
    ),
    Code(
        name="ambiguous-host-part",
        severity=Severity.ERROR,
        effect=Effect.SLICE,
        title="The real address behind a direct address cannot be told",
        meaning=(
            "The consumer remapped the third cluster, and either that cluster has several pod CIDRs and the consumer's "
            "view is not at hand, or the consumer squeezed a larger CIDR into a smaller one, so that two pods share "
            "one address."
        ),
        why="Any answer would be a guess between pods, and a wrong one sends traffic to a pod of another Service.",
        remedy=(
            "Give the consumer's Configurations: run `fleet`, or `provider` with `--consumer-view ID=PATH`. If the "
            "consumer's `status.remote` CIDR has a longer prefix than the one in its spec, that Configuration must get "
            "one of the same length."
        ),
        rules=("P06", "H1"),
    ),
    Code(
        name="direct-connection-denied",
        severity=Severity.WARNING,
        effect=Effect.ENDPOINT,
        title="The provider refuses direct connections",
        meaning="Direct connections are denied for this provider, so the endpoints that the data lists were left out.",
        why=(
            "Liqo does not send their traffic through the consumer instead. The Service on this provider has fewer "
            "endpoints, perhaps none."
        ),
        remedy=(
            "Allow them (remove `denyDirectConnections` or `--deny-direct-connections`, as in the provider's own "
            "settings), or remove `liqo.io/use-direct-connections` from the Service so that its traffic goes through "
            "the consumer."
        ),
        rules=("P08", "H21"),
    ),
    Code(
        name="endpoints-not-ready",
        severity=Severity.INFO,
        effect=Effect.NONE,
        title="Endpoints that were ready are not ready on the provider",
        meaning=(
            "The provider's ForeignCluster for the origin says that the network connection is not established or that "
            "the API server is not reachable. Endpoints were marked not ready. The message names the condition."
        ),
        why="While it lasts the Service on the provider sends no traffic to these endpoints. Liqo does the same.",
        remedy=(
            "Look at the link with `liqoctl info peer CLUSTER` and at the ForeignCluster's conditions. If the export "
            "was made during an outage, export again."
        ),
        rules=("P10",),
    ),
)
