"""A thousand objects that no rule asks for, with what careless readers and writers of YAML get wrong."""

from __future__ import annotations

import base64
import json

from callers.programs import ROOT

NASTY = ROOT / "fixtures" / "nasty-strings.txt"
COUNT = 1000
#: kustomize itself takes no object with one of these, however it is written.
_REFUSED_BY_KUSTOMIZE = frozenset("\x7f\x80\x9f\ufffe\uffff")

#: Bodies of objects; each is written many times, under another name.
SAMPLES = (
    """\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {name}
  namespace: shop
  labels: {{app: "on", version: "1.10", sha: "12e5", build: "08", empty: ""}}
spec:
  replicas: 3
  selector:
    matchLabels: {{app: "on"}}
  template:
    metadata:
      labels:
        app: "on"
      creationTimestamp: null
    spec:
      containers:
      - name: web
        image: example.com/web:1.10
        command: ["sh", "-c", "echo 'a: b' | tee /tmp/x # no comment"]
        args:
        - |
          #!/bin/sh
          # not a comment
          exec web \\
            --flag=yes

        - >-
          folded text of
          two lines
        env:
        - name: "NO"
          value: "no"
        - {{name: PORT, value: "0755"}}
        - {{name: TIME, value: "12:30:45"}}
        - {{name: MERGE, value: "<<"}}
        - {{name: VALUE, value: "="}}
        resources:
          limits: {{cpu: 1.5, memory: 1e3, ephemeral-storage: "1e3"}}
""",
    """\
apiVersion: v1
kind: Secret
metadata:
  name: {name}
  namespace: shop
type: Opaque
data:
  key.bin: {binary}
  folded: !!binary |
    AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4v
    MDEyMzQ1Njc4OTo7PD0+Pw==
stringData:
  number: "0o14"
  lines: "a\\nb\\n"
  tabs: "a\\tb"
""",
    """\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: {name}.example.com
  annotations:
    controller-gen.kubebuilder.io/version: v0.16.1
    note: ~
spec:
  group: example.com
  names: {{kind: Thing, listKind: ThingList, plural: {name}, singular: thing}}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            default: {{}}
            properties:
              "y": {{type: boolean, default: true}}
              "on": {{type: string, enum: ["on", "off", "yes", "no", "~", "null", "=", "<<"]}}
              ratio: {{type: number, minimum: 0.1, maximum: 1.0e+10, default: 1}}
              many: {{type: integer, maximum: 9007199254740993, minimum: -9223372036854775808}}
              pattern: {{type: string, pattern: '^(\\d+)\\.(\\d+)"''$'}}
              $ref: {{type: string, description: "a: b, c # d"}}
""",
    """\
apiVersion: example.com/v1
kind: Sample
metadata:
  name: {name}
  annotations:
    "example.com/on": "on"
    'example.com/json': '{{"a": [1, 2.50, null, "é"]}}'
spec:
  nothing: null
  tilde: ~
  blank:
  empty: {{list: [], map: {{}}, text: ''}}
  truth: [true, false]
  words: [yes, no, on, off, y, n, Yes, NO]
  numbers: [0, -0, 0.0, 1.0, 1e3, 1.5E-7, 0x1F, 0o14, 12345678901234567890, 3.141592653589793238462643]
  times: ["2001-01-01", "12:30", 1:20]
  deep: [[[[[1]]]], [{{a: [{{b: c}}]}}]]
  on: {{push: {{branches: [main]}}}}
  "<<": {{merged: no}}
  "=": equals
  "1": one
  "true": text
  anchored: &anchor {{cpu: 1, list: [a, b]}}
  again: *anchor
  text: |+
    kept lines


  more: |2
      indented
    less
  long: {long}
""",
    """\
apiVersion: serving.knative.dev/v1
kind: Service
metadata:
  name: {name}
  namespace: shop
  labels: {{kubernetes.io/service-name: web}}
spec: {{template: {{spec: {{containers: [{{image: "example.com/a:1"}}]}}}}}}
""",
    """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: {name}
  namespace: shop
  labels: {{app.kubernetes.io/name: clusterid-configmap-of-another}}
data:
  CLUSTER_ID: nobody
  list.yaml: |
    apiVersion: config.kubernetes.io/v1
    kind: ResourceList
    items:
    - kind: EndpointSlice
    functionConfig: {{}}
    ---
    results: []
binaryData:
  key: {binary}
""",
    """\
apiVersion: discovery.example.com/v1
kind: EndpointSlice
metadata: {{name: {name}, namespace: shop}}
endpoints: none
ports: "80"
""",
    """\
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {{name: {name}, namespace: shop, finalizers: [kubernetes.io/pvc-protection]}}
spec: {{accessModes: [ReadWriteOnce], resources: {{requests: {{storage: 8Gi}}}}, volumeMode: null}}
""",
)


def foreign_objects() -> list[str]:
    """The thousand objects, each as the text of a document."""
    texts = [_config_map(index, text) for index, text in enumerate(_strings())]
    for index in range(COUNT - len(texts)):
        sample = SAMPLES[index % len(SAMPLES)]
        binary = base64.b64encode(bytes((index * step) % 256 for step in range(90))).decode()
        texts.append(sample.format(name=f"sample-{index:04}", binary=binary, long="a b " * 100 + "end"))
    assert len(texts) == COUNT
    return texts


def _config_map(index: int, text: str) -> str:
    quoted = _quoted(text)
    return (
        "apiVersion: v1\nkind: ConfigMap\n"
        f"metadata:\n  name: nasty-{index:04}\n  namespace: shop\n"
        f"  labels:\n    label: {quoted}\n"
        f"  annotations:\n    annotation: {quoted}\n"
        f"data:\n  text: {quoted}\n"
    )


def _strings() -> list[str]:
    texts = [json.loads(line) for line in NASTY.read_text(encoding="ascii").splitlines()]
    return [text for text in texts if _REFUSED_BY_KUSTOMIZE.isdisjoint(text)]


def _quoted(text: str) -> str:
    """A string in double quotes; YAML has no surrogates, so what JSON writes with two stands as it is."""
    return "".join(each if ord(each) > 0xFFFF else json.dumps(each)[1:-1] for each in text).join('""')
