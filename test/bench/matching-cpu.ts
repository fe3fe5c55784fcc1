import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { temporaryFolder } from '../support/landfall.ts';
import type { Preset } from '../support/world/options.ts';
import { openWorldPartners } from '../support/world-partners.ts';
import { cpuMsOf, untilIdle } from './joined-world.ts';
import { type BenchProcess, startProcess } from './processes.ts';
import type { BenchRow } from './table.ts';

const fields = `partner { id } transportDocumentReference current { issueDateTime carrierCode
  transport { portOfDischarge { UNLocationCode } portOfDischargeArrivalDate { value classifier }
    legs { vesselVoyage { vesselName vesselIMONumber carrierImportVoyageNumber } } }`;
const call = `arrivalCall(maxWaitMs: 60000) { outcome unique { confidence dayDistance call { vessel { vesselIMONumber } port { UNLocationCode }
    times { partner { id } eventTypeCode eventClassifierCode dateTime } } } }`;
const records = `arrivalCall(maxWaitMs: 60000) { outcome unique { confidence dayDistance call { records { partner { id } kind transportCallReference vesselIMONumber
    numbers { carrierCode carrierServiceCode carrierImportVoyageNumber } times { eventTypeCode eventClassifierCode dateTime } } } } }
  portCallEvents(maxWaitMs: 60000) { outcome events { confidence isCurrent event { eventID partner { id } timestamp { classifierCode serviceDateTime } } } }`;
const queryOf = (joins: string) => `query ($first: Int) { arrivalNotices(first: $first) { nodes { ${fields} ${joins} } } } }`;
const [plain, called, joined] = [queryOf(''), queryOf(call), queryOf(records)];

const rounds = 6;

const key = 'key-of-the-bench';
const access = {
  limits: { operationCost: 1_000_000_000 },
  tenants: { bench: { apiKeys: [{ sha256: createHash('sha256').update(key).digest('hex') }] } },
};

/**
 * Measures the CPU of a Landfall process for warm pages of notices: with match sets against without, and 500 notices
 * against 100.
 */
export async function benchMatchingCpu(options: {
  readonly preset: Preset;
  readonly seed: number;
  readonly requests: number;
}): Promise<BenchRow[]> {
  const { preset, seed, requests } = options;
  await using partners = await openWorldPartners(seed, { troubles: preset, notices: 500 });
  await using folder = await temporaryFolder();
  await partners.writeFiles(folder.path);
  const environment = {
    DATA_DIR: folder.path,
    PARTNERS_DIR: folder.path,
    ACCESS_FILE: `${folder.path}/access.json`,
    AUDIT: 'off',
  };
  await writeFile(environment.ACCESS_FILE, JSON.stringify(access));
  await using landfall = await startProcess(['dist/gateway/cli/landfall.js', 'serve'], environment);
  await partners.pushAll(landfall.url);
  await sendQuery(landfall, joined, 500);
  await untilIdle(landfall);
  const measure = (query: string, first = 100) => cpuOf(landfall, { query, first, requests });
  // The code gets faster with use, so all forms are run in turn, and the best round of each counts.
  const best = new Map<string, number>();
  for (let round = 0; round < rounds; round += 1)
    for (const query of [plain, called, joined]) best.set(query, Math.min(best.get(query) ?? Infinity, await measure(query)));
  const bestLarge = async (query: string) => Math.min(await measure(query, 500), await measure(query, 500), await measure(query, 500));
  const [large, largePlain] = [await bestLarge(joined), await bestLarge(plain)];
  const measured = async (query: string) => ({ ms: best.get(query) ?? 0, text: await sendQuery(landfall, query, 100) });
  const [without, withCalls, withJoins] = [await measured(plain), await measured(called), await measured(joined)];
  const largeText = await sendQuery(landfall, plain, 500);
  // Each further notice costs the same, so the cost of a page without joins can be computed for any number of bytes.
  const msPerByte = (largePlain - without.ms) / (largeText.length - without.text.length);
  const rowsOf = (what: string, { ms, text }: typeof without): BenchRow[] => {
    const page = `${preset}: warm page of 100 notices with ${what}`;
    const sameBytes = without.ms + msPerByte * (text.length - without.text.length);
    return [
      {
        what: page,
        measured: `${ms.toFixed(1)} ms CPU, ${kilobytesOf(text)}`,
        floor: `${without.ms.toFixed(1)} ms without, ${kilobytesOf(without.text)}; JSON of this answer ${writingMsOf(text).toFixed(1)} ms`,
        ratio: ms / without.ms,
        goal: { atMost: 1.5 },
      },
      {
        what: `${page}, against the same bytes without joins`,
        measured: `${ms.toFixed(1)} ms CPU, ${kilobytesOf(text)}`,
        floor: `${sameBytes.toFixed(1)} ms without, more notices`,
        ratio: ms / sameBytes,
        goal: { atMost: 1.5 },
      },
    ];
  };
  return [
    ...rowsOf('calls', withCalls),
    ...rowsOf('calls, their records and their events', withJoins),
    {
      what: `${preset}: warm page of 500 notices with joins`,
      measured: `${large.toFixed(1)} ms CPU`,
      floor: `${withJoins.ms.toFixed(1)} ms (100 notices)`,
      ratio: large / withJoins.ms,
      goal: { atMost: 5 },
    },
  ];
}

interface Load {
  readonly query: string;
  readonly first: number;
  readonly requests: number;
}

async function cpuOf(landfall: BenchProcess, { query, first, requests }: Load): Promise<number> {
  for (let request = 0; request < Math.ceil(requests / 2); request += 1) await sendQuery(landfall, query, first);
  const before = cpuMsOf(landfall.pid);
  for (let request = 0; request < requests; request += 1) await sendQuery(landfall, query, first);
  return (cpuMsOf(landfall.pid) - before) / requests;
}

async function sendQuery({ url }: BenchProcess, query: string, first: number): Promise<string> {
  const headers = { 'content-type': 'application/json', 'x-api-key': key };
  const answer = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query, variables: { first } }) });
  const text = await answer.text();
  const { errors } = JSON.parse(text) as { errors?: unknown };
  if (errors !== undefined) throw new Error(JSON.stringify(errors).slice(0, 500));
  return text;
}

function kilobytesOf(text: string): string {
  return `${(text.length / 1024).toFixed(0)} KB`;
}

/** Returns the CPU time of serializing the answer in memory, which no optimization of matching can save. */
function writingMsOf(text: string): number {
  const answer: unknown = JSON.parse(text);
  const times = 50;
  const before = process.cpuUsage();
  for (let time = 0; time < times; time += 1) Buffer.from(JSON.stringify(answer));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / times;
}
