import { randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { SandboxOptions } from './carrier.ts';
import { systemClock } from './clock.ts';
import { refusalOf } from './lists.ts';
import { signatureIssueOf } from './message-check.ts';
import { listenOn, type SandboxResponse } from './server.ts';

/** What a subscriber reports: a message that it received, received again, or refused. */
export type SubscriberStep = 'RECEIVED' | 'REPEATED' | 'REFUSED';

export interface SubscriberOptions extends Omit<SandboxOptions<SubscriberStep>, 'seed' | 'fleet'> {
  /** Loopback port to listen on. Default: any free one. */
  readonly port?: number;
}

/** The subscriber of the demo: an HTTP server on its own loopback port that verifies, prints and acknowledges pushes. */
export interface SandboxSubscriber extends AsyncDisposable {
  readonly profile: typeof hinterland;
  /** Base URL, without a slash at the end. */
  readonly url: string;
  /** The secret with which messages to it must be signed. It is generated at each start. */
  readonly secret: string;
}

export const hinterland = {
  id: 'hinterland',
  /** Names of the variables with its base URL and its secret in its partner file. */
  urlVariable: 'SANDBOX_HINTERLAND_URL',
  secretVariable: 'SANDBOX_HINTERLAND_SECRET',
  name: 'Hinterland Forwarding',
} as const;

/** The standards' endpoints: the list that each receives, the name of one element, and its identifying attribute. */
const endpoints: Readonly<Record<string, Endpoint>> = {
  '/arrival-notices': {
    listName: 'arrivalNotices',
    version: '1.0.1',
    word: 'notice',
    referenceOf: ({ transportDocumentReference }) => transportDocumentReference,
  },
  '/arrival-notice-notifications': {
    listName: 'arrivalNoticeNotifications',
    version: '1.0.1',
    word: 'notification',
    referenceOf: ({ transportDocumentReference }) => transportDocumentReference,
  },
  '/events': {
    listName: 'events',
    version: '2.0.0',
    word: 'event',
    referenceOf: ({ portCall, eventID }) => (portCall as { readonly UNLocationCode?: unknown } | undefined)?.UNLocationCode ?? eventID,
  },
};

interface Endpoint {
  readonly listName: string;
  readonly version: string;
  readonly word: string;
  readonly referenceOf: (object: Readonly<Record<string, unknown>>) => unknown;
}

const maxBodyBytes = 16 * 1024 * 1024;
/** Number of message identities that are kept to detect repeated messages. */
const maxRemembered = 1_000;

/** Starts listening. */
export async function openSandboxSubscriber(options: SubscriberOptions = {}): Promise<SandboxSubscriber> {
  const { onEvent = () => undefined, clock = systemClock, port = 0 } = options;
  const secret = `whsec_${randomBytes(24).toString('base64')}`;
  const known = new Set<string>();

  const receive = (
    { method, url = '', headers }: IncomingMessage,
    body: Buffer | undefined,
  ): SandboxResponse & { readonly report?: Report } => {
    const endpoint = endpoints[url];
    if (endpoint === undefined) return refusalOf('1', 404, [{ message: 'The path does not exist.' }]);
    const refuse = (status: number, message: string) => refusalOf(endpoint.version, status, [{ message }]);
    if (method !== 'POST') return withHeader(refuse(405, `${method} is not served here.`), 'Allow', 'POST');
    if (body === undefined) return refuse(413, `More than ${maxBodyBytes} bytes.`);
    const issue = signatureIssueOf(headers, body, { secret, now: clock.now() });
    if (issue !== undefined) return refuse(401, issue);
    const objects = objectsIn(body, endpoint);
    if (objects === undefined) return refuse(400, `Expected a JSON object with the list ${endpoint.listName}.`);
    const id = String(headers['webhook-id']);
    const step = known.has(id) ? 'REPEATED' : 'RECEIVED';
    remember(known, id);
    const detail = `${objects.length} ${endpoint.word}${objects.length === 1 ? '' : 's'} of ${sourcesIn(headers).join(', ')}`;
    const report: Report = { step, reference: textOf(objects[0] && endpoint.referenceOf(objects[0])), detail };
    return { status: 200, headers: { 'API-Version': endpoint.version }, body: { feedbackElements: [] }, summary: detail, report };
  };

  const server = createServer(async (request, response) => {
    const body = await readBody(request).catch(() => null);
    // The connection was closed.
    if (body === null) return response.destroy();
    const { status, headers, body: content, summary = '', report } = receive(request, body);
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(content));
    const { step, reference, detail } = report ?? { step: 'REFUSED', reference: undefined, detail: `${request.url}: ${summary}` };
    return onEvent({ party: hinterland.id, kind: step, reference, detail, status });
  });
  const listening = await listenOn(server, port);
  return { profile: hinterland, secret, ...listening };
}

interface Report {
  readonly step: SubscriberStep;
  readonly reference: string | undefined;
  readonly detail: string;
}

/** @returns undefined if the body exceeds the limit */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let byteLength = 0;
  for await (const chunk of request) {
    byteLength += chunk.length;
    if (byteLength <= maxBodyBytes) chunks.push(chunk);
  }
  return byteLength <= maxBodyBytes ? Buffer.concat(chunks) : undefined;
}

function objectsIn(body: Buffer, { listName }: Endpoint): readonly Readonly<Record<string, unknown>>[] | undefined {
  try {
    const list: unknown = JSON.parse(body.toString())?.[listName];
    return Array.isArray(list) ? list.map((object) => Object(object)) : undefined;
  } catch {
    return undefined;
  }
}

/** The partners of the objects: `"northern-star";rows="0-3", "coral-line";rows="4"`. */
function sourcesIn(headers: IncomingHttpHeaders): string[] {
  return [...String(headers['landfall-row-sources'] ?? '').matchAll(/"([^"]*)";rows=/g)].map(([, partner = '']) => partner);
}

function remember(known: Set<string>, id: string): void {
  known.add(id);
  const [oldest] = known;
  if (known.size > maxRemembered && oldest !== undefined) known.delete(oldest);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function withHeader(answer: SandboxResponse, name: string, value: string): SandboxResponse {
  return { ...answer, headers: { ...answer.headers, [name]: value } };
}
