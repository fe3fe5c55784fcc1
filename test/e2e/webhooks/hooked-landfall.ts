import { createHash } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FakePartner, RecordedRequest } from '../../support/fake-partner.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { type OpenLandfall, openLandfall } from '../../support/open-landfall.ts';

/** A tenant of these tests, with its webhooks as in the access file. */
export interface HookedTenant {
  readonly webhooks: readonly object[];
  readonly [right: string]: unknown;
}

export type HookedTenants = Readonly<Record<string, HookedTenant>>;

/** A Landfall in this process with tenants that have webhooks, and an operator `ops`. */
export interface HookedLandfall extends OpenLandfall {
  /** Environment for a `landfall` command on the same data. */
  readonly environment: Readonly<Record<string, string>>;
  /** Queries `/graphql` as a tenant; fails on errors. */
  queryAs<T>(tenant: string, query: string, variables?: Record<string, unknown>): Promise<T>;
  /** Replaces the access file, which is reloaded shortly afterwards. */
  rewrite(tenants: HookedTenants): Promise<void>;
}

/** The body of a message of alerts. */
export interface AlertBody {
  readonly errors?: readonly unknown[];
  readonly data: {
    readonly arrivalAlertRaised: {
      readonly cursor: string;
      readonly alert: {
        readonly id: string;
        readonly kind: string;
        readonly transition: string;
        readonly before: { readonly text: string } | null;
        readonly after: { readonly text: string } | null;
        readonly arrival: { readonly transportDocumentReference: string } | null;
      };
    };
  };
}

export const keyOfTenant = (tenant: string) => `key-of-tenant-${tenant}`;

/** Fields of a webhook that retries quickly. */
export const quick = { retry: { firstMs: 20, maxMs: 100 }, limits: { requestsPerSecond: 1_000, timeoutMs: 30_000 } };

export const secretOf = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;

/** Writes the access file (JSON is also YAML). It is replaced atomically, so that no half of it is read. */
export async function writeAccess(path: string, tenants: HookedTenants): Promise<void> {
  const all = Object.entries({ ops: { operator: true, webhooks: [] }, ...tenants }).map(([name, { webhooks, ...rights }]) => {
    const sha256 = createHash('sha256').update(keyOfTenant(name)).digest('hex');
    return [
      name,
      { apiKeys: [{ sha256 }], webhooks: webhooks.map((webhook) => Object.assign({ secrets: [secretOf(1)] }, webhook)), ...rights },
    ];
  });
  await writeFile(`${path}.new`, JSON.stringify({ allowPrivate: true, tenants: Object.fromEntries(all) }));
  await rename(`${path}.new`, path);
}

/** Starts it. */
export async function openHooked(tenants: HookedTenants, settings: Readonly<Record<string, string>> = {}): Promise<HookedLandfall> {
  const folder = await temporaryFolder();
  const accessFile = join(folder.path, 'access.json');
  await writeAccess(accessFile, tenants);
  const environment = { ACCESS_FILE: accessFile, DATA_DIR: folder.path, AUDIT: 'off', ...settings };
  const landfall = await openLandfall(environment, { evaluatesArrivals: true });
  const queryAs = async <T>(tenant: string, query: string, variables: Record<string, unknown> = {}): Promise<T> => {
    const headers = { 'content-type': 'application/json', 'x-api-key': keyOfTenant(tenant) };
    const answer = await fetch(`${landfall.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
    const { data, errors } = (await answer.json()) as { data: T; errors?: unknown };
    if (errors !== undefined) throw new Error(JSON.stringify(errors));
    return data;
  };
  return {
    ...landfall,
    environment: { ...environment, PARTNERS_DIR: folder.path },
    queryAs: queryAs,
    query: (query, variables) => queryAs('ops', query, variables),
    rewrite: (changed) => writeAccess(accessFile, changed),
    [Symbol.asyncDispose]: async () => {
      await landfall[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Reads the body of a message of alerts. */
export function alertIn({ body }: Pick<RecordedRequest, 'body'>): AlertBody['data']['arrivalAlertRaised']['alert'] {
  return (JSON.parse(body.toString()) as AlertBody).data.arrivalAlertRaised.alert;
}

/** Returns the content of an alert message as a string for comparison. */
export function alertNameIn(request: Pick<RecordedRequest, 'body'>): string {
  const { kind, transition, arrival, after } = alertIn(request);
  return `${kind} ${transition} ${arrival?.transportDocumentReference} ${after?.text}`;
}

/** Resolves when the requests so far satisfy the condition. */
export async function untilRequests(receiver: FakePartner, condition: (requests: readonly RecordedRequest[]) => boolean): Promise<void> {
  while (!condition(receiver.requests)) await receiver.received(receiver.requests.length + 1);
}
