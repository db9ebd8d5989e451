"""Addresses and networks as Go's ``net`` package reads, matches and prints them, and the host-part arithmetic."""
