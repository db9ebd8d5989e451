"""The legacy plugin's folder: which home is taken, what is made in it, and that nothing else is touched."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from transformer.cli.main import run
from transformer.cli.plugin_home import default_home, home_in_use, homes
from transformer.cli.plugin_links import installed_function
from transformer.cli.plugin_links import plugin_links as links_below

#: Before a test puts another in its place.
PYTHON = sys.executable
BELOW = "liqo-transformer.github.io/v1alpha1"
LINKS = {
    f"{BELOW}/consumertransform/ConsumerTransform",
    f"{BELOW}/providertransform/ProviderTransform",
    f"{BELOW}/fleettransform/FleetTransform",
    f"{BELOW}/reviewcheck/ReviewCheck",
}


@pytest.fixture(autouse=True)
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed function, beside the program that runs; a user without plugins; and nothing on the PATH."""
    file = executable(tmp_path / "bin" / "liqo-transform-krm")
    monkeypatch.setattr(sys, "argv", [str(file.with_name("liqo-transform"))])
    monkeypatch.setattr(sys, "executable", str(tmp_path / "elsewhere" / "python3"))
    monkeypatch.setenv("HOME", str(tmp_path / "user"))
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    monkeypatch.delenv("KUSTOMIZE_PLUGIN_HOME", raising=False)
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    return file


def executable(file: Path) -> Path:
    """A program that says which it is."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text('#!/bin/sh\necho "ran as $0 $1"\n', encoding="utf-8")
    file.chmod(0o755)
    return file


def everything_in(folder: Path) -> dict[str, str]:
    """What lies below a folder: links with their target, files with their text, empty folders."""
    found = {}
    for above, folders, files in os.walk(folder):
        for name in (*folders, *files):
            path = Path(above, name)
            where = path.relative_to(folder).as_posix()
            if path.is_symlink():
                found[where] = f"-> {path.readlink()}"
            elif path.is_file():
                found[where] = path.read_text(encoding="utf-8")
            elif not any(path.iterdir()):
                found[where] = "empty"
    return found


def installed(program: Path) -> dict[str, str]:
    """What a home holds after an installation and nothing before it."""
    return dict.fromkeys(LINKS, f"-> {program}")


# What is made


def test_each_kind_becomes_a_link_to_the_function_that_runs(
    tmp_path: Path, program: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "plugins"
    assert run(["plugin", "install", "--home", str(home)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert everything_in(home) == installed(program)
    for link in LINKS:
        assert f"made        {home / link}\n" in out
        done = subprocess.run([home / link, "config.yaml"], capture_output=True, text=True, check=True, env={})
        assert done.stdout == f"ran as {home / link} config.yaml\n"
    assert f"links to    {program}\n" in out


def test_installing_again_changes_nothing_and_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = tmp_path / "plugins"
    run(["plugin", "install", "--home", str(home)])
    before = {link: (home / link).lstat().st_ino for link in LINKS}
    capsys.readouterr()
    assert run(["plugin", "install", "--home", str(home)]) == 0
    out = capsys.readouterr().out
    assert out.count("up to date  ") == 4
    assert "made" not in out
    assert {link: (home / link).lstat().st_ino for link in LINKS} == before


def test_links_of_another_installation_are_updated_also_when_it_is_gone(
    tmp_path: Path, program: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "plugins"
    for link, target in zip(
        links_below(home), ("/gone/liqo-transform-krm", "../liqo-transform-krm", str(program)), strict=False
    ):
        link.parent.mkdir(parents=True)
        link.symlink_to(target)
    assert run(["plugin", "install", "--home", str(home)]) == 0
    out = capsys.readouterr().out
    assert [line.split("  ")[0] for line in out.splitlines()[1:5]] == ["updated", "updated", "up to date", "made"]
    assert everything_in(home) == installed(program)


def test_other_files_in_the_home_stay(tmp_path: Path, program: Path) -> None:
    home = tmp_path / "plugins"
    others = {"example.org/v1/other/Other": "other\n", f"{BELOW}/consumertransform/README": "read\n"}
    for name, text in others.items():
        (home / name).parent.mkdir(parents=True)
        (home / name).write_text(text, encoding="utf-8")
    run(["plugin", "install", "--home", str(home)])
    assert everything_in(home) == {**others, **installed(program)}


# Refusals: nothing half-done


@pytest.mark.parametrize("what", ["file", "folder", "link", "dangling link"])
def test_what_is_not_ours_is_not_overwritten_and_no_other_link_is_made(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "plugins"
    taken = links_below(home)[-1]
    taken.parent.mkdir(parents=True)
    if what == "file":
        executable(taken)
    elif what == "folder":
        taken.mkdir()
    else:
        taken.symlink_to("/bin/sh" if what == "link" else "/gone/other")
    before = everything_in(home)
    assert run(["plugin", "install", "--home", str(home)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert f'"{taken}" is a {what.split()[-1]}' in err
    assert "not a link to liqo-transform-krm" in err
    assert "[output-not-ours]" in err
    assert "nothing installed" in err
    assert everything_in(home) == before


@pytest.mark.parametrize(
    ("home", "said"),
    [
        ("bin/liqo-transform-krm", "it is not a folder"),
        ("bin/liqo-transform-krm/plugins", "it is not a folder"),
        ("/dev/null", "it is not a folder"),
        ("/proc/plugins", "No such file or directory"),
        ("x" * 300, "File name too long"),
        ("dangling", "No such file or directory"),
    ],
)
def test_a_home_that_cannot_be_one_is_a_finding(
    home: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "dangling").symlink_to("nowhere")
    assert run(["plugin", "install", "--home", str(tmp_path / home)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    first = err.splitlines()[0]
    assert said in first
    assert first.endswith("[unwritable-output]")
    assert "Traceback" not in err


def refusing_the_third(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Let the system refuse the third call of a method of Path, once; what is done after it is allowed again."""
    real = getattr(Path, name)
    calls = []

    def refuse(path: Path, *arguments: object, **more: object) -> object:
        calls.append(path)
        if len(calls) == 3:
            raise PermissionError(13, "Permission denied", str(path))
        return real(path, *arguments, **more)

    monkeypatch.setattr(Path, name, refuse)


