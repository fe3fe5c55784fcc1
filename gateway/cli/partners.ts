import { partnersFolderOf, readConfig } from '#platform/config.ts';
import { createOutbound } from '#platform/http/outbound.ts';
import { createLogger } from '#platform/logger.ts';
import { endpointFields, type Partner } from '#platform/partners/partner.ts';
import { readPartners } from '#platform/partners/registry.ts';
import { type FileIssue, issueLine } from '#platform/partners/yaml-file.ts';
import { openBackends } from '#platform/process/backends.ts';
import { rowNameOf } from '#platform/publisher/invalid-rows.ts';
import { createFindInvalid } from '#platform/publisher/object-writer.ts';
import { pagesOf } from '#platform/store/batches.ts';
import { receivedLogNames } from '#platform/store/version-store.ts';
import { printJson, printLine, printLines, printProgress, textTableOf } from '#platform/terminal.ts';
import { checkPartner, type Progress } from '#platform/upstream/check/check-partner.ts';
import { type ExitStatus, exitStatusOf, jsonReportOf, textReportOf } from '#platform/upstream/check/report.ts';
import { createSendRequest } from '#platform/upstream/send.ts';

const fields = Object.values(endpointFields);

/**
 * Prints the partners of `PARTNERS_DIR` on standard output, one line each, and the issues of their files on standard error.
 * With `json` both are one document on standard output.
 *
 * @returns exit status: 1 if a file has issues
 */
export async function listPartners({ json = false }: { readonly json?: boolean }): Promise<0 | 1> {
  const { partners, issues } = await readPartners({ ...partnersFolderOf(readConfig()), env: process.env });
  const shown = partners.map(shownPartner);
  if (json) printJson({ partners: shown, issues });
  else for (const line of tableOf(shown)) printLine(line);
  if (!json) printIssues(issues);
  return issues.length === 0 ? 0 : 1;
}

export interface CheckCommand {
  /** Names of standards as in partners' files. Default: all standards that the partner offers */
  readonly standard?: readonly string[];
  /** Time limit of the whole check, in seconds. */
  readonly timeout: number;
  /** Query parameters with values for which the partner has rows. */
  readonly with?: Readonly<Record<string, string>>;
  readonly json?: boolean;
}

/**
 * Compares the API of a partner with its file. Prints the report on standard output, and progress on standard error if
 * that is a terminal.
 *
 * @returns exit status, see {@link exitStatusOf}; 2 also if the partner could not be checked
 */
export async function runCheck(id: string, command: CheckCommand): Promise<ExitStatus> {
  const { partners, issues } = await readPartners({ ...partnersFolderOf(readConfig()), env: process.env });
  const partner = partners.find((each) => each.id === id);
  if (partner === undefined) {
    const own = issues.filter(({ file }) => file.replace(/\.ya?ml$/, '') === id);
    printIssues(own);
    if (own.length === 0)
      printLine(`There is no partner ${id}. Partners: ${partners.map((each) => each.id).join(', ') || 'none'}.`, process.stderr);
    return 2;
  }
  const all = await Promise.all([
    import('../../subgraphs/arrival-notices/subgraph.ts'),
    import('../../subgraphs/commercial-schedules/subgraph.ts'),
    import('../../subgraphs/port-calls/subgraph.ts'),
  ]);
  const standards = all
    .map(({ probes }) => probes)
    .filter(({ field }) => partner[field] !== undefined && (command.standard?.includes(field) ?? true));
  if (standards.length === 0) {
    printLine(`${id} has none of these standards; its file has ${offeredBy(partner).join(', ') || 'no standard'}.`, process.stderr);
    return 2;
  }
  const logger = createLogger('silent');
  await using outbound = createOutbound({ logger });
  const report = await checkPartner(partner, {
    send: createSendRequest({ outbound, logger }),
    standards,
    timeoutMs: command.timeout * 1_000,
    given: command.with ?? {},
    onProgress: showProgress,
  });
  if (command.json) printJson(jsonReportOf(report));
  else printLines(textReportOf(report));
  return exitStatusOf(report);
}

type ShownPartner = ReturnType<typeof shownPartner>;

function shownPartner(partner: Partner) {
  const { id, name, inbound = {}, outbound = {}, allowPrivate } = partner;
  const offers = Object.fromEntries(offeredBy(partner).map((field) => [field, partner[field]?.baseUrl ?? '']));
  return { id, name, inboundAuth: Object.keys(inbound), outboundAuth: Object.keys(outbound), offers, allowPrivate };
}

function offeredBy(partner: Partner) {
  return fields.filter((field) => partner[field] !== undefined);
}

function tableOf(shown: readonly ShownPartner[]): string[] {
  const rows = shown.map(({ id, name, inboundAuth, outboundAuth, offers, allowPrivate }) => [
    id,
    name,
    `inbound ${inboundAuth.join(', ') || 'none'}`,
    `outbound ${outboundAuth.join(', ') || 'none'}`,
    Object.entries(offers)
      .map(([field, url]) => `${field} at ${url}`)
      .join(', ') || 'no endpoints',
    ...(allowPrivate ? ['private addresses allowed'] : []),
  ]);
  return textTableOf(rows);
}

function printIssues(issues: readonly FileIssue[]): void {
  for (const issue of issues) printLine(issueLine(issue), process.stderr);
}

/** Overwrites one line of a terminal. Results are printed once, in the report. */
function showProgress({ field, number, of }: Progress): void {
  printProgress(number === of ? '' : `${field}: ${number} of ${of} checks`);
}

/** Number of rows on one page. */
const batch = 200;

/**
 * Prints the stored rows that are published without their invalid attributes, or withheld, one JSON object per line,
 * and their number on standard error. Schedules are not stored; for them, servers count such rows.
 *
 * @param partner only rows of this partner
 */
export async function listInvalidRows(partner: string | undefined): Promise<void> {
  const [arrivalNotices, portCalls] = await Promise.all([
    import('../../subgraphs/arrival-notices/subgraph.ts'),
    import('../../subgraphs/port-calls/subgraph.ts'),
  ]);
  const shapes = { ...arrivalNotices.publishedShapes, ...portCalls.publishedShapes };
  await using backends = await openBackends(readConfig());
  const filter = partner === undefined ? {} : { all: [[`partner:${partner}`]] };
  const counts = { read: 0, CLEANED: 0, WITHHELD: 0 };
  for (const log of receivedLogNames) {
    const findInvalid = createFindInvalid(shapes[log]);
    const versions = backends.store.versions(log);
    const readPage = ({ after: from, limit }: { readonly after: string | undefined; readonly limit: number }) =>
      versions.listCurrent({ order: 'OLDEST_FIRST', limit, from, filter });
    for await (const rows of pagesOf(readPage, batch, ({ position }) => position)) {
      counts.read += rows.length;
      for (const { current } of rows) {
        const parts = findInvalid(current);
        if (parts === undefined) continue;
        const outcome = parts === 'ALL' ? 'WITHHELD' : 'CLEANED';
        counts[outcome] += 1;
        const { partner: from, entityId, receivedAt, violations } = current;
        printLine(JSON.stringify({ partner: from, log, row: rowNameOf(entityId), outcome, receivedAt, violations }));
      }
    }
  }
  printLine(`Of ${counts.read} rows ${counts.CLEANED} are cleaned and ${counts.WITHHELD} withheld.`, process.stderr);
}
