"""Codes of findings about what was read: files, YAML, documents, and the shape of the objects in them."""

from transformer.findings.code import Code
from transformer.findings.finding import Effect, Severity

CODES: tuple[Code, ...] = (
    Code(
        name="no-manifests",
        severity=Severity.ERROR,
        effect=Effect.RUN,
        title="A path holds no manifest",
        meaning=(
            "A file or folder that was named as an export holds no Kubernetes object. In a folder, only files ending "
            "in .yaml, .yml or .json are read; names that begin with a dot and kustomization files are passed over."
        ),
        why=(
            "An empty export looks the same as a cluster that has no Services. The run would compute too little, and "
            "an output folder with too little in it deletes endpoints when it is applied. So the run stops here."
        ),
        remedy=(
            "Check the path. Write the export again, for instance with `kubectl get endpointslices,services -A -o "
            "yaml`, into a file whose name ends in .yaml, .yml or .json."
        ),
    ),
    Code(
        name="unreadable-file",
        severity=Severity.ERROR,
        effect=Effect.RUN,
        title="A file cannot be read",
        meaning=(
            "A file does not exist, may not be read by this user, is a device or a pipe, is larger than the size "
            "limit, or is not text in UTF-8 (UTF-16 is read too when it begins with a byte order mark)."
        ),
        why=(
            "The objects in that file are missing from the cluster's picture. Slices computed without them could be "
            "wrong or absent, so nothing is computed."
        ),
        remedy=(
            "Check the path and its permissions (`ls -l`). If the file is in another encoding, convert it to UTF-8 "
            "with `iconv`. If it is too large, split the export by kind or namespace."
        ),
    ),
    Code(
        name="invalid-yaml",
        severity=Severity.ERROR,
        effect=Effect.RUN,
        title="A file is neither YAML nor JSON",
        meaning=(
            "The text cannot be read as YAML or JSON: a quote or bracket stays open, the indentation does not fit, a "
            "date or number does not exist, or an escape stands for half a character (a lone surrogate)."
        ),
        why=(
            "Often the export was cut off: a full disk, an interrupted kubectl. What follows the broken place is "
            "unknown, and objects may be missing, so nothing is computed."
        ),
        remedy=(
            "Look at the line that is shown; the mistake is there or just above it. For a file written by kubectl, "
            "export it again and check that kubectl ended with status 0."
        ),
    ),
    Code(
        name="unsafe-yaml",
        severity=Severity.ERROR,
        effect=Effect.RUN,
        title="The YAML has an anchor, an alias, a tag or a directive",
        meaning=(
            "The file holds `&name`, `*name`, `<<`, `!tag` or a `%` line. These are parts of YAML that no export by "
            "kubectl has."
        ),
        why=(
            "A few hundred bytes of aliases can unfold to more than fits in memory, tags can ask a reader to build "
            "things other than data, and programs disagree on what some of them mean. They are refused, not guessed "
            "at."
        ),
        remedy=(
            "Write the values out where they are used, without `&`, `*` and tags. If a text value begins with one of "
            "these characters, put it in quotes. An export made with `kubectl get KIND -A -o yaml` has none of them."
        ),
    ),
    Code(
        name="limit-exceeded",
        severity=Severity.ERROR,
        effect=Effect.RUN,
        title="The input is beyond a limit",
        meaning=(
            "Something in the input is larger than a reader should accept without being asked: nesting, the number of "
            "documents, the length of one value, of an integer or of a name, or the size of a file. The message says "
            "which limit, and what was found."
        ),
        why=(
            "Real exports stay far below the limits. Input beyond them is usually damaged or hostile, and could use up "
            "memory and time before anything useful happens."
        ),
        remedy=(
            "Check that the file is the export you meant. If it is, raise the limit that the message names with "
            "`--limit NAME=VALUE`, or split the export into several files."
        ),
    ),
    Code(
        name="duplicate-key",
        severity=Severity.ERROR,
        effect=Effect.RUN,
        title="A mapping has the same key twice",
        meaning="One mapping in the file holds a key two times. Both lines are shown.",
        why=(
            "Some programs keep the first value, some the last, and none of them says so. Whether a Service asks for "
            "direct connections could then depend on who reads the file."
        ),
        remedy="Delete one of the two lines, so that the value you mean is the only one.",
    ),
    Code(
        name="not-an-object",
        severity=Severity.ERROR,
        effect=Effect.RUN,
        title="A document is not a Kubernetes object",
        meaning="A document lacks apiVersion, kind or metadata.name, or it is a list or a plain value.",
        why=(
            "Without these three fields nobody can tell what the document describes. It may be half an object whose "
            "other half got lost, so the run stops."
        ),
        remedy=(
            "Add the missing field, or move the file out of the export's folder if it is no manifest (a Helm values "
            "file, for instance)."
        ),
    ),
    Code(
        name="schema-violation",
        severity=Severity.ERROR,
        effect=Effect.RUN,
        title="An object does not have the shape of its kind",
        meaning=(
            "A field of a kind that is used here is missing or of the wrong type. All faults of the object are listed, "
            "each with its path, what was found and what was expected."
        ),
        why=(
            "The API server would have refused such an object, so it did not come from a cluster in this form. "
            "Computing with it would give slices that Liqo could never write."
        ),
        remedy=(
            "Correct the fields at the paths shown. `kubectl explain KIND.FIELD` tells what a field must be; an object "
            "exported with `kubectl get -o yaml` is always in shape."
        ),
    ),
    Code(
        name="ambiguous-scalar",
        severity=Severity.ERROR,
        effect=Effect.RUN,
        title="A value without quotes is not a string for every reader",
        meaning=(
            "Where a string belongs stands a plain value that is, for some or all readers, something else: a boolean "
            "(`true`, `on`, `yes`), a number (`0755`, `1e3`), a time (`1:20`) or a date."
        ),
        why=(
            "The API server refuses a boolean or a number in place of a string. An annotation "
            "`liqo.io/use-direct-connections: true` without quotes never reaches the cluster, and taking it as text "
            "here would show a result that the cluster does not have."
        ),
        remedy='Put the value in double quotes, for instance `liqo.io/use-direct-connections: "true"`.',
    ),
    Code(
        name="unsupported-version",
        severity=Severity.ERROR,
        effect=Effect.OBJECT,
        title="An object's API version is not known",
        meaning=(
            "A kind that is used here, in its own API group, has a version whose fields are not known. The object is "
            "left out. (The same kind name in another group, such as Knative's Service, is a different kind and is "
            "only passed over.)"
        ),
        why=(
            "Fields move and change their meaning between versions. Reading the object by the rules of another version "
            "could give wrong addresses without a sign, and leaving it out silently could drop endpoints."
        ),
        remedy=(
            "Export the object in the version that the message names: name version and group in the command, as in "
            "`kubectl get endpointslices.v1.discovery.k8s.io -A -o yaml`."
        ),
    ),
    Code(
        name="duplicate-object",
        severity=Severity.ERROR,
        effect=Effect.RUN,
        title="Two objects have one identity",
        meaning=(
            "One cluster's export holds the same kind, namespace and name twice (for ShadowEndpointSlices the "
            "destination label counts too). Where both are equal this is only a note, and one of them is used."
        ),
        why=(
            "A cluster has one such object. Two different ones come from two points in time or from two clusters, and "
            "picking either could be wrong."
        ),
        remedy=(
            "Delete the older export, or move the file of another cluster to that cluster's folder. Each cluster needs "
            "an export of its own."
        ),
    ),
    Code(
        name="ignored-kind",
        severity=Severity.INFO,
        effect=Effect.OBJECT,
        title="Objects of a kind that plays no part were passed over",
        meaning=(
            "The export holds objects of a kind that no rule uses. They were not read further. There is one finding "
            "for a kind, with the number of objects."
        ),
        why=(
            "Exports hold much that does not matter here. The count lets you notice a kind that you expected to "
            "matter, for instance one written under an unusual API group."
        ),
        remedy=(
            "Nothing needs to be done. To make the export smaller, export only the kinds that are used (EndpointSlice, "
            "Service, Configuration, Node, IP, NamespaceMap and so on)."
        ),
    ),
)
