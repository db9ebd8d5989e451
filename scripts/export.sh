#!/bin/sh
# Exports from every cluster of a Liqo multi-cluster what liqo-transform reads. See --help.
set -eu

usage() {
  cat <<'END'
usage: export.sh [-o DIR] [--replace] [CONTEXT...]

Writes DIR/<cluster id>/<kind>.yaml for each kubectl context: what liqo-transform reads, one file a kind, as
`kubectl get KIND --all-namespaces -o yaml` prints it. Consumers and providers are exported alike.
Without CONTEXT, all contexts of the kubeconfig are exported.

  -o, --output DIR   where the clusters' folders go (default: exports)
  --replace          replace folders of these clusters that are there already
  -h, --help         print this

The cluster id is read from the ConfigMap labelled app.kubernetes.io/name=clusterid-configmap; no other ConfigMap and
no Secret is ever read. Kinds of Liqo that a cluster does not have are left out.
All or nothing: folders appear when every context was exported whole. Exit status: 0 done, 1 failed, 2 wrong usage.
END
}

fail() {
  printf 'export.sh: %s\n' "$1" >&2
  exit 1
}

refuse() {
  printf 'export.sh: %s\n' "$1" >&2
  usage >&2
  exit 2
}

id_label=app.kubernetes.io/name=clusterid-configmap

# File name and resource of each kind. Those with a group of Liqo are exported where their CRD is installed.
kinds='
endpointslices endpointslices.discovery.k8s.io
services services
nodes nodes
configurations configurations.networking.liqo.io
connections connections.networking.liqo.io
ips ips.ipam.liqo.io
networks networks.ipam.liqo.io
foreignclusters foreignclusters.core.liqo.io
namespacemaps namespacemaps.offloading.liqo.io
namespaceoffloadings namespaceoffloadings.offloading.liqo.io
shadowendpointslices shadowendpointslices.offloading.liqo.io
virtualnodes virtualnodes.offloading.liqo.io
vkoptionstemplates vkoptionstemplates.offloading.liqo.io
'

# Runs kubectl on a context, its standard input empty so that it takes nothing from a loop around it.
on() {
  on_context=$1
  shift
  kubectl --context "$on_context" "$@" </dev/null
}

# Prints the cluster id of a context.
cluster_id_of() {
  ids=$(on "$1" get configmaps --all-namespaces -l "$id_label" \
    -o 'jsonpath={range .items[*]}{.data.CLUSTER_ID}{"\n"}{end}') \
    || fail "context '$1': cannot read the ConfigMap labelled $id_label"
  ids=$(printf '%s\n' "$ids" | sort -u | sed '/^$/d')
  case $ids in
    '') fail "context '$1': no ConfigMap labelled $id_label holds a CLUSTER_ID; is Liqo installed there? \
Name the contexts to export to leave this one out" ;;
    -* | *- | *[!a-z0-9-]*) fail "context '$1': expected one cluster id, a DNS label, got: $(printf '%s' "$ids" | tr '\n' ' ')" ;;
  esac
  printf '%s\n' "$ids"
}

# Exports a context into an empty folder.
export_context() {
  installed=$(on "$1" get customresourcedefinitions -o name) \
    || fail "context '$1': cannot list the CustomResourceDefinitions"
  printf '%s' "$kinds" | sed '/^$/d' | while read -r file resource; do
    case $resource in
      *.liqo.io)
        printf '%s\n' "$installed" | grep -qxF "customresourcedefinition.apiextensions.k8s.io/$resource" || continue
        ;;
    esac
    on "$1" get "$resource" --all-namespaces -o yaml >"$2/$file.yaml" \
      || fail "context '$1': cannot export $resource"
  done
  on "$1" get configmaps --all-namespaces -l "$id_label" -o yaml >"$2/configmaps.yaml" \
    || fail "context '$1': cannot export the ConfigMap labelled $id_label"
}

output=exports
replace=no
while [ $# -gt 0 ]; do
  case $1 in
    -h | --help)
      usage
      exit 0
      ;;
    -o | --output)
      { [ $# -ge 2 ] && [ -n "$2" ]; } || refuse "$1 needs a folder"
      output=$2
      shift 2
      ;;
    --replace)
      replace=yes
      shift
      ;;
    --)
      shift
      break
      ;;
    -*) refuse "unknown option $1" ;;
    *) break ;;
  esac
done
for argument in "$@"; do
  case $argument in
    -*) refuse "options go before the contexts: $argument" ;;
    '') refuse "a context's name is empty" ;;
  esac
done
case $output in -*) output=./$output ;; esac
command -v kubectl >/dev/null || fail "kubectl is not on PATH"

made_output=no
if [ ! -e "$output" ]; then
  mkdir -p "$output" || fail "cannot make the folder $output"
  made_output=yes
fi
[ -d "$output" ] || fail "$output is not a folder"
staging=$(mktemp -d "$output/.export.XXXXXX") || fail "cannot write into $output"

clean_up() {
  rm -rf "$staging"
  if [ "$made_output" = yes ]; then
    rmdir "$output" 2>/dev/null || true
  fi
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

if [ $# -gt 0 ]; then
  printf '%s\n' "$@" >"$staging/contexts"
else
  kubectl config get-contexts -o name </dev/null >"$staging/contexts" || fail "cannot list kubectl's contexts"
  [ -s "$staging/contexts" ] || fail "the kubeconfig has no context"
fi

mkdir "$staging/new" "$staging/old" "$staging/source"
while IFS= read -r context; do
  id=$(cluster_id_of "$context")
  if [ -e "$staging/new/$id" ]; then
    fail "contexts '$(cat "$staging/source/$id")' and '$context' are both cluster '$id'; name one of them"
  fi
  if [ -e "$output/$id" ] && [ "$replace" = no ]; then
    fail "$output/$id is there already; --replace replaces it"
  fi
  printf '%s' "$context" >"$staging/source/$id"
  mkdir "$staging/new/$id"
  export_context "$context" "$staging/new/$id"
done <"$staging/contexts"

# Everything was read: from here on only renames, which an interrupt must not tear apart.
trap '' INT TERM HUP
for folder in "$staging/new"/*/; do
  id=$(basename "$folder")
  if [ -e "$output/$id" ]; then
    mv "$output/$id" "$staging/old/$id"
  fi
  mv "$staging/new/$id" "$output/$id" || {
    [ ! -e "$staging/old/$id" ] || mv "$staging/old/$id" "$output/$id"
    fail "cannot put the export of '$id' into $output"
  }
  printf "%s: %s, from context '%s'\n" "$id" "$output/$id" "$(cat "$staging/source/$id")"
done
