"""Codes of findings that come up when a result is compared: with the golden folder, or with what clusters hold."""

from transformer.findings.code import Code
from transformer.findings.finding import Effect, Severity

CODES: tuple[Code, ...] = (
    Code(
        name="golden-missing",
        severity=Severity.ERROR,
        effect=Effect.NONE,
        title="An object is not in the golden folder",
        meaning=(
            "The run makes an object, or a kustomization, that the golden folder does not hold: a slice that is new "
            "for a provider, or a file that was deleted."
        ),
        why=(
            "Who reviews the folder does not see what a provider is about to get. A file that is missing is never "
            "taken for one that fits."
        ),
        remedy=(
            "If the provider is to get it, run `liqo-transform update` and commit the folder with the change; if a "
            "file was deleted by mistake, restore it."
        ),
    ),
    Code(
        name="golden-drift",
        severity=Severity.ERROR,
        effect=Effect.NONE,
        title="An object differs from the one in the golden folder",
        meaning=(
            "An object of the golden folder is not what the run computes from the exports and the configuration as "
            "they are now, or its file was edited. Each line says what changed for which endpoint, and which field of "
            "which input object is the cause."
        ),
        why="Traffic will go another way than the folder, which was reviewed, says.",
        remedy="If the change is what you want, run `liqo-transform update` and commit the folder with the change.",
    ),
    Code(
        name="golden-stale",
        severity=Severity.ERROR,
        effect=Effect.NONE,
        title="The golden folder holds something that is not made any more",
        meaning=(
            "A file of the golden folder has no counterpart in the run: its slice is gone, refused or not reflected "
            "any more, or somebody put a file there."
        ),
        why=(
            "A slice that is not made any more is one that pods of the provider will miss. And a file that nobody "
            "makes is one that nobody keeps true."
        ),
        remedy=(
            "Look at the line that says why. If it is what you want, run `liqo-transform update` and commit the "
            "folder; keep files of your own outside of it."
        ),
    ),
    Code(
        name="golden-empty",
        severity=Severity.ERROR,
        effect=Effect.NONE,
        title="There is nothing to compare with",
        meaning="The golden folder is not there, or holds no file.",
        why="A check that compares with nothing proves nothing, and would pass for ever.",
        remedy="Run `liqo-transform update` once, read what it writes, and commit the folder.",
    ),
    Code(
        name="golden-settings",
        severity=Severity.ERROR,
        effect=Effect.NONE,
        title="The golden folder was made with other settings",
        meaning=(
            "The record in the golden folder, .liqo-transform.json, names another profile, command or setting than "
            "this run has, or it is not there. A newer version of liqo-transform alone does not count."
        ),
        why=(
            "The folder then shows what another question was answered with: what `liqo-1.2` predicts is not what "
            "`direct` ships."
        ),
        remedy=(
            "Run `liqo-transform update` with the settings that you want reviewed, in the configuration file and not "
            "on the command line, and commit the folder."
        ),
    ),
    Code(
        name="live-drift",
        severity=Severity.WARNING,
        effect=Effect.NONE,
        title="A cluster holds another slice than it should",
        meaning=(
            "A provider's export holds a ShadowEndpointSlice or EndpointSlice that is not what Liqo would write for "
            "the exports as they are, lacks one, or has one of this consumer's that is not made any more. Fields that "
            "Liqo or a cluster adds or loses do not count."
        ),
        why=(
            "Pods of that provider send traffic to an address where the pod is not, or not by the way that was asked "
            "for, and nothing in the cluster says so."
        ),
        remedy=(
            "Export again to rule out that the exports are of different times. If it stays, look at the controller "
            "that writes the object (the consumer's virtual kubelet for a ShadowEndpointSlice, the provider's "
            "liqo-controller-manager for an EndpointSlice): its log says why it does not; deleting the object makes it "
            "write it anew."
        ),
    ),
)
