import { checkApiVersion } from '@landfall/dcsa/feedback.ts';
import type { SandboxOptions } from '../carrier.ts';
import { systemClock } from '../clock.ts';
import { createFleet } from '../fleet/fleet.ts';
import { createOneShotCursors } from '../one-shot-cursors.ts';
import { createScenarioRunner, type ScenarioRun, type Step } from '../scenario-runner.ts';
import { openServer, refusalOf, requireSignIn, type SandboxRequest, type SandboxResponse } from '../server.ts';
import { findQueryIssues, satisfies } from './event-parameters.ts';
import { quayside } from './harbour-profile.ts';
import { createHarbourScenario, type HarbourStep } from './harbour-scenario.ts';
import type { PortCallEvent } from './port-call-events.ts';

/** The harbours: an HTTP server on its own loopback port that answers `GET /events`, and pushes events while its scenario runs. */
export interface SandboxHarbour extends AsyncDisposable {
  readonly profile: typeof quayside;
  /** Base URL, without a slash at the end. */
  readonly url: string;
  /** Starts to push, until disposed. Must be called once. */
  run(scenarioRun: ScenarioRun): void;
}

const apiVersion = '2.0.0';
/** Maximum number of events. In a demo that runs for weeks, the harbours forget the oldest ones. */
const maxEvents = 2_000;

/** Starts listening on a free loopback port. Does not push anything yet. */
export async function openSandboxHarbour(options: SandboxOptions<HarbourStep> = {}): Promise<SandboxHarbour> {
  const { onEvent = () => undefined, clock = systemClock, seed = 'demo' } = options;
  const events: NumberedEvent[] = [];
  const scenario = createHarbourScenario(options.fleet ?? createFleet(seed));
  let count = 0;
  const next = (now: number): Step<HarbourStep> | undefined => {
    const step = scenario.next(now);
    if (step === undefined) return undefined;
    const { events: pushed, ...rest } = step;
    for (const event of pushed) {
      count += 1;
      events.push({ number: count, event });
    }
    events.splice(0, events.length - maxEvents);
    return { ...rest, path: 'events', version: apiVersion, body: { events: pushed } };
  };
  const runner = createScenarioRunner({ ...quayside, next, clock, onEvent });
  const server = await openServer(createEventPublisher(events), runner.answered);
  return {
    profile: quayside,
    url: server.url,
    run: runner.run,
    [Symbol.asyncDispose]: async () => {
      await runner[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** An event with its position among all pushed events. */
interface NumberedEvent {
  readonly number: number;
  readonly event: PortCallEvent;
}

/** Answers `GET /events` (Port Call 2.0.0, Event Publisher role). Its cursors are valid for one use. */
function createEventPublisher(events: readonly NumberedEvent[]): (request: SandboxRequest) => SandboxResponse {
  const cursors = createOneShotCursors();

  const refuse = (status: number, ...messages: readonly string[]) => refusalOf(apiVersion, status, messages);
  return requireSignIn({ path: '/events', key: quayside.ownKey, refuse }, ({ query, apiVersion: requested }) => {
    const version = checkApiVersion(requested, apiVersion);
    const issues = [...(version === undefined ? [] : [version]), ...findQueryIssues(query)];
    const after = issues.length > 0 ? undefined : cursors.take(query);
    if (after === null) issues.push('Query parameter cursor: not known, used before, or given for other parameters.');
    if (issues.length > 0) return refuse(400, ...issues);
    const found = events.filter(({ number, event }) => number > Number(after?.position ?? 0) && satisfies(event, query));
    const shown = found.slice(0, Math.min(Number(query.get('limit') ?? quayside.pageSize), quayside.pageSize));
    const last = shown.at(-1);
    const more = found.length > shown.length && last !== undefined ? { 'Next-Page-Cursor': cursors.give(query, String(last.number)) } : {};
    const body = { events: shown.map(({ event }) => event) };
    return { status: 200, headers: { 'API-Version': apiVersion, ...more }, body, summary: `${shown.length} events` };
  });
}
