{{- define "landfall.fullname" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "landfall.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "landfall.labels" -}}
{{ include "landfall.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{/* The parts of a deployment with their ports, which are the same as in docker-compose.yml. */}}
{{- define "landfall.ports" -}}
gateway: 4000
arrival-notices: 4001
commercial-schedules: 4002
port-calls: 4003
arrivals: 4004
{{- end }}

{{/* The values of a part: those of `defaults`, overridden by its own. Call with (list $ name). */}}
{{- define "landfall.part" -}}
{{- $root := index . 0 }}
{{- mergeOverwrite (deepCopy $root.Values.defaults) (deepCopy (index $root.Values.parts (index . 1) | default dict)) | toYaml }}
{{- end }}

{{- define "landfall.image" -}}
{{ .Values.image.repository }}{{ if .Values.image.digest }}@{{ .Values.image.digest }}{{ else }}:{{ .Values.image.tag | default .Chart.AppVersion }}{{ end }}
{{- end }}

{{- define "landfall.serviceAccount" -}}
{{ .Values.serviceAccount.name | default (.Values.serviceAccount.create | ternary (include "landfall.fullname" .) "default") }}
{{- end }}

{{- define "landfall.accessSecret" -}}
{{ .Values.access.existingSecret | default (printf "%s-access" (include "landfall.fullname" .)) }}
{{- end }}

{{- define "landfall.partnersConfigMap" -}}
{{ .Values.partners.existingConfigMap | default (printf "%s-partners" (include "landfall.fullname" .)) }}
{{- end }}

{{/* One variable out of a Secret: of the chart where a value is given, otherwise of the user. Call with (list $ NAME value existingSecret). */}}
{{- define "landfall.secretVariable" -}}
{{- $root := index . 0 }}{{ $name := index . 1 }}{{ $value := index . 2 }}{{ $existing := index . 3 }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef:
      name: {{ $existing.name | default (include "landfall.fullname" $root) }}
      key: {{ if $existing.name }}{{ $existing.key }}{{ else }}{{ $name }}{{ end }}
{{- end }}

{{/* Where a part finds the subgraphs that it asks. Call with (list $ names). */}}
{{- define "landfall.subgraphUrls" -}}
{{- $root := index . 0 }}{{ $ports := include "landfall.ports" $root | fromYaml }}
{{- range $name := index . 1 }}
- name: {{ $name | upper | replace "-" "_" }}_URL
  value: http://{{ include "landfall.fullname" $root }}-{{ $name }}:{{ index $ports $name }}/graphql
{{- end }}
{{- end }}
