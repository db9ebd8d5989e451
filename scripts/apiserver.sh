#!/usr/bin/env bash
# Gets what the tests with real API servers need: bash scripts/apiserver.sh
#
# kube-apiserver is built into .tools/bin from tests/e2e/apiserver; one that is there and current is left alone. kubectl,
# etcd and openssl are used as they are installed.
set -euo pipefail
cd "$(dirname "$0")/.."

source=tests/e2e/apiserver
program=.tools/bin/kube-apiserver

fail() {
  printf 'apiserver.sh: %s\n' "$1" >&2
  exit 1
}

# need PROGRAM HOW-TO-GET-IT
need() {
  command -v "$1" >/dev/null || fail "$1 is not on PATH: $2"
}

need kubectl 'see https://kubernetes.io/docs/tasks/tools/'
need etcd 'apt-get install etcd-server'
need openssl 'apt-get install openssl'

is_current() {
  local file
  for file in "$source"/{main.go,go.mod,go.sum} scripts/apiserver.sh; do
    [ "$program" -nt "$file" ] || return 1
  done
}

build() {
  local version variables=k8s.io/component-base/version
  need go 'see https://go.dev/doc/install; it builds kube-apiserver'
  version=$(go list -C "$source" -m -f '{{.Version}}' k8s.io/kubernetes) \
    || fail "cannot tell which version $source/go.mod requires"
  printf 'apiserver.sh: building kube-apiserver %s, about five minutes the first time\n' "$version"
  mkdir -p "$(dirname "$program")"
  # Built beside its place, so that what has the name is whole at any time.
  go build -C "$source" -buildvcs=false -ldflags "-s -w -X $variables.gitVersion=$version" \
    -o "$PWD/$program.$$" . || fail "kube-apiserver $version could not be built"
  mv "$program.$$" "$program"
}

is_current || build
