#!/usr/bin/env bash
# Gets what the tests with the real callers need: bash scripts/callers.sh
#
# kustomize goes to .tools/bin; the function's image and a container that tests/callers/docker/docker runs it in go to
# .tools/container. What is there and current is left alone. Needs Linux, root for the container, and the programs that
# are checked for below; kubectl and kpt are used as they are installed.
set -euo pipefail
cd "$(dirname "$0")/.."

kustomize_version=v5.8.2
debian=bookworm
image=localhost/liqo-transform-krm:latest
store=.tools/container
tool_folder=$PWD/.tools/bin

fail() {
  printf 'callers.sh: %s\n' "$1" >&2
  exit 1
}

say() {
  printf 'callers.sh: %s\n' "$1"
}

# need PROGRAM HOW-TO-GET-IT
need() {
  command -v "$1" >/dev/null || fail "$1 is not on PATH: $2"
}

need kubectl 'see https://kubernetes.io/docs/tasks/tools/'
need kpt 'see https://kpt.dev/installation/'
need buildah 'apt-get install buildah mmdebstrap'
need mmdebstrap 'apt-get install buildah mmdebstrap'
[ "$(id -u)" -eq 0 ] || fail 'only root can build and run the image; run this as root'

mkdir -p "$tool_folder" "$store"/{tmp,scratch}
# Held by whoever changes the container, shared by those who run it.
exec 9>"$store/lock"
flock 9

storage() {
  TMPDIR=$PWD/$store/tmp buildah --root "$PWD/$store/root" --runroot "$PWD/$store/run" --storage-driver vfs "$@"
}

get_kustomize() {
  if [ "$("$tool_folder/kustomize" version 2>/dev/null)" = "$kustomize_version" ]; then
    return
  fi
  need go 'see https://go.dev/doc/install; it builds kustomize'
  say "building kustomize $kustomize_version"
  GOBIN=$tool_folder go install "sigs.k8s.io/kustomize/kustomize/v5@$kustomize_version" \
    || fail "kustomize $kustomize_version could not be built"
}

make_base() {
  local container
  if [ ! -e "$store/base.tar" ]; then
    say "making a base image from Debian packages ($debian)"
    mmdebstrap --quiet --variant=minbase --include=python3,python3-venv "$debian" "$store/base.part.tar" \
      || fail 'mmdebstrap could not make the base image'
    mv "$store/base.part.tar" "$store/base.tar"
  fi
  if ! storage inspect --type image localhost/base >/dev/null 2>&1; then
    container=$(storage from scratch)
    storage add --quiet "$container" "$store/base.tar" / >/dev/null
    storage config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$container"
    storage commit --quiet --rm "$container" localhost/base >/dev/null
  fi
}

# One digest over everything that the image is made of.
sources() {
  {
    printf '%s\n' pyproject.toml README.md LICENSE .dockerignore kustomize-plugin/Dockerfile scripts/callers.sh
    find transformer schemas share docs/findings -type f -not -name '*.pyc'
  } | LC_ALL=C sort | tr '\n' '\0' | xargs -0 sha256sum | sha256sum
}

# What pip is told on this machine about its index, as a pip.conf; variables win over files, as they do for pip.
pip_settings() {
  local settings='index-url|extra-index-url|trusted-host|proxy|timeout|default-timeout|retries'
  printf '[global]\n'
  python3 -m pip config list 2>/dev/null \
    | sed -nE "s/^(:env:|global|install)\.($settings)='(.*)'$/\2 = \3/p" \
    | sed 's/\\n/ /g' | awk '!seen[$1]++'
  [ ! -e "$store/pip.crt" ] || printf 'cert = /run/secrets/pip.crt\n'
}

# The certificate authorities that pip trusts on this machine, where they are not its own.
pip_authorities() {
  local named
  named=$(python3 -m pip config list 2>/dev/null | sed -nE "s/^(:env:|global|install)\.cert='(.*)'$/\2/p" | head -n 1)
  named=${named:-${REQUESTS_CA_BUNDLE:-${SSL_CERT_FILE:-}}}
  [ ! -f "$named" ] || cp "$named" "$store/pip.crt"
}

build_image() {
  local digest secrets
  digest=$(sources)
  if [ "$(cat "$store/image.sources" 2>/dev/null)" = "$digest" ]; then
    return
  fi
  say "building $image"
  rm -rf "$store/image.sources" "$store/runnable"
  storage rm --all >/dev/null
  make_base
  rm -f "$store/pip.crt"
  pip_authorities
  pip_settings >"$store/pip.conf"
  secrets=(--secret "id=pip.conf,src=$store/pip.conf")
  [ ! -e "$store/pip.crt" ] || secrets+=(--secret "id=pip.crt,src=$store/pip.crt")
  storage bud --isolation chroot --layers=false --pull=never "${secrets[@]}" --build-arg BASE=localhost/base \
    -f kustomize-plugin/Dockerfile -t "$image" . >"$store/build.log" 2>&1 \
    || { tail -n 20 "$store/build.log" >&2 && fail "the image could not be built; all of it is in $store/build.log"; }
  storage rmi --prune >/dev/null
  make_runnable
  printf '%s\n' "$digest" >"$store/image.sources"
}

# A container of the image, which all runs share; copying the image for each would take seconds. Beside it stands what a
# run has to know: the container's root folder and the image's entry point, one argument a line.
make_runnable() {
  local runnable=$store/runnable/$image container
  mkdir -p "$runnable"
  container=$(storage from --pull-never "$image")
  # Once, so that what buildah itself puts into a root folder is there before anyone looks for what a run has written.
  storage run --isolation chroot "$container" -- true
  storage mount "$container" >"$runnable/rootfs"
  printf '%s\n' "$container" >"$runnable/container"
  storage inspect --format '{{range .OCIv1.Config.Entrypoint}}{{println .}}{{end}}' "$container" >"$runnable/entrypoint"
}

get_kustomize
build_image
