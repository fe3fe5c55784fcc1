import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createWorld } from '../support/world/world.ts';
import { sendAll } from './load.ts';
import type { BenchProcess } from './processes.ts';

/** The world over which joined queries are measured. */
export const seed = 1;
const connections = 8;

/** Creates the query for a page of notices. @param joins the fields of each version that join it to its call and the events */
function queryOf(name: string, joins: string): string {
  return /* GraphQL */ `
  query ${name}($first: Int, $maxWaitMs: Int) {
    arrivalNotices(first: $first) {
      nodes {
        partner { id } transportDocumentReference
        current {
          issueDateTime carrierCode
          transport { portOfDischarge { UNLocationCode } portOfDischargeArrivalDate { value classifier } legs { vesselVoyage { vesselName vesselIMONumber carrierImportVoyageNumber } } }
          ${joins}
        }
      }
    }
  }
`;
}

/** Pages of notices, each with the call at which it is discharged and the port call events about that call. */
const queries = {
  allFields: queryOf(
    'Joined',
    `arrivalCall(maxWaitMs: $maxWaitMs) {
            outcome
            unique {
              confidence dayDistance
              call { records { partner { id } kind transportCallReference vesselIMONumber universalServiceReference universalImportVoyageReference numbers { carrierCode carrierServiceCode carrierImportVoyageNumber carrierExportVoyageNumber } times { eventTypeCode eventClassifierCode dateTime } } }
            }
            sources { partner { id } status }
          }
          portCallEvents { outcome events { confidence rule isCurrent event { eventID eventUpdatedDateTime partner { id } kinds portCall { portCallID portVisitReference UNLocationCode } terminalCall { terminalCallReference } portCallService { portCallServiceTypeCode portCallServiceEventTypeCode portCallPhaseTypeCode facilityTypeCode } vessel { vesselIMONumber vesselName } timestamp { classifierCode serviceDateTime } } } }`,
  ),
  /** The fields that a list of arrivals shows. */
  fewFields: queryOf(
    'JoinedList',
    `arrivalCall(maxWaitMs: $maxWaitMs) {
            outcome
            unique { confidence call { records { transportCallReference vesselIMONumber times { eventTypeCode eventClassifierCode dateTime } } } }
          }
          portCallEvents { outcome events { confidence isCurrent event { eventID kinds portCall { UNLocationCode } timestamp { classifierCode serviceDateTime } } } }`,
  ),
};

/** Which fields a joined query selects. */
export type Selected = keyof typeof queries;

/** How requests of the joined query are sent. */
export interface JoinedLoad {
  readonly requests: number;
  /** Key of a tenant, if there are any. */
  readonly key?: string | undefined;
  /** @default allFields */
  readonly selected?: Selected;
}

/**
 * Returns the CPU time of a server per joined query, after a warm-up. @param key key of a tenant, if there are any.
 * @returns milliseconds
 */
export async function cpuPerRequest(server: BenchProcess, requests: number, key?: string): Promise<number> {
  const [own = Number.NaN] = await cpuOfEachPerRequest([server], { requests, key });
  return own;
}

/** Returns the CPU time of several processes, of which the first one is queried. */
export async function cpuOfEachPerRequest(processes: readonly BenchProcess[], load: JoinedLoad): Promise<number[]> {
  const [server] = processes;
  if (server === undefined) return [];
  await queryMany(server, { ...load, requests: Math.ceil(load.requests / 3) });
  const before = processes.map(({ pid }) => cpuMsOf(pid));
  await queryMany(server, load);
  return processes.map(({ pid }, index) => (cpuMsOf(pid) - (before[index] ?? 0)) / load.requests);
}

/** Sends the joined query over eight connections. */
export async function queryMany({ url }: BenchProcess, { requests, key, selected = 'allFields' }: JoinedLoad): Promise<void> {
  const bodies = Array.from({ length: requests }, () => bodyOf({ first: 20, selected }));
  await sendAll({ url, path: '/graphql', headers: headersFor(key), bodies, connections });
}

