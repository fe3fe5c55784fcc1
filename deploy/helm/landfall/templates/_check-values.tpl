{{/* Fails where the schema cannot say what is missing, and says what to do. `helm lint` goes on without it. */}}
{{- define "landfall.checkValues" -}}
{{- range $name := list "mongodb" "redis" }}
{{- $store := index $.Values $name }}
{{- if not (or $store.url $store.existingSecret.name) }}
{{- fail (printf "%s: expected %s.existingSecret.name, a Secret with the URL, or %s.url" $name $name $name) }}
{{- end }}
{{- end }}
{{- if not (or .Values.subgraphSecrets.value .Values.subgraphSecrets.existingSecret.name) }}
{{- fail "subgraphSecrets: expected subgraphSecrets.existingSecret.name, a Secret with a random text, or subgraphSecrets.value" }}
{{- end }}
{{- if ne 1 (len (compact (list (ternary "file" "" (not (empty .Values.access.file))) .Values.access.existingSecret (ternary "open" "" .Values.access.open)))) }}
{{- fail "access: expected one of access.existingSecret (a Secret with the key access.yaml), access.file, and access.open=true, with which every caller sees all data" }}
{{- end }}
{{- if lt (int .Values.terminationGracePeriodSeconds) (add 10 (int .Values.preStopSeconds)) }}
{{- fail "terminationGracePeriodSeconds: expected at least preStopSeconds and 10 more, in which a process drains" }}
{{- end }}
{{- if and .Values.ingress.enabled (empty .Values.ingress.hosts) }}
{{- fail "ingress.hosts: expected at least one host name" }}
{{- end }}
{{- end }}
