import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Clock, systemClock } from '../../subgraphs/shared/clock.ts';
import { createLogger, type Logger } from '../../subgraphs/shared/logger.ts';
import { createOutbound } from '../../subgraphs/shared/outbound.ts';
import type { Act } from './acts.ts';
import { type Answer, apiVersion, createPublisher, type Publisher, refusal } from './answer.ts';
import { createDelivery, type Delivered } from './delivery.ts';
import type { SandboxProfile } from './profile.ts';
import { createShelf } from './shelf.ts';
import { type Chapter, createStory, openingLength } from './story.ts';

/** Something a person watching may want to know. */
export interface SandboxEvent {
  /** Id of the carrier. */
  readonly carrier: string;
  /** An act that was pushed and answered, a question that was answered, or Landfall going away and coming back. */
  readonly kind: Act | 'ASKED' | 'LANDFALL_AWAY' | 'LANDFALL_BACK';
  /** Document it is about, where it is about one. */
  readonly reference: string | undefined;
  readonly detail: string;
  /** Status of the answer: Landfall's to a push, the carrier's to a question. */
  readonly status: number | undefined;
}

export interface SandboxCarrierOptions {
  readonly onEvent?: (event: SandboxEvent) => void;
  readonly clock?: Clock;
  readonly logger?: Logger;
  /** Another seed, other shipments. Default `demo`. */
  readonly seed?: string;
}

export interface Telling {
  /** Root of Landfall, `/dcsa/...` is appended. */
  readonly landfallUrl: string;
  /** Pause between two changes once the opening is over. Default {@link defaultPaceMs}. */
  readonly paceMs?: number;
}

/** A carrier: an HTTP server on a loopback port of its own that answers `GET /arrival-notices`, and pushes once told to. */
export interface SandboxCarrier extends AsyncDisposable {
  readonly profile: SandboxProfile;
  /** Base URL, without a slash at the end. */
  readonly url: string;
  /** Begins to push, and goes on until disposed; once only. While Landfall is away the story waits, nothing is left out. */
  tell(telling: Telling): void;
}

export const defaultPaceMs = 1_500;
/** The opening of some twenty pushes takes less than a second. */
const openingPaceMs = 40;

/** Starts listening on a free port of loopback; nothing is pushed yet. */
export async function openSandboxCarrier(profile: SandboxProfile, options: SandboxCarrierOptions = {}): Promise<SandboxCarrier> {
  const { onEvent = () => undefined, clock = systemClock, logger = createLogger('silent'), seed = 'demo' } = options;
  const shelf = createShelf();
  const story = createStory(profile, seed);
  const outbound = createOutbound({ logger });
  const closing = new AbortController();
  const tellOf = (event: Omit<SandboxEvent, 'carrier'>) => onEvent({ carrier: profile.id, ...event });
  const publisher = createPublisher(profile, shelf);
  const server = createServer((request, response) => {
    const { answer, isQuestion } = route(request, { profile, publisher });
    send(response, answer);
    if (isQuestion)
      tellOf({ kind: 'ASKED', reference: undefined, detail: `for ${wordsOf(request)}: ${outcomeOf(answer)}`, status: answer.status });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const told: Promise<void>[] = [];

  const pushAll = async ({ landfallUrl, paceMs = defaultPaceMs }: Telling): Promise<void> => {
    const onAway = (isAway: boolean, reason: string) =>
      tellOf({ kind: isAway ? 'LANDFALL_AWAY' : 'LANDFALL_BACK', reference: undefined, detail: reason, status: undefined });
    const deliver = createDelivery({ profile, outbound, clock, landfallUrl, onAway });
    for (let count = 1; ; count += 1) {
      const chapter = story.next(clock.now());
      // Before anybody can know of it, or a question that follows at once would find nothing.
      if (chapter.isSound) for (const notice of chapter.notices) shelf.put(notice);
      const delivered = await deliver(chapter, closing.signal);
      tellOf({ kind: chapter.kind, reference: chapter.reference, detail: detailOf(chapter, delivered), status: delivered.status });
      await clock.wait(count < openingLength ? Math.min(openingPaceMs, paceMs) : paceMs, closing.signal);
    }
  };
  return {
    profile,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tell: (telling) => {
      if (told.length > 0) throw new Error(`${profile.id} is telling its story already`);
      const pushing = pushAll(telling).catch((error: unknown) => {
        if (!closing.signal.aborted) logger.error({ err: error, carrier: profile.id }, 'the story broke off');
      });
      told.push(pushing);
    },
    [Symbol.asyncDispose]: async () => {
      closing.abort(new Error('the carrier closes'));
      await Promise.all(told);
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
      await outbound[Symbol.asyncDispose]();
    },
  };
}

function route(
  request: IncomingMessage,
  parts: { profile: SandboxProfile; publisher: Publisher },
): { answer: Answer; isQuestion: boolean } {
  const url = urlOf(request);
  if (url?.pathname !== '/arrival-notices') return { answer: refusal(404, 'There is no such path.'), isQuestion: false };
  if (request.method !== 'GET') {
    const answer = refusal(405, `${request.method} is not served here.`);
    return { answer: { ...answer, headers: { Allow: 'GET' } }, isQuestion: false };
  }
  if (request.headers['x-api-key'] !== parts.profile.ownKey) {
    return { answer: refusal(401, 'The credential is missing or not known.'), isQuestion: true };
  }
  const version = request.headers['api-version'];
  return { answer: parts.publisher(url.searchParams, version === undefined ? undefined : String(version)), isQuestion: true };
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { 'API-Version': apiVersion, 'Content-Type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

function wordsOf(request: IncomingMessage): string {
  const query = new URLSearchParams(urlOf(request)?.search);
  query.delete('cursor');
  return decodeURIComponent(query.toString()) || 'everything';
}

function urlOf(request: IncomingMessage): URL | undefined {
  const text = `http://carrier${request.url}`;
  return URL.canParse(text) ? new URL(text) : undefined;
}

function outcomeOf({ body }: Answer): string {
  return body.arrivalNotices === undefined ? (body.feedbackElements?.[0]?.message ?? '') : `${body.arrivalNotices.length} notices`;
}

/** "200" is not "accepted": single objects may have been refused. */
function detailOf({ detail }: Chapter, { feedback }: Delivered): string {
  const [worst] = feedback.toSorted((left, right) => severities.indexOf(left.severity) - severities.indexOf(right.severity));
  if (worst === undefined) return detail;
  const { severity, message, propertyPath } = worst;
  return `${detail} (${severity}${propertyPath === undefined ? '' : ` at ${propertyPath}`}: ${message})`;
}

const severities = ['ERROR', 'WARN', 'INFO'];
