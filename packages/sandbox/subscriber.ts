import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import type { CarrierOptions } from './carrier.ts';
import { refusalOf } from './lists.ts';
import { maxBodyBytes, openServer, type SandboxRequest, type SandboxResponse } from './server.ts';
import { valuesAt } from './values.ts';

/** The subscriber of the demo: an HTTP server on its own loopback port that verifies, prints and acknowledges pushes. */
export type SandboxSubscriber = Awaited<ReturnType<typeof openSandboxSubscriber>>;

export const hinterland = {
  id: 'hinterland',
  name: 'Hinterland Forwarding',
} as const;

/** The standards' endpoints: the list that each receives, its version, the name of one element, and its identifying attribute. */
const endpoints: Readonly<Record<string, Endpoint>> = {
  '/arrival-notices': ['arrivalNotices', '1.0.1', 'notice', 'transportDocumentReference'],
  '/arrival-notice-notifications': ['arrivalNoticeNotifications', '1.0.1', 'notification', 'transportDocumentReference'],
  '/events': ['events', '2.0.0', 'event', 'UNLocationCode'],
};

type Endpoint = readonly [listName: string, version: string, word: string, attribute: string];

/** Number of message identities that are kept to detect repeated messages. */
const maxRemembered = 1_000;

/** Starts listening. */
export async function openSandboxSubscriber(options: Pick<CarrierOptions, 'onEvent' | 'port'> = {}) {
  const { onEvent = () => undefined, port = 0 } = options;
  /** The secret with which messages to it must be signed. */
  const secret = `whsec_${randomBytes(24).toString('base64')}`;
  const webhook = new Webhook(secret);
  const known = new Set<string>();

  const receive = ({ method, uri, headers, body }: SandboxRequest): Received => {
    const endpoint = endpoints[uri];
    if (endpoint === undefined) return refusalOf('1', 404, [{ message: 'The path does not exist.' }]);
    const [listName, version, word, attribute] = endpoint;
    const refuse = (status: number, message: string) => refusalOf(version, status, [{ message }]);
    if (method !== 'POST') return { ...refuse(405, `${method} is not served here.`), headers: { 'API-Version': version, Allow: 'POST' } };
    if (body === undefined) return refuse(413, `More than ${maxBodyBytes} bytes.`);
    let content: unknown;
    try {
      // Every subscriber must make this check before it reads a body.
      content = webhook.verify(body, headers as Readonly<Record<string, string>>);
    } catch (error) {
      return error instanceof WebhookVerificationError ? refuse(401, error.message) : refuse(400, 'Expected JSON.');
    }
    const list = Object(content)[listName];
    if (!Array.isArray(list)) return refuse(400, `Expected a JSON object with the list ${listName}.`);
    const id = String(headers['webhook-id']);
    const kind = known.has(id) ? 'REPEATED' : 'RECEIVED';
    remember(known, id);
    const summary = `${list.length} ${word}${list.length === 1 ? '' : 's'} of ${sourcesIn(headers).join(', ')}`;
    const [reference] = valuesAt(list[0], attribute).filter((value) => typeof value === 'string');
    return { status: 200, headers: { 'API-Version': version }, body: { feedbackElements: [] }, summary, report: { kind, reference } };
  };
  const report = ({ uri }: SandboxRequest, { status, summary, report }: Received) => {
    const refused = { kind: 'REFUSED', reference: undefined, detail: `${uri}: ${summary}` } as const;
    onEvent({ party: hinterland.id, status, ...(report === undefined ? refused : { ...report, detail: summary ?? '' }) });
  };
  return { profile: hinterland, secret, ...(await openServer(receive, report, port)) };
}

/** A response, and what it is reported as; undefined for a refusal. */
interface Received extends SandboxResponse {
  readonly report?: { readonly kind: 'RECEIVED' | 'REPEATED'; readonly reference: string | undefined };
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
