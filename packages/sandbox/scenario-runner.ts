import { type FeedbackElement, readFeedback } from '@landfall/dcsa/feedback.ts';
import type { Clock } from './clock.ts';
import { openServer, type SandboxRequest, type SandboxResponse } from './server.ts';

/** An event that the demo prints. */
export interface SandboxEvent {
  /** Id of the party. */
  readonly party: string;
  /**
   * The kind of the pushed step; ANSWERED for a request that was answered; LANDFALL_AWAY and LANDFALL_BACK when
   * Landfall became unreachable or reachable again; or SCENARIO_FAILED, after which nothing more is pushed.
   */
  readonly kind: string;
  /** Document or port, if it concerns a single one. */
  readonly reference: string | undefined;
  readonly detail: string;
  /** Status of Landfall's response to a push, or of the party's response to a request; undefined without a response. */
  readonly status: number | undefined;
}

export interface ScenarioRun {
  /** Root URL of Landfall, to which `/dcsa/...` is appended. If undefined, the scenario runs and nothing is pushed. */
  readonly landfallUrl: string | undefined;
  /** Pause between two changes after the opening. Default {@link defaultPaceMs}. */
  readonly paceMs?: number;
  /** Pause after the first {@link plotLength} of them, which contain everything that happens once. Default: `paceMs` */
  readonly calmPaceMs?: number;
}

/** A step of a scenario: what is sent in one request, and its description. */
export interface Step extends Push {
  readonly kind: string;
  readonly reference: string;
  readonly detail: string;
  /** The steps of an opening follow each other immediately. */
  readonly isOpening: boolean;
}

const defaultPaceMs = 1_500;
/** Number of pauses after the opening until the scenario is calm. */
const plotLength = 40;
/** At this pace, the opening of some twenty pushes takes less than a second. */
const openingPaceMs = 40;

/** A party that pushes. */
interface PushingProfile {
  readonly id: string;
  /** Its credential at Landfall. */
  readonly pushCredential: { readonly header: string; readonly value: string };
}

interface PartyParts {
  /** Returns the next step; undefined if there is none at this moment. */
  readonly next: (now: number) => Step | undefined;
  readonly respond: (request: SandboxRequest) => SandboxResponse;
  readonly clock: Clock;
  readonly onEvent: (event: SandboxEvent) => void;
  /** Loopback port to listen on. Default: any free one. */
  readonly port?: number | undefined;
}

