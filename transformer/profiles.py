"""Profiles: what the rules do differently, as one record of switches (docs/rules.md, "Profiles").

A rule reads a switch; it never asks for a profile's name. A new profile is a new row.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Profile:
    """The switches. The two profiles differ in all of them, yet each is a rule of its own."""

    name: str
    #: C11: only endpoints on a third cluster are sent untranslated; otherwise all of an annotated slice.
    sends_only_third_cluster_raw: bool
    #: C12: an endpoint on a third cluster is in the data also without a targetRef.
    data_without_target_ref: bool
    #: C10: an IP object of another namespace serves, with a warning.
    uses_ip_of_other_namespaces: bool
    #: P06: an address outside the spec CIDRs is answered, with a warning.
    answers_outside_pod_cidrs: bool
    #: C11: of two addresses of an endpoint that become one, the first is kept, with a warning.
    keeps_first_duplicate: bool
    #: P07: losing a host bit that is set is an error.
    refuses_lost_host_bits: bool
    #: H9: a virtual node without a cluster id stops the annotated slice that uses it.
    refuses_unlabelled_virtual_nodes: bool
    #: P05: Configurations of Liqo 1.1 and older are read by their own rule (H31).
    accepts_legacy_configurations: bool
    #: Annotations that change on every update are carried over.
    reflects_volatile_annotations: bool


DIRECT = Profile(
    name="direct",
    sends_only_third_cluster_raw=True,
    data_without_target_ref=True,
    uses_ip_of_other_namespaces=True,
    answers_outside_pod_cidrs=True,
    keeps_first_duplicate=True,
    refuses_lost_host_bits=True,
    refuses_unlabelled_virtual_nodes=True,
    accepts_legacy_configurations=True,
    reflects_volatile_annotations=False,
)
LIQO_1_2 = Profile(
    name="liqo-1.2",
    sends_only_third_cluster_raw=False,
    data_without_target_ref=False,
    uses_ip_of_other_namespaces=False,
    answers_outside_pod_cidrs=False,
    keeps_first_duplicate=False,
    refuses_lost_host_bits=False,
    refuses_unlabelled_virtual_nodes=False,
    accepts_legacy_configurations=False,
    reflects_volatile_annotations=True,
)

PROFILES = {profile.name: profile for profile in (DIRECT, LIQO_1_2)}

#: Annotations that a cluster rewrites on every change; goldens would churn with them.
VOLATILE_ANNOTATIONS = frozenset(
    {
        "endpoints.kubernetes.io/last-change-trigger-time",
        "kubectl.kubernetes.io/last-applied-configuration",
    }
)
