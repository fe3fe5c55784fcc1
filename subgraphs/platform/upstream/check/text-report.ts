import { type CheckReport, exitStatusOf, notRun, type ProbeReport, type StandardReport } from './check-report.ts';
import { shortened } from './cleaner.ts';
import type { Verdict } from './probe.ts';
import type { SendRecord } from './requester.ts';
import { yamlSnippetOf } from './yaml-snippet.ts';

/** Maximum length of a path with its query. The JSON report contains it in full. */
const maxPath = 160;
const verdicts: readonly Verdict[] = ['OK', 'DIFFERS', 'BROKEN', 'SKIPPED'];
const verdictWidth = 8;
const indent = ' '.repeat(verdictWidth + 2);

const conclusions = {
  0: 'The partner behaves as its file claims.',
  1: 'The partner differs from its file, or violates the standard.',
  2: 'Not everything could be checked.',
} as const;

/** Formats the report as text. */
export function textReportOf(report: CheckReport): string {
  const head = `${report.partner} (${report.name}), ${report.checkedAt}\n`;
  const end = conclusions[exitStatusOf(report)];
  return [head, ...report.standards.map(standardText), end].join('\n');
}

/** Formats a probe as a line: verdict, name and reason. */
export function probeLine({ verdict, name, reason }: ProbeReport): string {
  return `${verdict.padEnd(verdictWidth)}  ${name}: ${reason}`;
}

function standardText({ standard, baseUrl, requests, tookMs, ended, endedCode, probes, profile }: StandardReport): string {
  const counts = verdicts.map((verdict) => `${probes.filter((probe) => probe.verdict === verdict).length} ${verdict}`);
  return [
    `${standard} at ${baseUrl}: ${counts.join(', ')}; ${requests} requests in ${(tookMs / 1_000).toFixed(1)} s`,
    ...(ended === undefined
      ? []
      : [`${standard} could not be checked to the end${endedCode === undefined ? '' : ` (${endedCode})`}: ${ended}`]),
    '',
    // The reason for ending the check is shown once, above.
    ...probes.filter(({ reason }) => reason !== notRun && reason !== ended).map(probeText),
    '',
    'Capabilities, to paste into the file; comments mark differences from the file:',
    '',
    yamlSnippetOf(standard, profile),
  ].join('\n');
}

function probeText(probe: ProbeReport): string {
  const { rule, violations, sendRecords } = probe;
  return [
    probeLine(probe),
    ...sendRecords.map((record) => `${indent}${sendText(record)}`),
    ...violations.map((violation) => `${indent}  ${violation}`),
    `${indent}rule: ${rule}`,
  ].join('\n');
}

function sendText(record: SendRecord): string {
  const { method, path, sentVersion, isUnsigned, status, apiVersion, rows, failure, tookMs } = record;
  const sent = [`API-Version ${sentVersion ?? 'none'}`, ...(isUnsigned ? ['no credential'] : [])].join(', ');
  const received = [
    failure ?? String(status),
    ...(apiVersion === undefined ? [] : [`API-Version ${apiVersion}`]),
    ...(rows === undefined ? [] : [`${rows} rows`]),
    `${Math.round(tookMs)} ms`,
  ];
  return `${method} ${shortened(path, maxPath)} (${sent}) -> ${received.join(', ')}`;
}
