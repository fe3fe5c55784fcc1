import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Random } from '@landfall/sandbox/random.ts';
import { sliceArray } from '#platform/json/json-slices.ts';
import { finish } from '#platform/json/steps.ts';
import { type FaultyConnection, type FaultyConnectionOptions, openFaultyConnection } from '../../support/faulty-connection.ts';
import { type FinishedProcess, type LandfallProcess, startLandfall, temporaryFolder } from '../../support/landfall.ts';
import { patientQuery } from '../../support/patient-query.ts';
import { runHere } from '../../support/run-here.ts';

/** A Landfall process that can be killed at any time and restarts on the same port and data. */
export interface Mortal extends AsyncDisposable {
  readonly url: string;
  /** Resolves as soon as the process is running. */
  up(): Promise<unknown>;
  /** Kills the process by SIGKILL, and restarts it. */
  killAndRestart(): Promise<void>;
  /** Runs a command next to it, in the process of the tests. */
  run(...args: readonly string[]): Promise<FinishedProcess>;
  /** Sends a GraphQL query. */
  query<T>(text: string): Promise<T>;
  /** Reads all pages of a path below `/dcsa`. @returns each object of the list byte for byte, in Latin-1 */
  walk(path: string, listName: string): Promise<string[]>;
}

/**
 * Two Landfalls with a faulty connection in each direction. The first one gets the pushes of carriers; the only partner
 * of the second one is the first.
 */
export interface TwoLandfalls extends AsyncDisposable {
  readonly first: Mortal;
  readonly second: Mortal;
  readonly toFirst: FaultyConnection;
  readonly toSecond: FaultyConnection;
}

/** The URLs of the first one's file to which the second one is pushed. */
export type Wanted = readonly ('arrivalNotices' | 'notifications' | 'portCallEvents')[];

const key = 'key-of-the-tests';
/** The access file with a tenant that may see everything. */
const access = {
  limits: { operationCost: 100_000_000 },
  tenants: { tests: { operator: true, apiKeys: [{ sha256: createHash('sha256').update(key).digest('hex') }] } },
};
const retry = { firstMs: 50, maxMs: 400 };
/** The reference to the secret in the files of both. */
const secretName = `\${env:PUSH_SECRET}`;
const pushSecret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
const limits = { requestsPerSecond: 1_000, timeoutMs: 1_000 };

/** Starts both, with carriers `acme` and `coral` at the first one, and a reader of what they publish at each. */
export async function openTwoLandfalls(random: Random, wanted: Wanted, options: FaultyConnectionOptions = {}): Promise<TwoLandfalls> {
  const [toFirst, toSecond] = await Promise.all([openFaultyConnection(random), openFaultyConnection(random, options)]);
  const push = wanted.length === 0 ? undefined : Object.fromEntries(wanted.map((name) => [name, `${toSecond.url}/dcsa`]));
  const subscriber = { limits, publish: { push: push && { ...push, retry, secret: secretName } } };
  const baseUrl = `${toFirst.url}/dcsa`;
  const source = { outbound: signedInAs('second'), limits, arrivalNotices: { baseUrl }, portCalls: { baseUrl } };
  const hmac = { scheme: 'standard-webhooks', secrets: [secretName] };
  const [first, second] = await Promise.all([
    openMortal({ acme: {}, coral: {}, reader: { publish: {} }, second: subscriber }),
    openMortal({ reader: { publish: {} }, first: { ...source, inbound: { ...knownAs('first'), hmac } } }),
  ]);
  toFirst.lead(portOf(first));
  toSecond.lead(portOf(second));
  return {
    first,
    second,
    toFirst,
    toSecond,
    [Symbol.asyncDispose]: async () => {
      for (const opened of [first, second, toFirst, toSecond]) await opened[Symbol.asyncDispose]();
    },
  };
}

/**
 * Posts a body as one of the carriers repeatedly until it is accepted, because the first Landfall may be killed
 * meanwhile.
 */
export async function pushUntilTaken(
  landfall: Mortal,
  pushed: { readonly as: string; readonly path: string; readonly body: string },
): Promise<void> {
  const { as, path, body } = pushed;
  const headers = { 'content-type': 'application/json', 'x-api-key': `key-of-${as}` };
  for (;;) {
    await landfall.up();
    const answer = await fetch(`${landfall.url}/dcsa${path}`, { method: 'POST', headers, body }).then(read, () => undefined);
    if (answer === undefined) continue;
    if (answer.status !== 200 || answer.text.includes('"ERROR"')) throw new Error(`${as} was answered ${answer.status} ${answer.text}`);
    return;
  }
}

interface PartnerFile {
  readonly inbound?: object;
  readonly [section: string]: unknown;
}

async function openMortal(partners: Readonly<Record<string, PartnerFile>>): Promise<Mortal> {
  const folder = await temporaryFolder();
  for (const [id, file] of Object.entries(partners)) {
    const whole = { id, name: id, allowPrivate: true, inbound: knownAs(id), ...file };
    // JSON is also YAML.
    await writeFile(join(folder.path, `${id}.yaml`), JSON.stringify(whole));
  }
  const folders = { DATA_DIR: folder.path, PARTNERS_DIR: folder.path, ACCESS_FILE: join(folder.path, 'access.json') };
  await writeFile(folders.ACCESS_FILE, JSON.stringify(access));
  const environment = { ...folders, PUSH_SECRET: pushSecret };
  const start = (port: number) => startLandfall(['serve'], { environment: { ...environment, PORT: String(port) } });
  let running: Promise<LandfallProcess> = start(0);
  const { port, url } = await running;
  return {
    url,
    up: () => running,
    killAndRestart: async () => {
      const killed = await running;
      running = killed.kill('SIGKILL').then(() => start(port));
      await running;
    },
    run: (...args) => runHere(args, { environment }),
    query: async (text) => {
      const headers = { 'content-type': 'application/json', 'x-api-key': key };
      const answer = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query: patientQuery(text) }) });
      const { data, errors } = (await answer.json()) as { data: never; errors?: unknown };
      if (errors !== undefined) throw new Error(JSON.stringify(errors));
      return data;
    },
    walk: async (path, listName) => {
      const objects: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const query: string = cursor === '' ? '' : `?cursor=${cursor}`;
        const answer = await fetch(`${url}/dcsa${path}${query}`, { headers: { 'x-api-key': 'key-of-reader' } });
        const body = Buffer.from(await answer.arrayBuffer());
        const found = finish(sliceArray(body, listName, { maxDepth: 64, maxItems: 10_000 }));
        if (answer.status !== 200 || found.kind !== 'ok') throw new Error(`${path} was answered ${answer.status} ${body}`);
        objects.push(...found.slices.map(({ start: from, end }) => body.toString('latin1', from, end)));
        cursor = answer.headers.get('next-page-cursor');
      }
      return objects;
    },
    [Symbol.asyncDispose]: async () => {
      const last = await running;
      // Callers that still wait for a restart get an error.
      running = Promise.reject(new Error('It does not come back.'));
      running.catch(() => undefined);
      await last[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

function knownAs(id: string) {
  return { apiKey: { header: 'x-api-key', sha256: [createHash('sha256').update(`key-of-${id}`).digest('hex')] } };
}

function signedInAs(id: string) {
  return { apiKey: { header: 'x-api-key', value: `key-of-${id}` } };
}

function portOf({ url }: Mortal): number {
  return Number(new URL(url).port);
}

async function read(answer: Response): Promise<{ status: number; text: string }> {
  return { status: answer.status, text: await answer.text() };
}
