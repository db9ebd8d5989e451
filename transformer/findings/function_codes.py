"""Codes of findings about running as a function in kustomize, kubectl or kpt: what these do with what we give back."""

from transformer.findings.code import Code
from transformer.findings.finding import Effect, Severity

CODES: tuple[Code, ...] = (
    Code(
        name="function-not-run",
        severity=Severity.ERROR,
        effect=Effect.RUN,
        title="The set was built without the function",
        meaning=(
            "No object of the built set carries the annotation `liqo-transformer.github.io/derived-by`, or none "
            "carries it with a KIND/NAME that is required. The function puts this mark on every object that it makes: "
            "here it did not run, or made nothing."
        ),
        why=(
            "`kubectl kustomize`, and `kustomize build` without `--enable-exec`, skip a function that is a program "
            "without a word and end with exit status 0. Applied with pruning, such a set takes away every slice that "
            "the function made before, and pods lose their endpoints."
        ),
        remedy=(
            "With kustomize itself, build with `kustomize build --enable-alpha-plugins --enable-exec DIR`. `kubectl "
            "kustomize` has no `--enable-exec`: there, use the function as a container (`container: {image: ...}` in "
            "place of `exec` in the annotation `config.kubernetes.io/function`) or as a legacy plugin "
            "(`liqo-transform plugin install`, and a configuration without that annotation), both with "
            "`--enable-alpha-plugins`. If the function did run, see that its `mark` is not false and that it is listed "
            "under `transformers` or `generators`; with `-v` the command line says why a slice is not made."
        ),
    ),
    Code(
        name="would-delete-inputs",
        severity=Severity.ERROR,
        effect=Effect.RUN,
        title="What is left out of the list would be deleted from disk",
        meaning=(
            "The objects carry the path of the file that they come from, as kpt sets it, and this configuration leaves "
            "objects out of the list that it gives back: `emit: Derived`, `emit: Nothing`, or a FleetTransform, which "
            "gives back only what it made."
        ),
        why=(
            "kpt writes the list back to the package, and deletes the files of all objects that are no longer in it. "
            "The export, or the whole package, would be gone. Everything was given back as it came."
        ),
        remedy=(
            "Set `emit: All`, which keeps the inputs. Or list the configuration where kustomize expects one that gives "
            "back less: a FleetTransform under `generators`, a ReviewCheck with `emit: Nothing` under `validators` of "
            "a kustomization. Or build with kustomize in place of kpt: it reads files and writes none."
        ),
    ),
    Code(
        name="stale-derived",
        severity=Severity.WARNING,
        effect=Effect.NONE,
        title="An object of an earlier run is not made any more",
        meaning=(
            "The object carries the mark of this same configuration (the annotation "
            "`liqo-transformer.github.io/derived-by` with its KIND/NAME), so an earlier run of it made the object. "
            "This run does not make it. It stays in the list: whether it is left over from an earlier run, or was made "
            "by a function of the same name in a base, cannot be told."
        ),
        why=(
            "Most often its slice or Service is gone, and then the object has to go, too: its addresses lead to pods "
            "that no longer exist. But an export that lacks a kind, or a namespace that is no longer offloaded, looks "
            "just the same, and then endpoints that are still needed disappear."
        ),
        remedy=(
            "If the slice or its Service was deleted in the consumer, delete the object from the resources, and the "
            "warning ends. If it should still be there, look at the other findings, export again, and see that the "
            "namespace is still offloaded. If the object is yours and no function made it, remove the annotation."
        ),
    ),
)
