import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openProducer, type Producer } from './producer.ts';
import type { Schedules } from './producer-answers.ts';
import type { ProducerHabits } from './producer-habits.ts';

/** A code of a carrier in one of the two lists. */
export interface CarrierCode {
  readonly carrierCode: string;
  readonly carrierCodeListProvider: 'SMDG' | 'NMFTA';
}

/** A partner of a test. It pushes, and answers requests for schedules if it has any. */
export interface TestPartner {
  /** Default: its id. */
  readonly name?: string;
  /** Default: it is one carrier, whose codes are unknown. */
  readonly carriers?: readonly CarrierCode[];
  readonly schedules?: Partial<Schedules> | undefined;
  /** How it answers. */
  readonly habits?: ProducerHabits;
  /** Additional lines of its file. */
  readonly lines?: readonly string[];
}

/** Partners whose Producers are listening. */
export interface TestPartners extends AsyncDisposable {
  /** Returns the Producer of a partner. @throws {Error} if the partner has no schedules */
  producer(id: string): Producer;
  /** Returns how many requests all Producers have received so far. */
  requestCount(): number;
  /** Writes the partners' files into a folder. */
  writeFiles(folder: string): Promise<void>;
  /** Writes the file of one partner, replacing an existing one. */
  writeFile(folder: string, id: string, partner: TestPartner): Promise<void>;
  /** Pushes to a Landfall as one of them. Fails unless everything is accepted without errors and warnings. */
  push(url: string, id: string, pushed: Pushed): Promise<void>;
}

/** What a partner pushes. */
export interface Pushed {
  readonly arrivalNotices?: readonly object[];
  readonly arrivalNoticeNotifications?: readonly object[];
  readonly events?: readonly object[];
}

/** Starts the Producers of partners, by their ids. */
export async function openPartners(partners: Readonly<Record<string, TestPartner>>): Promise<TestPartners> {
  const producers = new Map<string, Producer>();
  for (const [id, { schedules, habits }] of Object.entries(partners)) {
    if (schedules !== undefined) producers.set(id, await openProducer(schedules, habits));
  }
  return {
    producer: (id) => {
      const producer = producers.get(id);
      if (producer === undefined) throw new Error(`${id} has no schedules`);
      return producer;
    },
    requestCount: () => [...producers.values()].reduce((count, { requests }) => count + requests.length, 0),
    writeFiles: async (folder) => {
      for (const [id, partner] of Object.entries(partners)) {
        await writeFile(join(folder, `${id}.yaml`), fileOf(id, partner, producers.get(id)));
      }
    },
    writeFile: (folder, id, partner) => writeFile(join(folder, `${id}.yaml`), fileOf(id, partner, producers.get(id))),
    push: async (url, id, { arrivalNotices = [], arrivalNoticeNotifications = [], events = [] }) => {
      if (arrivalNotices.length > 0) await post(`${url}/dcsa/arrival-notices`, id, { arrivalNotices });
      if (arrivalNoticeNotifications.length > 0) {
        await post(`${url}/dcsa/arrival-notice-notifications`, id, { arrivalNoticeNotifications });
      }
      if (events.length > 0) await post(`${url}/dcsa/events`, id, { events });
    },
    [Symbol.asyncDispose]: async () => {
      for (const producer of producers.values()) await producer[Symbol.asyncDispose]();
    },
  };
}

/** JSON is also YAML. */
function fileOf(id: string, { name = id, carriers, lines = [] }: TestPartner, producer: Producer | undefined): string {
  const sha256 = createHash('sha256').update(keyOf(id)).digest('hex');
  return [
    `id: ${id}`,
    `name: ${name}`,
    'allowPrivate: true',
    ...(carriers === undefined ? [] : [`carriers: ${JSON.stringify(carriers)}`]),
    `inbound: ${JSON.stringify({ apiKey: { header: 'x-api-key', sha256: [sha256] } })}`,
    ...(producer === undefined ? [] : [`commercialSchedules: ${JSON.stringify({ baseUrl: producer.url })}`]),
    ...lines,
  ].join('\n');
}

async function post(url: string, id: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-api-key': keyOf(id) };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await answer.text();
  if (answer.status !== 200 || text.includes('"ERROR"')) throw new Error(`${id} was answered ${answer.status} ${text}`);
}

function keyOf(id: string): string {
  return `key-of-${id}`;
}
