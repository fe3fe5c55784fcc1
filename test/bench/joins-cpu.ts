import { temporaryFolder } from '../support/landfall.ts';
import type { Preset } from '../support/world/options.ts';
import { openWorldPartners } from '../support/world-partners.ts';
import { cpuMsOf } from './joined-world.ts';
import { type BenchProcess, startProcess } from './processes.ts';
import type { BenchRow } from './table.ts';

const fields = `partner transportDocumentReference current { issueDateTime carrierCode
  transport { portOfDischarge { UNLocationCode } portOfDischargeArrivalDate { value classifier }
    legs { vesselVoyage { vesselName vesselIMONumber carrierImportVoyageNumber } } }`;
const joins = `arrivalCall(maxWaitMs: 60000) { outcome unique { class dayDistance call { records { partner kind transportCallReference vesselIMONumber
    numbers { carrierCode carrierServiceCode carrierImportVoyageNumber } times { eventTypeCode eventClassifierCode dateTime } } } } }
  portCallEvents { outcome events { class isCurrent event { eventID partner timestamp { classifierCode serviceDateTime } } } }`;
const plain = `query ($first: Int) { arrivalNotices(first: $first) { nodes { ${fields} } } } }`;
const joined = `query ($first: Int) { arrivalNotices(first: $first) { nodes { ${fields} ${joins} } } } }`;

/** CPU of a Landfall process for warm pages of notices: with joins against without, and 500 notices against 100. */
export async function benchJoinsCpu(options: {
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
    ACCESS_FILE: `${folder.path}/none`,
    GRAPHQL_MAX_COST: '1000000000',
  };
  await using landfall = await startProcess(['dist/gateway/landfall.js', 'serve'], environment);
  await partners.pushAll(landfall.url);
  const cold = partners.requestCount();
  await ask(landfall, joined, 500);
  const coldRequests = partners.requestCount() - cold;
  const withJoins = await cpuOf(landfall, { query: joined, first: 100, requests });
  const without = await cpuOf(landfall, { query: plain, first: 100, requests });
  const large = await cpuOf(landfall, { query: joined, first: 500, requests: Math.ceil(requests / 3) });
  return [
    {
      what: `${preset}: warm page of 100 notices with joins`,
      measured: `${withJoins.toFixed(1)} ms CPU`,
      floor: `${without.toFixed(1)} ms (without joins)`,
      ratio: withJoins / without,
      goal: { atMost: 1.5 },
    },
    {
      what: `${preset}: warm page of 500 notices with joins; ${coldRequests} requests to partners for the cold one`,
      measured: `${large.toFixed(1)} ms CPU`,
      floor: `${withJoins.toFixed(1)} ms (100 notices)`,
      ratio: large / withJoins,
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
  for (let request = 0; request < Math.ceil(requests / 2); request += 1) await ask(landfall, query, first);
  const before = cpuMsOf(landfall.pid);
  for (let request = 0; request < requests; request += 1) await ask(landfall, query, first);
  return (cpuMsOf(landfall.pid) - before) / requests;
}

async function ask({ url }: BenchProcess, query: string, first: number): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query, variables: { first } }) });
  const { errors } = (await answer.json()) as { errors?: unknown };
  if (errors !== undefined) throw new Error(JSON.stringify(errors).slice(0, 500));
}
