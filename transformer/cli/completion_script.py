"""The completion scripts of the shells: click's own, which ask the program what may stand at the cursor."""

from __future__ import annotations

from click.shell_completion import BashComplete, FishComplete, ZshComplete

from transformer.cli.main import PROGRAM, liqo_transform

_VARIABLE = f"_{PROGRAM.upper().replace('-', '_')}_COMPLETE"

#: Where each shell looks for the script of a program, below ``share``.
_PLACES = {
    f"bash-completion/completions/{PROGRAM}": BashComplete,
    f"zsh/site-functions/_{PROGRAM}": ZshComplete,
    f"fish/vendor_completions.d/{PROGRAM}.fish": FishComplete,
}


def completion_scripts() -> dict[str, str]:
    """The script of each shell, by its place below ``share``.

    They know no command and no option, so only a change of click's protocol changes them.
    """
    scripts = {}
    for place, shell in _PLACES.items():
        complete = shell(liqo_transform, {}, PROGRAM, _VARIABLE)
        # Not complete.source(): for bash it would first start the bash of this machine, to see its version.
        scripts[place] = (complete.source_template % complete.source_vars()).strip() + "\n"
    return scripts
