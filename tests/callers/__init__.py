"""Tests with the programs that call the function: kustomize, kubectl, kpt and a container engine."""
