"""``liqo-transform-krm``: the function that kustomize, kubectl and kpt run, and that runs by itself.

What it prints is written once, whole, at the end: half a list, or none, deletes a caller's resources.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from transformer import __version__
from transformer.cli import status
from transformer.cli.ending import Terminated, end_on_signals, ignore_signals
from transformer.cli.terminal import StdoutError, print_bytes, print_text, silence

PROGRAM = "liqo-transform-krm"

HELP = """\
Usage: liqo-transform-krm                     ResourceList on stdin, ResourceList on stdout
       liqo-transform-krm LIST                the same from a file
       liqo-transform-krm CONFIG INPUT...     documents: a configuration, then files, folders or - for stdin

A KRM function: it adds to a list of Kubernetes objects what Liqo would derive from them, offline. kustomize, kubectl
and kpt call it; by hand it runs the same way. Which one it is to be stands in the configuration (functionConfig):

  ConsumerTransform   from a consumer's export, the ShadowEndpointSlices for one provider
  ProviderTransform   from ShadowEndpointSlices and a provider's export, the EndpointSlices there
  FleetTransform      a generator: reads the exports of a fleet from files, makes both for one provider
  ReviewCheck         a validator: fails when a set was built without the function

  apiVersion: liqo-transformer.github.io/v1alpha1
  kind: ConsumerTransform
  metadata:
    name: to-milan
    annotations:
      config.kubernetes.io/function: |
        exec: {path: liqo-transform-krm}
  spec:
    consumer: rome
    provider: milan
    emit: All             # Derived: give back only what was made

Or as a ConfigMap, whose data holds kind and the fields: kpt fn eval DIR --exec liqo-transform-krm -- \\
  kind=ConsumerTransform consumer=rome provider=milan

Callers:
  kustomize build --enable-alpha-plugins --enable-exec DIR   runs it as above
  kubectl kustomize --enable-alpha-plugins DIR               skips exec functions without a word: use a container
                                                             image, or the legacy plugin (liqo-transform plugin install)
  kpt fn eval DIR --exec liqo-transform-krm, kpt fn render --allow-exec DIR

Objects that are not ours go back as they came. Findings are results of the list, and one line each on stderr.

Options:
  -h, --help   this text        --version   the version

liqo-transform schema NAME prints the fields of a configuration (consumer-transform, provider-transform,
fleet-transform, review-check), liqo-transform finding CODE what a finding means.

Exit status: 0 fine; 1 findings of severity error, or at or above findings.failOn (the list is written first, its items
as they came where an error stopped the work); 2 usage or configuration; 3 internal error. Where the input is no list,
nothing is written.
"""


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """The program: never returns, never shows a traceback."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    # One list, and the process is gone: looking for cycles would cost a tenth of its time and free nothing.
    gc.disable()
    end_on_signals()
    try:
        code = run(given)
        ignore_signals()
    except Terminated as end:
        code = end.status
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError:
            silence(stream)
            code = code or status.FINDINGS
    sys.exit(code)


def run(arguments: list[str]) -> int:
    """Run one call and return its exit status."""
    try:
        if "-h" in arguments or "--help" in arguments:
            print_bytes(HELP.encode())
            return status.FINE
        if "--version" in arguments:
            print_bytes(f"{PROGRAM}, version {__version__}\n".encode())
            return status.FINE
        unknown = [each for each in arguments if each.startswith("-") and each != "-"]
        if unknown and not any(os.path.exists(each) for each in unknown):  # noqa: PTH110 - the name as typed
            return _failed(f"unknown option {unknown[0]!r}; --help shows the usage", status.USAGE)
        from transformer.cli.krm_run import carry_out

        return carry_out(arguments)
    except BrokenPipeError:
        silence(sys.stdout)
        return _failed("standard output was closed before the list was written")
    except StdoutError as fault:
        return _failed(str(fault))
    except (KeyboardInterrupt, Terminated) as end:
        return end.status if isinstance(end, Terminated) else status.INTERRUPTED
    except MemoryError:
        return _failed("there is not enough memory for this")
    except Exception as fault:
        from transformer.cli.crash import report_crash

        print_text(report_crash(fault, arguments, PROGRAM) + "\n", err=True)
        return status.INTERNAL


def _failed(reason: str, code: int = status.FINDINGS) -> int:
    print_text(f"{PROGRAM}: {reason}\n", err=True)
    return code