@pytest.mark.parametrize("call", ["symlink_to", "mkdir", "unlink"])
def test_an_installation_that_is_refused_midway_is_taken_back(
    call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "plugins"
    if call == "unlink":
        for link in links_below(home):
            link.parent.mkdir(parents=True)
            link.symlink_to("/old/liqo-transform-krm")
    before = everything_in(tmp_path)
    refusing_the_third(monkeypatch, call)
    assert run(["plugin", "install", "--home", str(home)]) == 1
    err = capsys.readouterr().err
    assert "Permission denied" in err
    assert "[unwritable-output]" in err
    assert everything_in(tmp_path) == before


def test_a_removal_that_is_refused_midway_is_taken_back(
    tmp_path: Path, program: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "plugins"
    run(["plugin", "install", "--home", str(home)])
    refusing_the_third(monkeypatch, "unlink")
    assert run(["plugin", "uninstall", "--home", str(home)]) == 1
    err = capsys.readouterr().err
    assert "Permission denied" in err
    assert "nothing removed" in err
    assert everything_in(home) == installed(program)


def test_without_an_installed_function_nothing_is_made(
    tmp_path: Path, program: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program.unlink()
    assert run(["plugin", "install", "--home", str(tmp_path / "plugins")]) == 1
    assert "neither beside this program nor on the PATH [unwritable-output]" in capsys.readouterr().err
    assert not (tmp_path / "plugins").exists()


# Which function


def test_the_function_beside_the_running_program_is_taken_before_python_s_and_the_path_s(
    tmp_path: Path, program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    beside_python = executable(tmp_path / "python" / "liqo-transform-krm")
    on_path = executable(tmp_path / "path" / "liqo-transform-krm")
    monkeypatch.setenv("PATH", str(on_path.parent))
    script, python = str(program.with_name("liqo-transform")), str(beside_python.with_name("python3"))
    assert installed_function(script, python) == str(program)
    program.chmod(0o644)
    assert installed_function(script, python) == str(beside_python)
    assert installed_function("", python) == str(beside_python)
    beside_python.unlink()
    assert installed_function(script, python) == str(on_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", "path")
    assert installed_function(script, python) == str(on_path)
    on_path.unlink()
    assert installed_function(script, python) is None


# Which home


def test_kustomize_looks_in_four_places_and_an_empty_variable_names_none() -> None:
    everywhere = {"KUSTOMIZE_PLUGIN_HOME": "/p", "XDG_CONFIG_HOME": "/x", "HOME": "/h"}
    assert list(homes(everywhere).values()) == [
        "/p",
        "/x/kustomize/plugin",
        "/h/.config/kustomize/plugin",
        "/h/kustomize/plugin",
    ]
    assert homes(dict.fromkeys(everywhere, "")) == {}


def test_the_default_home_is_the_named_one_or_the_first_that_exists_or_the_first(tmp_path: Path) -> None:
    named, settings, user = (str(tmp_path / name) for name in ("named", "settings", "user"))
    both = {"XDG_CONFIG_HOME": settings, "HOME": user}
    last = Path(user, "kustomize/plugin")
    assert default_home({}) is None
    assert default_home({"HOME": user}) == (
        f"{user}/.config/kustomize/plugin",
        "~/.config/kustomize/plugin, as none exists where kustomize looks",
    )
    assert default_home(both) == (
        f"{settings}/kustomize/plugin",
        "$XDG_CONFIG_HOME/kustomize/plugin, as none exists where kustomize looks",
    )
    assert home_in_use(both) is None
    last.mkdir(parents=True)
    assert default_home(both) == (str(last), "~/kustomize/plugin, the first that exists where kustomize looks")
    assert default_home({**both, "KUSTOMIZE_PLUGIN_HOME": named}) == (named, "$KUSTOMIZE_PLUGIN_HOME")
    assert home_in_use({**both, "KUSTOMIZE_PLUGIN_HOME": named}) == str(last)
    Path(settings, "kustomize/plugin").mkdir(parents=True)
    assert home_in_use(both) == f"{settings}/kustomize/plugin"


def test_a_default_home_needs_nothing_set(tmp_path: Path, program: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["plugin", "install"]) == 0
    out = capsys.readouterr().out
    assert everything_in(tmp_path / "user" / ".config" / "kustomize" / "plugin") == installed(program)
    assert "find this home by themselves" in out
    assert "export" not in out
    assert "\n  kubectl kustomize --enable-alpha-plugins DIR\n" in out
    assert "`kubectl apply -k` cannot use plugins" in out


def test_a_home_that_kustomize_does_not_look_in_is_to_be_exported(
    tmp_path: Path, program: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["plugin", "install", "--home", "my plugins"]) == 0
    out = capsys.readouterr().out
    assert everything_in(tmp_path / "my plugins") == installed(program)
    (line,) = [line for line in out.splitlines() if "export" in line]
    assert shlex.split(line) == ["export", f"KUSTOMIZE_PLUGIN_HOME={tmp_path / 'my plugins'}"]
    assert "one home only" not in out


def test_a_relative_home_in_the_environment_is_to_be_exported_as_an_absolute_one(
    tmp_path: Path, program: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KUSTOMIZE_PLUGIN_HOME", "plugins")
    assert run(["plugin", "install"]) == 0
    assert f"export KUSTOMIZE_PLUGIN_HOME={tmp_path / 'plugins'}\n" in capsys.readouterr().out
    assert everything_in(tmp_path / "plugins") == installed(program)
    monkeypatch.setenv("KUSTOMIZE_PLUGIN_HOME", str(tmp_path / "plugins"))
    assert run(["plugin", "install"]) == 0
    assert "export" not in capsys.readouterr().out


def test_a_home_that_hides_the_one_in_use_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    used = tmp_path / "user" / ".config" / "kustomize" / "plugin"
    used.mkdir(parents=True)
    (tmp_path / "same").symlink_to(used)
    assert run(["plugin", "install", "--home", str(tmp_path / "plugins")]) == 0
    assert f"They look in one home only: plugins in {used} are not found then." in capsys.readouterr().out
    assert run(["plugin", "install", "--home", str(tmp_path / "same")]) == 0
    out = capsys.readouterr().out
    assert "one home only" not in out
    assert "export" not in out


def test_no_home_to_name_is_a_usage_error(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.delenv("HOME")
    for what in ("install", "uninstall"):
        assert run(["plugin", what]) == 2
        assert "give --home DIR" in capsys.readouterr().err
    assert run(["plugin", "install", "--home", ""]) == 2


def test_a_working_directory_that_is_gone_is_a_usage_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert run(["plugin", "install", "--home", "plugins"]) == 2
    assert "does not exist any more" in capsys.readouterr().err


# Uninstalling


def test_what_was_installed_is_removed_with_the_folders_that_it_leaves_empty(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["plugin", "install"])
    capsys.readouterr()
    assert run(["plugin", "uninstall"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.count("removed     ") == 4
    assert "left" not in out
    assert everything_in(tmp_path / "user") == {".config/kustomize": "empty"}


def test_a_dangling_link_of_ours_is_removed(tmp_path: Path, program: Path) -> None:
    home = tmp_path / "plugins"
    run(["plugin", "install", "--home", str(home)])
    program.unlink()
    assert run(["plugin", "uninstall", "--home", str(home)]) == 0
    assert not home.exists()


def test_what_is_not_ours_is_left_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = tmp_path / "plugins"
    run(["plugin", "install", "--home", str(home)])
    consumer, provider, *_ = links_below(home)
    consumer.with_name("README").write_text("read\n", encoding="utf-8")
    provider.unlink()
    provider.write_text("mine\n", encoding="utf-8")
    other = home / "example.org" / "v1" / "other" / "Other"
    other.parent.mkdir(parents=True)
    other.write_text("other\n", encoding="utf-8")
    capsys.readouterr()
    assert run(["plugin", "uninstall", "--home", str(home)]) == 0
    out = capsys.readouterr().out
    assert [line for line in out.splitlines() if line.startswith("left")] == [
        f"left        {provider}: it is a file, not a link to liqo-transform-krm",
        f"left        {consumer.parent}: it holds other files",
    ]
    assert everything_in(home) == {
        f"{BELOW}/consumertransform/README": "read\n",
        f"{BELOW}/providertransform/ProviderTransform": "mine\n",
        "example.org/v1/other/Other": "other\n",
    }


@pytest.mark.parametrize("there", [False, True])
def test_nothing_installed_is_no_fault(there: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = tmp_path / "plugins"
    if there:
        home.mkdir()
    assert run(["plugin", "uninstall", "--home", str(home)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert "nothing is installed here\n" in out
    assert home.exists() == there


def test_the_working_directory_and_a_linked_home_are_not_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "plugins"
    home.mkdir()
    linked = tmp_path / "linked"
    linked.symlink_to(home)
    for name, folder in ((".", home), (str(linked), tmp_path)):
        monkeypatch.chdir(folder)
        run(["plugin", "install", "--home", name])
        assert run(["plugin", "uninstall", "--home", name]) == 0
        assert everything_in(home) == {}
    assert linked.is_dir()


def test_a_folder_that_cannot_be_removed_is_left_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "plugins"
    run(["plugin", "install", "--home", str(home)])
    capsys.readouterr()
    refusing_the_third(monkeypatch, "rmdir")
    assert run(["plugin", "uninstall", "--home", str(home)]) == 0
    (line,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith("left")]
    assert line.endswith(": Permission denied")
    assert list(everything_in(home).values()) == ["empty"]


def test_uninstalling_where_the_home_is_a_file_is_a_finding(program: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["plugin", "uninstall", "--home", str(program)]) == 1
    err = capsys.readouterr().err
    assert "Not a directory" in err
    assert "nothing removed" in err


# Through the program


def test_the_program_installs_and_uninstalls_in_a_process_of_its_own(tmp_path: Path, program: Path) -> None:
    home = tmp_path / "plugins"
    environment = {
        "HOME": str(tmp_path / "user"),
        "PATH": str(program.parent),
        "KUSTOMIZE_PLUGIN_HOME": str(home),
    }

    def plugin(what: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [PYTHON, "-m", "transformer", "plugin", what],
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
            env=environment,
        )

    done = plugin("install")
    assert (done.returncode, done.stderr) == (0, "")
    assert "find this home by themselves" in done.stdout
    assert set(everything_in(home)) == LINKS
    done = plugin("uninstall")
    assert (done.returncode, done.stderr) == (0, "")
    assert not home.exists()
    done = plugin("uninstal")
    assert done.returncode == 2
    assert "uninstal" in done.stderr
