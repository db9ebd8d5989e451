"""The objects of a fleet as text, key by key as ``kubectl get -o yaml`` prints the items of its List."""

from __future__ import annotations

from benchmarks.clusters import CONSUMER, EXTERNAL_CIDR, POD_CIDRS, SEEN
from benchmarks.workloads import NAMESPACES, Endpoint, Workload, uid_for

CREATED = "2026-03-02T08:15:00Z"
CHANGED = "2026-03-02T08:20:31Z"


def _truth(value: bool) -> str:
    return "true" if value else "false"


def endpoint_slice(one: Workload) -> str:
    """The EndpointSlice of a workload."""
    endpoints = "".join(
        f"""\
  - addresses:
    - {endpoint.address}
    conditions:
      ready: {_truth(endpoint.ready)}
      serving: {_truth(endpoint.ready)}
      terminating: false
    nodeName: {endpoint.node}
    targetRef:
      kind: Pod
      name: {endpoint.pod}
      namespace: {one.namespace}
      uid: {endpoint.uid}
"""
        for endpoint in one.endpoints
    )
    return f"""\
- addressType: IPv4
  apiVersion: discovery.k8s.io/v1
  endpoints:{"" if endpoints else " []"}
{endpoints}  kind: EndpointSlice
  metadata:
    annotations:
      endpoints.kubernetes.io/last-change-trigger-time: "{CHANGED}"
    creationTimestamp: "{CREATED}"
    generateName: {one.service}-
    generation: 4
    labels:
      app: {one.service}
      endpointslice.kubernetes.io/managed-by: endpointslice-controller.k8s.io
      kubernetes.io/service-name: {one.service}
    name: {one.slice}
    namespace: {one.namespace}
    ownerReferences:
    - apiVersion: v1
      blockOwnerDeletion: true
      controller: true
      kind: Service
      name: {one.service}
      uid: {one.uid}
    resourceVersion: "81234"
    uid: {one.slice_uid}
  ports:
  - name: http
    port: 8080
    protocol: TCP
"""


def service(one: Workload) -> str:
    """The Service of a workload."""
    annotations = '    annotations:\n      liqo.io/use-direct-connections: "true"\n' if one.direct else ""
    return f"""\
- apiVersion: v1
  kind: Service
  metadata:
{annotations}    creationTimestamp: "{CREATED}"
    labels:
      app: {one.service}
    name: {one.service}
    namespace: {one.namespace}
    resourceVersion: "80111"
    uid: {one.uid}
  spec:
    clusterIP: {one.cluster_ip}
    clusterIPs:
    - {one.cluster_ip}
    internalTrafficPolicy: Cluster
    ipFamilies:
    - IPv4
    ipFamilyPolicy: SingleStack
    ports:
    - name: http
      port: 80
      protocol: TCP
      targetPort: 8080
    selector:
      app: {one.service}
    sessionAffinity: None
    type: ClusterIP
  status:
    loadBalancer: {{}}
"""


def ip(namespace: str, endpoint: Endpoint, external: str) -> str:
    """The IP object that gives ``endpoint`` the address ``external`` in the consumer's external CIDR."""
    name = f"{endpoint.cluster}-{endpoint.address.replace('.', '-')}"
    return f"""\
- apiVersion: ipam.liqo.io/v1alpha1
  kind: IP
  metadata:
    creationTimestamp: "{CREATED}"
    generation: 1
    name: {name}
    namespace: {namespace}
    resourceVersion: "80702"
    uid: {uid_for(name)}
  spec:
    ip: {endpoint.address}
  status:
    cidr: {EXTERNAL_CIDR}
    ip: {external}
"""


def namespace_map(provider: str) -> str:
    """The consumer's NamespaceMap for a provider: every namespace is offloaded."""
    desired = "".join(f"      {name}: {name}-{CONSUMER}\n" for name in NAMESPACES)
    current = "".join(
        f"      {name}:\n        phase: Accepted\n        remoteNamespace: {name}-{CONSUMER}\n" for name in NAMESPACES
    )
    return f"""\
- apiVersion: offloading.liqo.io/v1beta1
  kind: NamespaceMap
  metadata:
    creationTimestamp: "{CREATED}"
    generation: 3
    labels:
      liqo.io/remote-cluster-id: {provider}
    name: {provider}
    namespace: liqo-tenant-{provider}
    resourceVersion: "80410"
    uid: {uid_for("map " + provider)}
  spec:
    desiredMapping:
{desired}  status:
    currentMapping:
{current}"""


def node(name: str, provider: str = "") -> str:
    """A Node; a virtual one, that stands for ``provider``, when that is given."""
    labels = f"      kubernetes.io/hostname: {name}\n"
    if provider:
        labels += f"      liqo.io/remote-cluster-id: {provider}\n      liqo.io/type: virtual-node\n"
    return f"""\
- apiVersion: v1
  kind: Node
  metadata:
    creationTimestamp: "{CREATED}"
    labels:
{labels}    name: {name}
    resourceVersion: "80020"
    uid: {uid_for("node " + name)}
  spec: {{}}
  status:
    daemonEndpoints:
      kubeletEndpoint:
        Port: 10250
"""


def cluster_id(cluster: str) -> str:
    """The ConfigMap that names a cluster."""
    return f"""\
- apiVersion: v1
  data:
    CLUSTER_ID: {cluster}
  kind: ConfigMap
  metadata:
    creationTimestamp: "{CREATED}"
    labels:
      app.kubernetes.io/name: clusterid-configmap
    name: liqo-clusterid-configmap
    namespace: liqo
    resourceVersion: "80001"
    uid: {uid_for("id " + cluster)}
"""


def configuration(cluster: str, seen: str) -> str:
    """How ``cluster`` sees the networks of ``seen``."""
    view = SEEN[cluster, seen]
    return f"""\
- apiVersion: networking.liqo.io/v1beta1
  kind: Configuration
  metadata:
    creationTimestamp: "{CREATED}"
    generation: 1
    labels:
      liqo.io/remote-cluster-id: {seen}
    name: {seen}
    namespace: liqo-tenant-{seen}
    resourceVersion: "80210"
    uid: {uid_for(f"configuration {cluster} {seen}")}
  spec:
    local:
      cidr:
        external:
        - {EXTERNAL_CIDR}
        pod:
        - {POD_CIDRS[cluster]}
    remote:
      cidr:
        external:
        - {EXTERNAL_CIDR}
        pod:
        - {POD_CIDRS[seen]}
  status:
    conditions:
    - lastTransitionTime: "{CREATED}"
      message: the networks are known
      observedGeneration: 1
      reason: NetworkCIDRsConfigured
      status: "True"
      type: NetworkCIDRsConfigured
    remote:
      cidr:
        external:
        - {view.external}
        pod:
        - {view.pod}
"""


def foreign_cluster(seen: str) -> str:
    """A peering with ``seen`` that is up."""
    return f"""\
- apiVersion: core.liqo.io/v1beta1
  kind: ForeignCluster
  metadata:
    creationTimestamp: "{CREATED}"
    generation: 1
    labels:
      liqo.io/remote-cluster-id: {seen}
    name: {seen}
    resourceVersion: "80310"
    uid: {uid_for("foreign " + seen)}
  spec:
    clusterID: {seen}
  status:
    conditions:
    - status: Established
      type: APIServerStatus
    modules:
      networking:
        conditions:
        - status: Established
          type: NetworkConnectionStatus
        enabled: true
"""
