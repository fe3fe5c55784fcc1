import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '#platform/package-root.ts';
import { dayIn } from '../../support/day-in.ts';
import { openEventStream } from '../../support/event-stream.ts';
import { partnerKeys, temporaryFolder } from '../../support/landfall.ts';
import { patientQuery } from '../../support/patient-query.ts';
import { keyOf } from '../access/open-access.ts';
import { type Deployment, openDeployment } from '../apart/deployment.ts';
import type { SubgraphName } from '../apart/served-here.ts';
import { noticeOf, visit } from '../arrivals/arriving-notice.ts';

/**
 * The tenants of the access file: `blue` sees everything except data for operators, `green` neither `other`, nor
 * charges, nor port calls.
 */
export const tenants = { blue: keyOf('blue').sent, green: keyOf('green').sent } as const;

export type TenantName = keyof typeof tenants;

/** Subgraphs with secrets and an access file, and our own gateway in front of them. */
export interface SignedInSubgraphs extends AsyncDisposable {
  readonly deployment: Deployment;
  /** The URL without a path. */
  readonly urls: Readonly<Record<SubgraphName, string>>;
  readonly gatewayUrl: string;
  push(partner: keyof typeof partnerKeys, path: '/arrival-notices' | '/events', ...objects: readonly object[]): Promise<void>;
}

export interface Answer {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[];
}

const lists = {
  '/arrival-notices': { subgraph: 'arrival-notices', name: 'arrivalNotices' },
  '/events': { subgraph: 'port-calls', name: 'events' },
} as const;

const fixture = (path: string) => JSON.parse(readFileSync(join(packageRoot, 'test', 'fixtures', path), 'utf8'));

/** Opens the subgraphs with notices of two partners about one call, events of that call, and an alert. */
export async function openSignedInSubgraphs(servers: {
  readonly mongodbUrl: string;
  readonly redisUrl: string;
}): Promise<SignedInSubgraphs> {
  const folder = await temporaryFolder();
  const settings = { ACCESS_FILE: join(folder.path, 'rights.yaml'), SUBGRAPH_SECRETS: 'the secret of gateways', AUDIT: 'off' };
  const green = { ...keyOf('green').written, partners: ['acme'], charges: false, portCalls: false };
  await writeFile(settings.ACCESS_FILE, JSON.stringify({ tenants: { blue: keyOf('blue').written, green } }));
  const deployment = await openDeployment({ ...servers, settings, evaluatesArrivals: true });
  const urlOf = async (name: SubgraphName, urls = {}) => (await deployment.serveSubgraph(name, urls)).url;
  const standards = {
    'arrival-notices': await urlOf('arrival-notices'),
    'commercial-schedules': await urlOf('commercial-schedules'),
    'port-calls': await urlOf('port-calls'),
  };
  const urls = { ...standards, arrivals: await urlOf('arrivals', standards) };
  const { url: gatewayUrl } = await deployment.serveGateway(urls);
  const push: SignedInSubgraphs['push'] = async (partner, path, ...objects) => {
    const { subgraph, name } = lists[path];
    const headers = { 'content-type': 'application/json', 'x-api-key': partnerKeys[partner] };
    const answer = await fetch(`${urls[subgraph]}/dcsa${path}`, { method: 'POST', headers, body: JSON.stringify({ [name]: objects }) });
    if (answer.status !== 200) throw new Error(await answer.text());
  };
  const event = fixture('port-calls/every-attribute.json');
  const eventOf = (number: number) => ({
    ...event,
    eventID: event.eventID.replace(/..$/, String(10 + number)),
    portCall: { ...event.portCall, UNLocationCode: visit.UNLocationCode },
    timestamp: { ...event.timestamp, serviceDateTime: `${dayIn(10)}T0${number}:00:00Z` },
  });
  await push('acme', '/arrival-notices', { ...fixture('arrival-notices/complete.json') }, noticeOf({ reference: 'ACME1' }));
  await push('other', '/arrival-notices', noticeOf({ reference: 'OTHER1' }));
  await push('acme', '/events', eventOf(1));
  await push('other', '/events', eventOf(2), eventOf(3));
  // The first alerts are about changes to what was evaluated before.
  for (const reference of ['ACME1', 'OTHER1']) await untilExpected(gatewayUrl, reference);
  await push('acme', '/arrival-notices', noticeOf({ reference: 'ACME1', version: 2, arrivalDate: dayIn(7) }));
  await push('other', '/arrival-notices', noticeOf({ reference: 'OTHER1', version: 2, arrivalDate: dayIn(6) }));
  return {
    deployment,
    urls,
    gatewayUrl,
    push,
    [Symbol.asyncDispose]: async () => {
      await deployment[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Sends a request to a server as a tenant. */
export async function queryAs(
  url: string,
  tenant: TenantName,
  request: { readonly query: string; readonly [name: string]: unknown },
): Promise<Answer> {
  const body = JSON.stringify({ ...request, query: patientQuery(request.query) });
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...tenants[tenant] },
    body,
  });
  return (await answer.json()) as Answer;
}

/** Queries one field as a tenant. */
export async function fieldAs<T>(url: string, tenant: TenantName, query: string): Promise<T> {
  const { data, errors } = await queryAs(url, tenant, { query });
  const [value] = Object.values(data ?? {});
  if (errors !== undefined || value === undefined) throw new Error(JSON.stringify(errors));
  return value as T;
}

/** An event of any log. */
export interface Event {
  readonly cursor: string;
  readonly [name: string]: unknown;
}

/** A subscription that keeps the events it receives. */
export interface Listening extends AsyncDisposable {
  readonly events: readonly Event[];
  /** Resolves when the given number of events has been received; rejects if the stream ends before. */
  until(count: number): Promise<void>;
}

/** Subscribes as a tenant, by server-sent events. */
export async function listenAs(
  url: string,
  tenant: TenantName,
  { query, after = '0' }: { query: string; after?: string | undefined },
): Promise<Listening> {
  const stream = await openEventStream(url, query, { after }, tenants[tenant]);
  const events: Event[] = [];
  return {
    events,
    until: async (count) => {
      while (events.length < count) {
        const answer = await stream.next<Record<string, Event>>();
        const [event] = Object.values(answer?.data ?? {});
        if (answer?.errors !== undefined || event === undefined) throw new Error(JSON.stringify(answer ?? 'the stream has ended'));
        events.push(event);
      }
    },
    [Symbol.asyncDispose]: () => stream[Symbol.asyncDispose](),
  };
}

async function untilExpected(url: string, reference: string): Promise<void> {
  const query = `{ arrivals { nodes { transportDocumentReference bestTime { localDate } } } }`;
  for (;;) {
    const { data } = await queryAs(url, 'blue', { query });
    const { nodes } = (data?.['arrivals'] ?? { nodes: [] }) as { nodes: { transportDocumentReference: string; bestTime: unknown }[] };
    if (nodes.some((node) => node.transportDocumentReference === reference && node.bestTime !== null)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
