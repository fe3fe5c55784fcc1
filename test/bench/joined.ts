import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../subgraphs/shared/package-root.ts';
import { createWorld } from '../support/world/world.ts';
import { sendAll } from './load.ts';
import { type BenchProcess, startProcess } from './processes.ts';
import type { BenchRow } from './table.ts';

const seed = 1;
const connections = 8;

/** A page of notices, each with the call that discharges it and what port call events say of it. */
const query = /* GraphQL */ `
  query Joined($first: Int) {
    arrivalNotices(first: $first) {
      nodes {
        partner transportDocumentReference
        current {
          issueDateTime carrierCode
          transport { portOfDischarge { UNLocationCode } portOfDischargeArrivalDate { value classifier } legs { vesselVoyage { vesselName vesselIMONumber carrierImportVoyageNumber } } }
          arrivalCall {
            outcome
            unique {
              class dayDistance
              call { records { partner kind transportCallReference vesselIMONumber universalServiceReference universalImportVoyageReference numbers { carrierCode carrierServiceCode carrierImportVoyageNumber carrierExportVoyageNumber } times { eventTypeCode eventClassifierCode dateTime } } }
            }
            sources { partner status }
          }
          portCallEvents { outcome events { class row isCurrent event { eventID eventUpdatedDateTime partner kinds portCall { portCallID portVisitReference UNLocationCode } terminalCall { terminalCallReference } portCallService { portCallServiceTypeCode portCallServiceEventTypeCode portCallPhaseTypeCode facilityTypeCode } vessel { vesselIMONumber vesselName } timestamp { classifierCode serviceDateTime } } } }
        }
      }
    }
  }
`;

/**
 * CPU of one joined query in one process, the HTTP edge included, against a hand-written graphql-js schema that reads
 * the very same answer off objects in memory; and how many requests a page of 100 notices costs partners.
 */
export async function benchJoined(options: { readonly requests: number }): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'landfall-bench-'));
  try {
    await using producers = await startProcess(['test/bench/children/producers.ts', String(seed)]);
    await writePartners(folder, producers.url);
    const environment = { DATA_DIR: folder, PARTNERS_DIR: folder, ACCESS_FILE: join(folder, 'none') };
    await using landfall = await startProcess(['dist/gateway/landfall.js', 'serve'], environment);
    await pushWorld(landfall.url);
    const cold = await requestsFor(landfall, producers, 100);
    const warm = await requestsFor(landfall, producers, 100);

    const answer = await ask(landfall.url, 20);
    const dataFile = join(folder, 'answer.json');
    await writeFile(dataFile, JSON.stringify(answer.data));
    await using floor = await startProcess(['test/bench/children/hand-written.ts', join(packageRoot, 'schema', 'api.graphql'), dataFile]);
    const own = await cpuPerRequest(landfall, options.requests);
    const written = await cpuPerRequest(floor, options.requests);
    const kilobytes = (JSON.stringify(answer).length / 1024).toFixed(0);
    return [
      {
        what: `joined query, 20 notices with schedules and events, ${kilobytes} KB, together`,
        measured: `${own.toFixed(2)} ms CPU a request`,
        floor: `${written.toFixed(2)} ms (hand-written graphql-js over joined objects in memory)`,
        ratio: own / written,
        goal: { atMost: 0.4 },
      },
      {
        what: `requests to ${createWorld(seed).carriers.length} carriers for a cold page of 100 notices; for a warm one`,
        measured: `${cold}; ${warm}`,
        floor: '150 allowed; 0',
        ratio: Math.max(cold / 150, warm),
        goal: { atMost: 1 },
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function cpuPerRequest(server: BenchProcess, requests: number): Promise<number> {
  const body = JSON.stringify({ query, variables: { first: 20 } });
  const send = (count: number) =>
    sendAll({
      url: server.url,
      path: '/graphql',
      headers: { 'content-type': 'application/json' },
      bodies: Array.from({ length: count }, () => body),
      connections,
    });
  await send(Math.ceil(requests / 3));
  const before = cpuMsOf(server.pid);
  await send(requests);
  return (cpuMsOf(server.pid) - before) / requests;
}

/** User and system time of all threads of a process, in milliseconds. */
function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number) as [number, number];
  return (user + system) * 10;
}

async function requestsFor(landfall: BenchProcess, producers: BenchProcess, first: number): Promise<number> {
  const count = async () => Number(await (await fetch(`${producers.url}/requests`)).text());
  const before = await count();
  await ask(landfall.url, first);
  return (await count()) - before;
}

async function ask(url: string, first: number): Promise<{ data: unknown }> {
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { first } }),
  });
  const { data, errors } = (await answer.json()) as { data: unknown; errors?: unknown };
  if (errors !== undefined) throw new Error(JSON.stringify(errors).slice(0, 500));
  return { data };
}

const keyOf = (partner: string) => `key-of-${partner}`;

async function writePartners(folder: string, producersUrl: string): Promise<void> {
  const world = createWorld(seed);
  const schedulesOf = new Map(world.carriers.map(({ id }) => [id, `commercialSchedules: { baseUrl: "${producersUrl}/${id}" }\n`]));
  for (const id of new Set([...schedulesOf.keys(), ...world.eventPublishers])) {
    const hash = createHash('sha256').update(keyOf(id)).digest('hex');
    const yaml = `id: ${id}\nname: ${id}\nallowPrivate: true\ninbound:\n  apiKey: { header: x-api-key, sha256: ["${hash}"] }\n${schedulesOf.get(id) ?? ''}`;
    await writeFile(join(folder, `${id}.yaml`), yaml);
  }
}

async function pushWorld(url: string): Promise<void> {
  const world = createWorld(seed);
  const push = async (partner: string, path: string, body: object) => {
    const answer = await fetch(`${url}/dcsa${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': keyOf(partner) },
      body: JSON.stringify(body),
    });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  };
  for (const publisher of world.eventPublishers) await push(publisher, '/events', { events: world.eventsOf(publisher) });
  for (const carrier of world.carriers) {
    const notices = world.noticesOf(carrier).map(({ notice }) => notice);
    if (notices.length > 0) await push(carrier.id, '/arrival-notices', { arrivalNotices: notices });
  }
}
