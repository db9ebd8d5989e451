"""The shipped fleet that the API servers are filled with."""

from __future__ import annotations

from apiserver.programs import ROOT

FLEET = ROOT / "fixtures" / "fleet" / "exports"
PROVIDERS = ("milan", "turin")
#: The namespace on the providers that rome's NamespaceMaps name.
REMOTE_NAMESPACE = "boutique-rome"
