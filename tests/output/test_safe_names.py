"""Names as files: unsafe-name for what is no DNS name, and file names that fit and never meet."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transformer.findings.catalogue import CATALOGUE
from transformer.findings.finding import Effect
from transformer.outcome import DerivedObject, Outcome, Summary
from transformer.output.file_names import file_name
from transformer.output.safe_names import naming_findings
from transformer.output.tree import layout_stream, layout_tree, single_stream


def derived(provider: str = "milan", namespace: str = "shop", name: str = "web") -> DerivedObject:
    data = {
        "apiVersion": "discovery.k8s.io/v1",
        "kind": "EndpointSlice",
        "metadata": {"name": name, "namespace": namespace},
    }
    return DerivedObject(provider, "EndpointSlice", namespace, name, data)


def outcome_of(*objects: DerivedObject, providers: tuple[str, ...] = ()) -> Outcome:
    return Outcome(objects, (), (), Summary(), providers)


UNSAFE = [
    "",
    ".",
    "..",
    "../../etc/passwd",
    "a/b",
    "/a",
    "a/",
    "a\\b",
    "a..b",
    ".a",
    "a.",
    "-a",
    "a-",
    "a_b",
    "Web",
    "wEb",
    "web ",
    " web",
    "web\n",
    "web\0",
    "a:b",
    "a*",
    "~",
    "$HOME",
    "é",
    "ｗeb",
    "web\u202e",
    "\ud800",
    "a" * 254,
]


@pytest.mark.parametrize("text", UNSAFE)
@pytest.mark.parametrize("part", ["provider", "namespace", "name"])
def test_what_is_no_dns_name_is_refused_and_nothing_laid_out(part: str, text: str) -> None:
    outcome = outcome_of(derived(), derived(**{part: text}))
    (found,) = naming_findings(outcome)
    assert found.code == "unsafe-name"
    assert CATALOGUE[found.code].effect is Effect.RUN
    assert part in found.message
    assert found.object is not None
    for layout in (layout_tree, layout_stream, single_stream):
        assert layout(outcome).files == ()
        assert [each.code for each in layout(outcome).findings] == ["unsafe-name"]


@pytest.mark.parametrize("text", ["a", "web", "0", "1-2", "a.b", "xn--a", "a" * 253, "web-abc12", "kustomization"])
def test_dns_names_are_safe(text: str) -> None:
    assert naming_findings(outcome_of(derived(name=text), derived(provider=text), providers=(text,))) == []


def test_a_namespace_is_a_dns_label() -> None:
    assert naming_findings(outcome_of(derived(namespace="a" * 63))) == []
    assert [found.code for found in naming_findings(outcome_of(derived(namespace="a" * 64)))] == ["unsafe-name"]
    assert [found.code for found in naming_findings(outcome_of(derived(namespace="a.b")))] == ["unsafe-name"]


def test_one_unsafe_name_is_told_once() -> None:
    objects = [derived(namespace="A", name=name) for name in ("x", "y", "z")]
    (found,) = naming_findings(outcome_of(*objects))
    assert '"A"' in found.message


def test_a_provider_without_objects_needs_a_safe_id_too() -> None:
    (found,) = naming_findings(outcome_of(derived(), providers=("milan", "../x")))
    assert found.code == "unsafe-name"
    assert '"../x"' in found.message


def test_two_objects_of_one_place_are_refused() -> None:
    outcome = outcome_of(derived(), derived(name="x"), derived())
    (found,) = naming_findings(outcome)
    assert found.code == "duplicate-output"
    assert layout_tree(outcome).files == ()


def test_the_same_name_on_two_providers_or_in_two_namespaces_is_no_duplicate() -> None:
    assert naming_findings(outcome_of(derived(), derived(provider="turin"), derived(namespace="x"))) == []


def test_a_file_name_is_the_name_where_it_fits() -> None:
    assert file_name("web-abc12") == "web-abc12.yaml"
    assert file_name("a" * 250) == "a" * 250 + ".yaml"


@pytest.mark.parametrize("length", [251, 252, 253])
def test_a_long_file_name_is_shortened_with_a_hash(length: int) -> None:
    short = file_name("a" * length)
    assert len(short) == 255
    assert short.startswith("a" * 200)
    assert short.endswith(".yaml")
    assert short != file_name("a" * (length - 1) + "b")


def test_an_object_named_kustomization_does_not_pass_for_one() -> None:
    assert file_name("kustomization") not in ("kustomization.yaml", "kustomization.yml", "Kustomization")


labels = st.text("ab0-", min_size=1, max_size=4).filter(lambda text: not (text.startswith("-") or text.endswith("-")))
names = st.one_of(
    st.lists(labels, min_size=1, max_size=4).map(".".join),
    st.tuples(st.sampled_from(["a", "b"]), st.integers(245, 251)).map(lambda pair: pair[0] * pair[1] + "-c"),
    st.just("kustomization"),
)


@given(st.sets(names, max_size=8))
def test_different_names_have_different_files_of_at_most_255_bytes(texts: set[str]) -> None:
    files = {file_name(text).casefold() for text in texts}
    assert len(files) == len(texts)
    assert all(len(name.encode()) <= 255 and "/" not in name for name in files)
