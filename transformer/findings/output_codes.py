"""Codes of findings about the result: what would be written, where, and how it differs from Liqo's."""

from transformer.findings.code import Code
from transformer.findings.finding import Effect, Severity

CODES: tuple[Code, ...] = (
    Code(
        name="unwritable-output",
        severity=Severity.ERROR,
        effect=Effect.RUN,
        title="The output cannot be written",
        meaning=(
            "Writing the output folder, a report or the legacy plugin's folder failed: no permission, a full disk, "
            "a file where a folder is needed, or a mount point, which cannot be replaced by renaming."
        ),
        why=(
            "The folder is replaced whole or not at all, because half a result that is applied deletes endpoints. What "
            "was there before is untouched."
        ),
        remedy=(
            "Give `-o` a folder that this user may create and rename, with room on its disk. Where the folder is a "
            "mount point, name a folder inside it."
        ),
    ),
    Code(
        name="output-not-ours",
        severity=Severity.ERROR,
        effect=Effect.RUN,
        title="The output folder holds something else",
        meaning=(
            "The output folder is not empty, and its content was not written by this command: it has no "
            ".liqo-transform.json, files that this does not list, or the result of another command. Or something that "
            "is not ours stands where `plugin install` puts a link."
        ),
        why="The folder is replaced whole. Files of yours in it would be gone.",
        remedy=(
            "Choose another folder with `-o` (`--golden` for `update`), or move your files out of this one. `--force` "
            "replaces it all the same, "
            "and everything in it is lost."
        ),
    ),
    Code(
        name="unsafe-name",
        severity=Severity.ERROR,
        effect=Effect.RUN,
        title="A name is no DNS name",
        meaning=(
            "The name or namespace of an object that would be written holds characters that Kubernetes does not allow, "
            "such as a slash, an upper-case letter or two dots in a row."
        ),
        why=(
            "No API server would accept the object. And names become file names: one with `../` in it would leave the "
            "output folder."
        ),
        remedy=(
            "Correct the name in the input, or the remote namespace's name in `namespaces` or `--map-namespace`. "
            "Lower-case letters, digits, `-` and, except in namespaces, `.` are allowed."
        ),
    ),
    Code(
        name="nothing-reflected",
        severity=Severity.ERROR,
        effect=Effect.RUN,
        title="Nothing is reflected at all, or nothing any more",
        meaning=(
            "The run came out without a single slice, or a provider that has slices of a kind in the output folder "
            "would have none in the new one. With `--force` it is a warning; for a provider that is simply not used it "
            "is a note."
        ),
        why=(
            "Applying an empty folder deletes every endpoint that was there. Most often the cause is an export that "
            "lacks a kind, or namespaces that are no longer offloaded."
        ),
        remedy=(
            "Check that what the result is made of was exported: EndpointSlices, and NamespaceMaps that offload their "
            "namespaces, or, for `provider`, ShadowEndpointSlices. With `-v` the notes say for each slice why it was "
            "skipped. If an empty result is what you want, say so with `--force`."
        ),
        rules=("H26",),
    ),
    Code(
        name="duplicate-output",
        severity=Severity.ERROR,
        effect=Effect.RUN,
        title="Two slices would become one object on the provider",
        meaning=(
            "Two namespaces of the consumer lead to one namespace on the provider, and both have a slice of the same "
            "name."
        ),
        why=(
            "Only one of the two can exist there. In a live cluster the two overwrite each other again and again, and "
            "pods see now one, now the other."
        ),
        remedy=(
            "Give each namespace a remote namespace of its own: change `remoteNamespaceName` in one of the two "
            "NamespaceOffloadings, or one entry of `namespaces`."
        ),
        rules=("C04",),
    ),
    Code(
        name="foreign-object",
        severity=Severity.WARNING,
        effect=Effect.SLICE,
        title="The provider already has an object of that name that Liqo did not make",
        meaning=(
            "The export holds a ShadowEndpointSlice or EndpointSlice with the kind, namespace and name of one that "
            "would be written, but without the labels by which Liqo knows its own. The slice was skipped."
        ),
        why=(
            "Liqo leaves objects alone that it did not create, and so does this. Pods on the provider see what the "
            "other object says, not what the consumer's slice says."
        ),
        remedy=(
            "Look at the object in the provider (`kubectl get endpointslice NAME -n NAMESPACE -o yaml`). Delete or "
            "rename it if nothing needs it; Liqo then writes its own."
        ),
        rules=("C15", "P11"),
    ),
    Code(
        name="unlike-1.2",
        severity=Severity.INFO,
        effect=Effect.NONE,
        title="The result differs from what Liqo 1.2 would write",
        meaning=(
            "In profile `direct` a value came out better than, and different from, what Liqo 1.2 writes. Both values "
            "are shown. Annotations that change all the time and were left out are counted in one finding."
        ),
        why=(
            "Where the result is applied beside a running Liqo 1.2, Liqo and you would write different things into one "
            "object. Where it is compared with a live cluster, this explains the difference."
        ),
        remedy=(
            "Nothing needs to be done if the result is for applying. To predict what Liqo 1.2 writes, run with "
            "`--profile liqo-1.2`."
        ),
        rules=("C11",),
    ),
)