/** Starts a server on a loopback port, and pushes the steps of the party's scenario after `run`. */
export async function openParty<Profile extends PushingProfile>(profile: Profile, parts: PartyParts) {
  const { next, respond, clock, onEvent, port } = parts;
  const closing = new AbortController();
  const running: Promise<void>[] = [];
  const report = (event: Omit<SandboxEvent, 'party'>) => onEvent({ party: profile.id, ...event });

  const pushAll = async ({ landfallUrl, paceMs = defaultPaceMs, calmPaceMs = paceMs }: ScenarioRun): Promise<void> => {
    const onAway = (isAway: boolean, reason: string) =>
      report({ kind: isAway ? 'LANDFALL_AWAY' : 'LANDFALL_BACK', reference: undefined, detail: reason, status: undefined });
    const deliver = landfallUrl === undefined ? undefined : createDelivery(landfallUrl, { ...profile, clock }, onAway);
    for (let pauses = 0; ; ) {
      const step = next(clock.now());
      if (step !== undefined) {
        const delivered = await deliver?.(step, closing.signal);
        report({ kind: step.kind, reference: step.reference, detail: detailOf(step.detail, delivered), status: delivered?.status });
      }
      if (step?.isOpening) await clock.wait(Math.min(openingPaceMs, paceMs), closing.signal);
      else await clock.wait(pauses++ < plotLength ? paceMs : calmPaceMs, closing.signal);
    }
  };
  const answered = ({ path, query }: SandboxRequest, { summary, status }: SandboxResponse): void => {
    if (summary === undefined) return;
    const shown = new URLSearchParams(query);
    shown.delete('cursor');
    const words = decodeURIComponent(shown.toString()) || 'everything';
    report({ kind: 'ANSWERED', reference: undefined, detail: `${path} for ${words}: ${summary}`, status });
  };
  const server = await openServer(respond, answered, port);
  return {
    profile,
    /** Base URL, without a slash at the end. */
    url: server.url,
    /**
     * Starts the scenario, until disposed. Must be called once. While Landfall is unreachable the scenario waits; no step
     * is skipped.
     */
    run: (scenarioRun: ScenarioRun): void => {
      if (running.length > 0) throw new Error(`${profile.id} runs its scenario already`);
      const pushing = pushAll(scenarioRun).catch((error: unknown) => {
        if (!closing.signal.aborted) report({ kind: 'SCENARIO_FAILED', reference: undefined, detail: String(error), status: undefined });
      });
      running.push(pushing);
    },
    [Symbol.asyncDispose]: async () => {
      closing.abort(new Error('the party closes'));
      await Promise.all(running);
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Formats an event as one line. */
export function lineOf({ party, kind, reference, detail, status }: SandboxEvent): string {
  return `${party.padEnd(14)} ${kind.toLowerCase().replaceAll('_', ' ').padEnd(20)} ${(reference ?? '').padEnd(18)} ${status ?? ''} ${detail}`;
}

/** A 200 does not mean "accepted", because single objects may have been rejected. */
function detailOf(detail: string, delivered: Delivered | undefined): string {
  const [worst] = (delivered?.feedback ?? []).toSorted(
    (left, right) => severities.indexOf(left.severity) - severities.indexOf(right.severity),
  );
  if (worst === undefined) return detail;
  const { severity, message, propertyPath } = worst;
  return `${detail} (${severity}${propertyPath === undefined ? '' : ` at ${propertyPath}`}: ${message})`;
}

const severities: readonly FeedbackElement['severity'][] = ['ERROR', 'WARN', 'INFO'];

/** The content of one request to one endpoint of the standards. */
export interface Push {
  /** Path below `/dcsa/`. */
  readonly path: string;
  /** The value of `API-Version`. */
  readonly version: string;
  readonly body: object;
}

/** The final result of a push. */
interface Delivered {
  readonly status: number;
  readonly feedback: readonly FeedbackElement[];
}

const [firstPauseMs, maxPauseMs] = [100, 2_000];
const timeoutMs = 10_000;

/**
 * Creates the function that pushes a message and resolves with the response. Lost connections, 408, 429 and 5xx are
 * retried indefinitely, with pauses that grow to two seconds or follow `Retry-After`; other statuses are final.
 *
 * @param onAway called when Landfall stops accepting messages, and when it accepts them again
 */
function createDelivery(
  landfallUrl: string,
  { pushCredential, clock }: Pick<PushingProfile, 'pushCredential'> & { readonly clock: Clock },
  onAway: (isAway: boolean, reason: string) => void,
): (push: Push, signal: AbortSignal) => Promise<Delivered> {
  const root = `${landfallUrl.replace(/\/+$/, '')}/dcsa`;
  const { header, value } = pushCredential;

  return async ({ path, version, body: content }, signal) => {
    const headers = { 'content-type': 'application/json', 'api-version': version, [header]: value };
    const [url, body] = [`${root}/${path}`, JSON.stringify(content)];
    for (let attempt = 0, isAway = false; ; attempt += 1) {
      const answer = await post(url, { headers, body }, signal).catch((error: Error) => {
        signal.throwIfAborted();
        return error;
      });
      if (!(answer instanceof Error) && !mayPass(answer.status)) {
        if (isAway) onAway(false, 'it answers again');
        return { status: answer.status, feedback: feedbackOf(answer.body) };
      }
      if (!isAway) onAway(true, answer instanceof Error ? reasonOf(answer) : `it answers ${answer.status}`);
      isAway = true;
      const wantedMs = answer instanceof Error ? undefined : Number(answer.headers.get('retry-after') ?? Number.NaN) * 1_000;
      const pauseMs = Math.min(firstPauseMs * 2 ** Math.min(attempt, 10), maxPauseMs);
      await clock.wait(wantedMs !== undefined && wantedMs > 0 ? Math.min(wantedMs, 5 * maxPauseMs) : pauseMs, signal);
    }
  };
}

async function post(url: string, init: RequestInit, signal: AbortSignal) {
  // Not AbortSignal.any, because the signal lives as long as the party and would keep one of each request.
  const ending = new AbortController();
  const end = () => ending.abort(new Error(`no answer within ${timeoutMs} ms`));
  const timer = setTimeout(end, timeoutMs);
  signal.addEventListener('abort', end, { once: true });
  try {
    const response = await fetch(url, { method: 'POST', redirect: 'manual', signal: ending.signal, ...init });
    return { status: response.status, headers: response.headers, body: await response.text() };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}

/** The message of `fetch` itself is always the same. */
function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error && cause.message !== '' ? cause.message : message;
}

function mayPass(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** A 200 may still reject single objects, which only the feedback shows. */
function feedbackOf(body: string): FeedbackElement[] {
  try {
    return readFeedback(JSON.parse(body).feedbackElements);
  } catch {
    return [];
  }
}
