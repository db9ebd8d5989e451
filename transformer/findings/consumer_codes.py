"""Codes of findings of the consumer side: what is reflected, and how direct connections are asked for."""

from transformer.findings.code import Code
from transformer.findings.finding import Effect, Severity

CODES: tuple[Code, ...] = (
    Code(
        name="reflection-skipped",
        severity=Severity.INFO,
        effect=Effect.SLICE,
        title="A slice is not reflected",
        meaning=(
            "An annotation on the EndpointSlice or on its Service keeps the slice at home, or the Services are "
            "reflected only on request (AllowList) and this one does not ask. `default/kubernetes` is never reflected. "
            "The message says what decided."
        ),
        why=(
            "Pods on the provider do not reach these endpoints. Mind that `liqo.io/skip-reflection` skips with every "
            'value but "false": "no" and an empty value skip too.'
        ),
        remedy=(
            "To reflect the slice, remove `liqo.io/skip-reflection` from the object that the message names, or with "
            'AllowList add `liqo.io/allow-reflection: "true"` to the Service. Otherwise nothing needs to be done.'
        ),
        rules=("C01", "C02", "C03", "H25"),
    ),
    Code(
        name="reflection-conflict",
        severity=Severity.ERROR,
        effect=Effect.SLICE,
        title="A slice asks both to be reflected and to be skipped",
        meaning=(
            "The EndpointSlice carries `liqo.io/allow-reflection` and `liqo.io/skip-reflection`, and neither of them "
            'is "false".'
        ),
        why="Liqo refuses to choose: it reports an error and does not reflect the slice.",
        remedy=(
            "Remove one of the two annotations: `kubectl annotate endpointslice NAME -n NAMESPACE "
            "liqo.io/skip-reflection-` (the trailing minus removes it)."
        ),
        rules=("C02",),
    ),
    Code(
        name="namespace-not-offloaded",
        severity=Severity.INFO,
        effect=Effect.SLICE,
        title="A namespace is not offloaded to this provider",
        meaning=(
            "The slices of the namespace have no namespace to go to on the provider: there is no NamespaceMap entry, "
            "its phase is not Accepted, the provider has two NamespaceMaps, or the NamespaceOffloading leaves the "
            "provider out. It is a warning when a Service in the namespace asks for direct connections."
        ),
        why=(
            "Liqo reflects a namespace's slices only to providers that the namespace is offloaded to. Pods on the "
            "provider do not reach its Services."
        ),
        remedy=(
            "To offload it, run `liqoctl offload namespace NAMESPACE`, and look at its state with `kubectl get "
            "namespacemaps -A -o yaml`. Without a cluster, give the remote name with `--map-namespace LOCAL=REMOTE`."
        ),
        rules=("C04", "H26"),
    ),
    Code(
        name="namespace-assumed",
        severity=Severity.INFO,
        effect=Effect.NONE,
        title="The name of the remote namespace was assumed",
        meaning=(
            "Neither NamespaceMaps nor NamespaceOffloadings were exported. Namespaces that hold an annotated Service "
            "or an endpoint on another cluster were taken as offloaded, under Liqo's default name: the namespace's "
            "name, a dash and the consumer's id."
        ),
        why=(
            "If the namespace was offloaded under another name, the slices are written to a namespace that does not "
            "exist, or that is someone else's."
        ),
        remedy=(
            "Export them with `kubectl get namespacemaps,namespaceoffloadings -A -o yaml`, or give the names with "
            "`--map-namespace LOCAL=REMOTE` or `namespaces`."
        ),
        rules=("C04",),
    ),
    Code(
        name="missing-service",
        severity=Severity.WARNING,
        effect=Effect.NONE,
        title="A slice's Service was not exported",
        meaning=(
            "The label `kubernetes.io/service-name` of the slice names a Service that is not in the export. It was "
            "treated as a Service without annotations."
        ),
        why=(
            "Annotations on the Service decide on reflection and on direct connections. If the real one has them, the "
            "slice that was computed is wrong."
        ),
        remedy="Export the Services of that namespace too: `kubectl get services -A -o yaml`.",
        rules=("C03", "C11"),
    ),
    Code(
        name="unknown-node",
        severity=Severity.WARNING,
        effect=Effect.ENDPOINT,
        title="An endpoint's node is missing or has no labels",
        meaning=(
            "Nodes were exported, but the one in the endpoint's `nodeName` is not among them, or it has no labels at "
            "all. The endpoint was left out."
        ),
        why=(
            "Liqo asks the Node which cluster an endpoint is on. Without an answer it drops the endpoint and writes "
            "one line to its log: capacity is lost and nobody notices. Here it may also be that the export is "
            "incomplete."
        ),
        remedy=(
            "Export all Nodes with `kubectl get nodes -o yaml`. If the node is gone from the cluster, its endpoints "
            "will go as well; if it has no labels, give it one. The setting `consumer.nodes` can name a node's cluster "
            "too."
        ),
        rules=("C09", "H10"),
    ),
    Code(
        name="unlabelled-virtual-node",
        severity=Severity.ERROR,
        effect=Effect.SLICE,
        title="A virtual node does not say which cluster it leads to",
        meaning=(
            "A Node is labelled `liqo.io/type: virtual-node` but lacks `liqo.io/remote-cluster-id`. In profile "
            "`liqo-1.2`, and for Services that do not ask for direct connections, it is a warning."
        ),
        why=(
            "Liqo 1.2 lists the addresses on that node under an empty cluster id. The provider then looks for the "
            "Configuration of a cluster without a name, finds none, and the whole slice is lost."
        ),
        remedy=(
            "Set the label: `kubectl label node NODE liqo.io/remote-cluster-id=CLUSTER`, and check that the "
            "VirtualNode's `spec.labels` has it too, or name the cluster in `consumer.nodes`."
        ),
        rules=("C09", "H9"),
    ),
    Code(
        name="cluster-inferred",
        severity=Severity.INFO,
        effect=Effect.NONE,
        title="The cluster of an endpoint was inferred, not read from a Node",
        meaning=(
            "Neither Nodes nor VirtualNodes were exported. The endpoint was given to the cluster whose pod CIDRs, as "
            "the consumer sees them, contain its address; where there is none, to the consumer itself."
        ),
        why=(
            "Liqo asks the Node, not the address. A pod on its node's own network has an address in no pod CIDR and "
            "would be given to the wrong cluster."
        ),
        remedy=(
            "Export the Nodes with `kubectl get nodes -o yaml`, or name the cluster of each node in `consumer.nodes`."
        ),
        rules=("C09",),
    ),
    Code(
        name="ambiguous-cluster",
        severity=Severity.ERROR,
        effect=Effect.SLICE,
        title="An address belongs to the pod CIDRs of two clusters",
        meaning=(
            "Neither Nodes nor VirtualNodes were exported, so the cluster of an endpoint had to come from its address, "
            "and two Configurations contain that address in `status.remote.cidr.pod`."
        ),
        why=(
            "The cluster decides which Configuration the provider maps the address with. The wrong one leads to "
            "another pod."
        ),
        remedy=(
            "Export the Nodes with `kubectl get nodes -o yaml`, or name the node's cluster in `consumer.nodes`. Two "
            "Configurations whose status CIDRs overlap are a fault of their own: packets cannot reach both clusters."
        ),
        rules=("C09",),
    ),
    Code(
        name="missing-target-ref",
        severity=Severity.WARNING,
        effect=Effect.NONE,
        title="An endpoint on another provider has no targetRef",
        meaning=(
            "An endpoint of a Service with direct connections is on a third cluster, but has no `targetRef`. Profile "
            "`direct` lists its address all the same, because the node tells the cluster; the other profiles do not."
        ),
        why=(
            "Liqo 1.2 sends the address untranslated without saying whose it is. The provider then maps it with the "
            "consumer's Configuration, which is the wrong one, and the address leads nowhere or to another pod."
        ),
        remedy=(
            "Add `targetRef` (kind, name and namespace of the pod) to the endpoint. Slices that Kubernetes makes from "
            "a selector have it; only slices written by hand or by another controller can lack it."
        ),
        rules=("C12", "H2"),
    ),
    Code(
        name="foreign-direct-data",
        severity=Severity.WARNING,
        effect=Effect.NONE,
        title="A slice of the consumer carries direct-connections data that Liqo did not put there",
        meaning=(
            "The EndpointSlice itself has the annotation `liqo.io/direct-connections-data`. Liqo writes it on "
            "ShadowEndpointSlices only; on the consumer's own slice someone set it by hand, or copied it."
        ),
        why=(
            "It is passed on like any annotation and the provider obeys it, even for a Service that never asked for "
            "direct connections. It decides where the provider's pods send their traffic."
        ),
        remedy=(
            "Find out who set it (`kubectl get endpointslice NAME -n NAMESPACE -o yaml --show-managed-fields`) and "
            "remove it: `kubectl annotate endpointslice NAME -n NAMESPACE liqo.io/direct-connections-data-`."
        ),
        rules=("C12", "H16"),
    ),
    Code(
        name="direct-connections-off",
        severity=Severity.WARNING,
        effect=Effect.NONE,
        title="A Service seems to ask for direct connections but does not get them",
        meaning=(
            "The annotation `liqo.io/use-direct-connections` has a value other than true and false, or a key that is "
            "nearly the same was found in its place."
        ),
        why=(
            'Only the exact key with the exact value "true" counts for Liqo. With "yes", "1" or a misspelt key the '
            "traffic silently goes through the consumer, as if nothing had been asked."
        ),
        remedy=(
            "Set it as Liqo reads it: `kubectl annotate service NAME -n NAMESPACE --overwrite "
            'liqo.io/use-direct-connections=true`. To switch it off on purpose, use "false" or remove the annotation.'
        ),
        rules=("C11", "H24"),
    ),
    Code(
        name="annotation-too-large",
        severity=Severity.ERROR,
        effect=Effect.SLICE,
        title="A slice's annotations would be too large",
        meaning=(
            "The slice's annotations and the direct-connections data together have 262,144 bytes or more. The message "
            "has the count, and what fills it."
        ),
        why=(
            "The API server refuses objects with larger annotations. Liqo 1.2 tries again and again, and no event "
            "tells of it: the slice never arrives."
        ),
        remedy=(
            "Remove large annotations from the EndpointSlice (`kubectl.kubernetes.io/last-applied-configuration` is "
            "the usual one). If the data itself is too large, spread the endpoints over more slices."
        ),
        rules=("C14", "H15"),
    ),
    Code(
        name="reserved-key-not-reflected",
        severity=Severity.ERROR,
        effect=Effect.RUN,
        title="A label that reflection needs is set not to be reflected",
        meaning=(
            "The list of labels that are not reflected holds one of Liqo's own labels, such as "
            "`offloading.liqo.io/origin`, or `kubernetes.io/service-name`."
        ),
        why=(
            "Liqo removes keys after it has added its own, so it removes these too. Without the origin the provider "
            "refuses the slice; without the service name the Service on the provider finds no endpoints; without the "
            "managed-by label the cluster's own controller takes the slice for its own."
        ),
        remedy=(
            "Take the key out of `labelsNotReflected` in the VirtualNode's `spec.offloadingPatch` and in the "
            "VkOptionsTemplate, or out of `consumer.notReflected.labels`."
        ),
        rules=("C05", "H17"),
    ),
    Code(
        name="publish-not-ready-misuse",
        severity=Severity.WARNING,
        effect=Effect.NONE,
        title="A Service publishes endpoints that are not ready and asks for direct connections",
        meaning="The Service has `publishNotReadyAddresses: true` and the annotation `liqo.io/use-direct-connections`.",
        why=(
            "On the provider, readiness is what says whether a path can be used. A Service that sends traffic to "
            "endpoints that are not ready sends it also into links that are down."
        ),
        remedy=(
            "Set `spec.publishNotReadyAddresses` to false, or remove the annotation. For peers that must find each "
            "other early, use a second, headless Service without the annotation."
        ),
        rules=("H27",),
    ),
    Code(
        name="second-hop",
        severity=Severity.INFO,
        effect=Effect.ENDPOINT,
        title="An endpoint was received from another consumer and is not passed on",
        meaning=(
            "The slice carries `offloading.liqo.io/origin`: this cluster received it as somebody's provider. Its "
            "endpoints have that cluster's id in place of a node, so no Node answers for them. They were left out."
        ),
        why=(
            "Liqo drops these endpoints too: what was reflected once is not reflected a second time. Pods on the "
            "provider do not reach them."
        ),
        remedy=(
            "Nothing needs to be done if this is expected. If the provider's pods need the Service, peer the provider "
            "with the origin cluster itself and offload from there."
        ),
        rules=("C09", "H18"),
    ),
)