/** Waits for partners, all of which answer much sooner. */
function bodyOf({ first, selected }: { readonly first: number; readonly selected: Selected }): string {
  return JSON.stringify({ query: queries[selected], variables: { first, maxWaitMs: 60_000 } });
}

/** Returns the user and system time of all threads of a process, in milliseconds. */
export function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number) as [number, number];
  return (user + system) * 10;
}

/** Returns how many requests to partners a page of this many notices causes. */
export async function requestsFor(landfall: BenchProcess, producers: BenchProcess, first: number): Promise<number> {
  const count = async () => Number(await (await fetch(`${producers.url}/requests`)).text());
  const before = await count();
  await sendQuery(landfall.url, first);
  return (await count()) - before;
}

/** Sends the joined query once. */
export async function sendQuery(
  url: string,
  first: number,
  { key, selected = 'allFields' }: Pick<JoinedLoad, 'key' | 'selected'> = {},
): Promise<{ data: unknown }> {
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: headersFor(key),
    body: bodyOf({ first, selected }),
  });
  const { data, errors } = (await answer.json()) as { data: unknown; errors?: unknown };
  if (errors !== undefined) throw new Error(JSON.stringify(errors).slice(0, 500));
  return { data };
}

function headersFor(key: string | undefined): Record<string, string> {
  return { 'content-type': 'application/json', ...(key === undefined ? {} : { 'x-api-key': key }) };
}

const keyOf = (partner: string) => `key-of-${partner}`;

/** Writes the files of all partners of the world. */
export async function writePartners(folder: string, producersUrl: string): Promise<void> {
  const world = createWorld(seed);
  // Limits are high, because the number of requests is measured, not how long a client waits between them.
  const limits = 'limits: { requestsPerSecond: 1000, concurrency: 8 }\n';
  const schedulesOf = new Map(world.carriers.map(({ id }) => [id, `commercialSchedules: { baseUrl: "${producersUrl}/${id}" }\n${limits}`]));
  for (const id of new Set([...schedulesOf.keys(), ...world.eventPublishers])) {
    const hash = createHash('sha256').update(keyOf(id)).digest('hex');
    const yaml = `id: ${id}\nname: ${id}\nallowPrivate: true\ninbound:\n  apiKey: { header: x-api-key, sha256: ["${hash}"] }\n${schedulesOf.get(id) ?? ''}`;
    await writeFile(join(folder, `${id}.yaml`), yaml);
  }
}

/**
 * Pushes everything that the partners of the world have.
 *
 * @param urls where notices and where events are pushed to
 */
export async function pushWorld(urls: { readonly notices: string; readonly events: string }): Promise<void> {
  const world = createWorld(seed);
  const push = async (partner: string, url: string, body: object) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': keyOf(partner) },
      body: JSON.stringify(body),
    });
    if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  };
  for (const publisher of world.eventPublishers) await push(publisher, `${urls.events}/dcsa/events`, { events: world.eventsOf(publisher) });
  for (const carrier of world.carriers) {
    const notices = world.noticesOf(carrier).map(({ notice }) => notice);
    if (notices.length > 0) await push(carrier.id, `${urls.notices}/dcsa/arrival-notices`, { arrivalNotices: notices });
  }
}

/** Waits until the process has computed the arrivals of the pushed records, whose CPU would be measured as well. */
export async function untilIdle({ pid }: BenchProcess): Promise<void> {
  let idlePeriods = 0;
  for (let period = 0; period < maxPeriods; period += 1) {
    const before = cpuMsOf(pid);
    await setTimeout(1_000);
    idlePeriods = cpuMsOf(pid) - before <= idleMs ? idlePeriods + 1 : 0;
    if (idlePeriods === minIdlePeriods) return;
  }
  throw new Error('The process is still busy with the pushed records.');
}

const maxPeriods = 180;
/** Evaluation pauses between its rounds. */
const minIdlePeriods = 4;
/** CPU of a second in which only timers run; the clock counts in steps of 10 ms. */
const idleMs = 20;
