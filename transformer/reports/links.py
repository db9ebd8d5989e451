"""Where the project's pages stand, for reports that are read outside of a checkout."""

from __future__ import annotations

from urllib.parse import urljoin

from transformer.findings.page import docs_link

#: The project's place on the web, under the name that its configuration files have in ``apiVersion``.
PROJECT_URL = "https://liqo-transformer.github.io/"


def page_url(code: str) -> str:
    """The page of a code, as an absolute URL."""
    return urljoin(PROJECT_URL, docs_link(code))
