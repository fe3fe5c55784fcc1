import { partnersFolderOf, readConfig } from '#platform/config.ts';
import { createOutbound } from '#platform/http/outbound.ts';
import { createLogger } from '#platform/logger.ts';
import { endpointFields } from '#platform/partners/endpoint-of.ts';
import type { Partner } from '#platform/partners/partner.ts';
import { readPartners } from '#platform/partners/registry.ts';
import { type FileIssue, issueLine } from '#platform/partners/yaml-issues.ts';
import { printJson, printLine, printLines } from '#platform/terminal.ts';
import { checkPartner, type Progress } from '#platform/upstream/check/check-partner.ts';
import { exitStatusOf, jsonReportOf } from '#platform/upstream/check/check-report.ts';
import type { StandardProbes } from '#platform/upstream/check/probe.ts';
import { probeLine, textReportOf } from '#platform/upstream/check/text-report.ts';
import { createSendRequest } from '#platform/upstream/send.ts';
import { textTableOf } from './text-table.ts';

const fields = Object.values(endpointFields);

/**
 * Prints the partners of `PARTNERS_DIR` on standard output, one line each, and what is wrong with their files on standard
 * error. With `json` all of it is one document on standard output.
 *
 * @returns exit status: 1 if a file is faulty
 */
export async function listPartners({ json = false }: { readonly json?: boolean }): Promise<0 | 1> {
  const { partners, faults } = await readPartners({ ...partnersFolderOf(readConfig()), env: process.env });
  const shown = partners.map(shownPartner);
  if (json) printJson({ partners: shown, faults });
  else for (const line of tableOf(shown)) printLine(line);
  if (!json) printFaults(faults);
  return faults.length === 0 ? 0 : 1;
}

export interface CheckCommand {
  /** Names of standards as in partners' files; all that are offered when there are none. */
  readonly standard?: readonly string[];
  /** Seconds for the whole check. */
  readonly timeout: number;
  /** Query parameters with values that are known to be there. */
  readonly with?: Readonly<Record<string, string>>;
  readonly json?: boolean;
}

/**
 * Asks a partner what it really does. Progress goes to standard error, the report to standard output.
 *
 * @param all the probes of all standards
 * @returns exit status: 0 all as its file claims, 1 something is not, 2 it could not be checked
 */
export async function runCheck(id: string, command: CheckCommand, all: readonly StandardProbes[]): Promise<0 | 1 | 2> {
  const { partners, faults } = await readPartners({ ...partnersFolderOf(readConfig()), env: process.env });
  const partner = partners.find((each) => each.id === id);
  if (partner === undefined) {
    const own = faults.filter(({ file }) => file.replace(/\.ya?ml$/, '') === id);
    printFaults(own);
    if (own.length === 0)
      printLine(`There is no partner ${id}. Partners: ${partners.map((each) => each.id).join(', ') || 'none'}.`, process.stderr);
    return 2;
  }
  const standards = all.filter(({ field }) => partner[field] !== undefined && (command.standard?.includes(field) ?? true));
  if (standards.length === 0) {
    printLine(`${id} has none of these standards; its file has ${offeredBy(partner).join(', ') || 'no standard'}.`, process.stderr);
    return 2;
  }
  const logger = createLogger('silent');
  await using outbound = createOutbound({ logger });
  const report = await checkPartner(partner, {
    send: createSendRequest({ outbound, logger }),
    outbound,
    standards,
    timeoutMs: command.timeout * 1_000,
    given: command.with ?? {},
    onProgress: (progress) => printLine(progressLine(progress), process.stderr),
  });
  if (command.json) printJson(jsonReportOf(report));
  else printLines(textReportOf(report));
  return exitStatusOf(report);
}

interface ShownPartner {
  readonly id: string;
  readonly name: string;
  /** How it is known when it calls. */
  readonly knownBy: readonly string[];
  /** How it is signed in to. */
  readonly signsInBy: readonly string[];
  /** Base URLs of the standards that it offers. */
  readonly offers: Readonly<Record<string, string>>;
  readonly allowPrivate: boolean;
}

function shownPartner(partner: Partner): ShownPartner {
  const { id, name, inbound = {}, outbound = {}, allowPrivate } = partner;
  const offers = Object.fromEntries(offeredBy(partner).map((field) => [field, partner[field]?.baseUrl ?? '']));
  return { id, name, knownBy: Object.keys(inbound), signsInBy: Object.keys(outbound), offers, allowPrivate };
}

function offeredBy(partner: Partner) {
  return fields.filter((field) => partner[field] !== undefined);
}

function tableOf(shown: readonly ShownPartner[]): string[] {
  const rows = shown.map(({ id, name, knownBy, signsInBy, offers, allowPrivate }) => [
    id,
    name,
    `known by ${knownBy.join(', ') || 'nothing'}`,
    `signs in by ${signsInBy.join(', ') || 'nothing'}`,
    Object.entries(offers)
      .map(([field, url]) => `${field} at ${url}`)
      .join(', ') || 'offers nothing',
    ...(allowPrivate ? ['private addresses allowed'] : []),
  ]);
  return textTableOf(rows);
}

function printFaults(faults: readonly FileIssue[]): void {
  for (const fault of faults) printLine(issueLine(fault), process.stderr);
}

function progressLine({ field, number, of, probe }: Progress): string {
  return `[${field} ${number}/${of}] ${probeLine(probe)}`;
}
