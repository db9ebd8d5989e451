"""Codes of findings about a run as a whole: its settings, and what it assumes of the clusters it is about."""

from transformer.findings.code import Code
from transformer.findings.finding import Effect, Severity

CODES: tuple[Code, ...] = (
    Code(
        name="invalid-configuration",
        severity=Severity.ERROR,
        effect=Effect.RUN,
        title="The configuration cannot be used",
        meaning=(
            "The configuration file, or a function's configuration, has an unknown field, a value of the wrong type, "
            "or lacks something that must be there, such as the consumer's id. For an unknown field the nearest known "
            "one is named."
        ),
        why=(
            "A misspelt field that is skipped looks like a setting that has no effect: a provider that should refuse "
            "direct connections would be computed as one that allows them. So the run does not start (exit status 2)."
        ),
        remedy=(
            "Correct the field that is shown. `liqo-transform schema fleet` prints every field of the file with its "
            "type, `liqo-transform schema consumer-transform` and so on those of the functions."
        ),
    ),
    Code(
        name="cluster-id-mismatch",
        severity=Severity.ERROR,
        effect=Effect.RUN,
        title="An export names another cluster than the settings do",
        meaning=(
            "The id that was given for an export and the id in its cluster-id ConfigMap differ, or the export holds "
            "two such ConfigMaps with different ids."
        ),
        why=(
            "Either the export of the wrong cluster was taken or the id is misspelt. Every Configuration, node and "
            "namespace is looked up by cluster id, so all results would belong to the wrong cluster."
        ),
        remedy=(
            "Give the export of the cluster you mean, or correct the id (`--consumer`, `--cluster`, `consumer.id`, or "
            "the key under `providers`). Exports of several clusters go into a folder each, for `fleet`. The cluster's "
            "own answer is `data.CLUSTER_ID` of the ConfigMap labelled app.kubernetes.io/name: clusterid-configmap."
        ),
    ),
    Code(
        name="override",
        severity=Severity.INFO,
        effect=Effect.NONE,
        title="A setting wins over what the export says",
        meaning=(
            "The configuration file or the command line says one thing, the export another. The explicit setting was "
            "used. It is a warning when a list of namespaces leaves out one that the export offloads, since such a "
            "list is complete: what is not on it is not reflected."
        ),
        why=(
            "The result differs from what Liqo would do with the cluster as it is. That may be the purpose, or a "
            "setting that was right once and was forgotten."
        ),
        remedy=(
            "If the export is right, remove the setting that the message names. If the setting is right, nothing needs "
            "to be done; for a namespace that should go on being reflected, add it to `namespaces` or with "
            "`--map-namespace LOCAL=REMOTE`."
        ),
        rules=("C04",),
    ),
    Code(
        name="virtual-nodes-differ",
        severity=Severity.WARNING,
        effect=Effect.NONE,
        title="The VirtualNodes of one provider do not agree",
        meaning=(
            "Several VirtualNodes lead to one provider and differ in their pod CIDRs, in the keys that are not "
            "reflected, or in the reflection type. The union of CIDRs and keys was used, and the type of the first one "
            "by name."
        ),
        why=(
            "In Liqo each VirtualNode has its own virtual kubelet, with its own settings. They write the same "
            "ShadowEndpointSlices and undo each other's work, so the live object can change back and forth."
        ),
        remedy=(
            "Give all VirtualNodes of the provider the same `spec.offloadingPatch` and the same arguments. Liqo sets "
            "these when a VirtualNode is created; delete and recreate the ones that are out of date."
        ),
    ),
    Code(
        name="defaults-assumed",
        severity=Severity.INFO,
        effect=Effect.NONE,
        title="A key was left out because Liqo's usual settings leave it out",
        meaning=(
            "Neither a VirtualNode of the provider nor a VkOptionsTemplate was exported, so the keys that are not "
            "reflected were taken from the defaults of Liqo's Helm chart. One of these took a label or annotation "
            "away."
        ),
        why="If Liqo was installed with other values, the live slice still has that key.",
        remedy=(
            "Export VirtualNodes with `kubectl get virtualnodes.offloading.liqo.io -A -o yaml`, or set "
            "`consumer.notReflected` in the configuration file."
        ),
        rules=("C05",),
    ),
    Code(
        name="unknown-pod-cidrs",
        severity=Severity.ERROR,
        effect=Effect.RUN,
        title="The consumer's own pod CIDRs are not known",
        meaning=(
            "No setting, VirtualNode, Network or Configuration in the export says which addresses are those of the "
            "consumer's own pods."
        ),
        why=(
            "Liqo leaves addresses inside these CIDRs as they are and translates all others. Without them every "
            "address could be on the wrong side of that line."
        ),
        remedy=(
            "Export the Configurations with `kubectl get configurations.networking.liqo.io -A -o yaml`, or give the "
            "CIDR with `--pod-cidr` or `consumer.podCIDRs`."
        ),
        rules=("C10",),
    ),
    Code(
        name="provider-not-exported",
        severity=Severity.WARNING,
        effect=Effect.NONE,
        title="The providers that the consumer knows and those exported are not the same",
        meaning=(
            "Either the consumer offloads to a provider that has no export here: its ShadowEndpointSlices were made, "
            "its EndpointSlices were not. Or there is an export of a cluster that the consumer does not know as a "
            "provider."
        ),
        why=(
            "The addresses that pods on a provider will use can be computed only from that provider's own "
            "Configurations. And an export of a cluster that nobody offloads to is often a folder with a misspelt "
            "name."
        ),
        remedy=(
            "Export the provider and add it under `providers`, or as a folder named after its cluster id. If the "
            "consumer does not know it, check the id and that the peering still exists (`liqoctl info`)."
        ),
    ),
)
