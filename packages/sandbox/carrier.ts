import { type Clock, systemClock } from './clock.ts';
import { type Deviations, noDeviations, withDeviations } from './deviations.ts';
import { createFleet, type Fleet } from './fleet/fleet.ts';
import { notificationOf } from './notice.ts';
import type { SandboxProfile, StepKind } from './profile.ts';
import { apiVersion, createNoticeStore, createPublisher, refusal } from './publisher.ts';
import { createScenario } from './scenario.ts';
import { createScenarioRunner, type SandboxEvent, type ScenarioRun, type Step } from './scenario-runner.ts';
import { createProducer, createScheduleRefusal, isScheduleRequest } from './schedules/producer.ts';
import { openServer, requireSignIn, type SandboxRequest, type SandboxResponse } from './server.ts';

export interface SandboxOptions<Kind extends string = string> {
  readonly onEvent?: (event: SandboxEvent<Kind>) => void;
  readonly clock?: Clock;
  /** Different seeds generate different shipments. Default `demo`. */
  readonly seed?: string;
  /** The ships of its notices. Default: a fleet created for this carrier. */
  readonly fleet?: Fleet;
}

export interface CarrierOptions extends SandboxOptions<StepKind> {
  /** Deviations that differ from its profile. */
  readonly deviations?: Partial<Deviations>;
  /** Loopback port to listen on. Default: any free one. */
  readonly port?: number;
}

/**
 * A carrier: an HTTP server on its own loopback port that answers `GET /arrival-notices` and the three GETs of
 * Commercial Schedules below `/v1`, and pushes while its scenario runs.
 */
export interface SandboxCarrier extends AsyncDisposable {
  readonly profile: SandboxProfile;
  /** Base URL, without a slash at the end. */
  readonly url: string;
  /**
   * Starts to push, until disposed. Must be called once. While Landfall is unreachable the scenario waits; no step is
   * skipped.
   */
  run(scenarioRun: ScenarioRun): void;
}

/** Starts listening without pushing. */
export async function openSandboxCarrier(profile: SandboxProfile, options: CarrierOptions = {}): Promise<SandboxCarrier> {
  const { onEvent = () => undefined, clock = systemClock, seed = 'demo' } = options;
  const fleet = options.fleet ?? createFleet(seed);
  const noticeStore = createNoticeStore();
  const scenario = createScenario(profile, seed, fleet);
  const next = (now: number): Step<StepKind> => {
    const { notices, filed = notices, ...step } = scenario.next(now);
    // Stored before the push, so that a request that immediately follows it finds them.
    for (const notice of filed) noticeStore.put(notice);
    const body = profile.sends === 'NOTICES' ? { arrivalNotices: notices } : { arrivalNoticeNotifications: notices.map(notificationOf) };
    return {
      ...step,
      path: profile.sends === 'NOTICES' ? 'arrival-notices' : 'arrival-notice-notifications',
      version: apiVersion,
      body,
    };
  };
  const runner = createScenarioRunner({ ...profile, next, clock, onEvent });
  const parts = { profile, clock, deviations: { ...noDeviations, ...profile.deviations, ...options.deviations } };
  const answering = createAnswers(profile, {
    notices: createPublisher({ ...parts, noticeStore }),
    schedules: createProducer({ ...parts, fleet }),
  });
  const refuseSchedules = createScheduleRefusal(parts);
  const refuse = (request: SandboxRequest, status: number, message: string) =>
    isScheduleRequest(request) ? refuseSchedules(request, status, { message }) : refusal(status, message);
  const server = await openServer(withDeviations(answering, { ...parts, refuse }), runner.answered, options.port);
  return {
    profile,
    url: server.url,
    run: runner.run,
    [Symbol.asyncDispose]: async () => {
      await runner[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

type Answers = (request: SandboxRequest) => SandboxResponse;

function createAnswers(profile: SandboxProfile, { notices, schedules }: { notices: Answers; schedules: Answers }): Answers {
  const answerNotices = requireSignIn({ path: '/arrival-notices', key: profile.ownKey, refuse: refusal }, notices);
  return (request) => (isScheduleRequest(request) ? schedules(request) : answerNotices(request));
}
