import { createOutbound } from '#platform/http/outbound.ts';
import { createLogger, type Logger } from '#platform/logger.ts';
import { type Clock, systemClock } from '#platform/time/clock.ts';
import type { Act } from './acts.ts';
import { apiVersion, createPublisher, refusal } from './answer.ts';
import { withManners } from './awkward-manners.ts';
import { type Deviations, noDeviations } from './awkwardness.ts';
import { createFleet, type Fleet } from './fleet/fleet.ts';
import { notificationOf } from './notice.ts';
import type { SandboxProfile } from './profile.ts';
import { createProducer, createScheduleRefusal, isScheduleQuestion } from './schedules/producer.ts';
import { behindDoor, openServer, type SandboxRequest, type SandboxResponse } from './server.ts';
import { createNoticeStore } from './shelf.ts';
import { createScenario } from './story.ts';
import { createScenarioRunner, type SandboxEvent, type ScenarioRun, type Step } from './telling.ts';

export interface SandboxOptions<Kind extends string = string> {
  readonly onEvent?: (event: SandboxEvent<Kind>) => void;
  readonly clock?: Clock;
  readonly logger?: Logger;
  /** Another seed, other shipments. Default `demo`. */
  readonly seed?: string;
  /** The ships that it tells of. Default: some of its own. */
  readonly fleet?: Fleet;
}

export interface CarrierOptions extends SandboxOptions<Act> {
  /** Switches that are not as its profile has them. */
  readonly awkward?: Partial<Deviations>;
  /** Port of loopback to listen on. Default: any free one. */
  readonly port?: number;
}

/**
 * A carrier: an HTTP server on a loopback port of its own that answers `GET /arrival-notices` and the three questions of
 * Commercial Schedules below `/v1`, and pushes once told to.
 */
export interface SandboxCarrier extends AsyncDisposable {
  readonly profile: SandboxProfile;
  /** Base URL, without a slash at the end. */
  readonly url: string;
  /** Begins to push, and goes on until disposed; once only. While Landfall is away the story waits, nothing is left out. */
  tell(telling: ScenarioRun): void;
}

/** Starts listening; nothing is pushed yet. */
export async function openSandboxCarrier(profile: SandboxProfile, options: CarrierOptions = {}): Promise<SandboxCarrier> {
  const { onEvent = () => undefined, clock = systemClock, logger = createLogger('silent'), seed = 'demo' } = options;
  const fleet = options.fleet ?? createFleet(seed);
  const shelf = createNoticeStore();
  const story = createScenario(profile, seed, fleet);
  const outbound = createOutbound({ logger });
  const next = (now: number): Step<Act> => {
    const { notices, filed = notices, ...chapter } = story.next(now);
    // Before anybody can know of it, or a question that follows at once would find nothing.
    for (const notice of filed) shelf.put(notice);
    const body = profile.sends === 'NOTICES' ? { arrivalNotices: notices } : { arrivalNoticeNotifications: notices.map(notificationOf) };
    return {
      ...chapter,
      path: profile.sends === 'NOTICES' ? 'arrival-notices' : 'arrival-notice-notifications',
      version: apiVersion,
      body,
    };
  };
  const teller = createScenarioRunner({ ...profile, next, outbound, clock, logger, onEvent });
  const parts = { profile, clock, awkward: { ...noDeviations, ...profile.awkward, ...options.awkward } };
  const answering = createAnswers(profile, {
    notices: createPublisher({ ...parts, shelf }),
    schedules: createProducer({ ...parts, fleet }),
  });
  const refuseSchedules = createScheduleRefusal(parts);
  const refuse = (question: SandboxRequest, status: number, message: string) =>
    isScheduleQuestion(question) ? refuseSchedules(question, status, { message }) : refusal(status, message);
  const server = await openServer(withManners(answering, { ...parts, refuse }), teller.asked, options.port);
  return {
    profile,
    url: server.url,
    tell: teller.tell,
    [Symbol.asyncDispose]: async () => {
      await teller[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
      await outbound[Symbol.asyncDispose]();
    },
  };
}

type Answers = (question: SandboxRequest) => SandboxResponse;

function createAnswers(profile: SandboxProfile, { notices, schedules }: { notices: Answers; schedules: Answers }): Answers {
  const answerNotices = behindDoor({ path: '/arrival-notices', key: profile.ownKey, refuse: refusal }, notices);
  return (question) => (isScheduleQuestion(question) ? schedules(question) : answerNotices(question));
}
