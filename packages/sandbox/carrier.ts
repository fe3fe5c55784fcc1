import { type Clock, systemClock } from './clock.ts';
import { spoil } from './deviations.ts';
import { createFleet, type Fleet } from './fleet/fleet.ts';
import { notificationOf } from './notice.ts';
import type { SandboxProfile } from './profile.ts';
import { apiVersion, createNoticeStore, createPublisher } from './publisher.ts';
import { createScenario } from './scenario.ts';
import { openParty, type SandboxEvent, type Step } from './scenario-runner.ts';
import { createProducer, isScheduleRequest } from './schedules/producer.ts';

export interface SandboxOptions {
  readonly onEvent?: (event: SandboxEvent) => void;
  readonly clock?: Clock;
  /** The ships of its notices. Default: a fleet created for this carrier. */
  readonly fleet?: Fleet;
}

/** Determines the shipments and ships of the demo. */
export const demoSeed = 'demo';
/** Number of completed documents that a carrier serves; it retires older ones. */
const maxCompleted = 14;

export interface CarrierOptions extends SandboxOptions {
  /** Loopback port to listen on. Default: any free one. */
  readonly port?: number;
  /** Is told which document the carrier no longer serves. */
  readonly onRetired?: (document: RetiredDocument) => void;
}

/** A document that its carrier no longer serves. */
export interface RetiredDocument {
  readonly partner: string;
  readonly notice: string;
}

export type SandboxCarrier = Awaited<ReturnType<typeof openSandboxCarrier>>;

/**
 * Opens a carrier: an HTTP server on its own loopback port that answers `GET /arrival-notices` and the three GETs of
 * Commercial Schedules below `/v1`, and pushes while its scenario runs.
 */
export async function openSandboxCarrier(profile: SandboxProfile, options: CarrierOptions = {}) {
  const { onEvent = () => undefined, clock = systemClock, port, onRetired } = options;
  const fleet = options.fleet ?? createFleet(demoSeed);
  const noticeStore = createNoticeStore();
  const scenario = createScenario(profile, demoSeed, fleet);
  const completed: string[] = [];
  const next = (now: number): Step => {
    const { notices, filed = notices, isLast, ...step } = scenario.next(now);
    // Stored before the push, so that a request that immediately follows it finds them.
    for (const notice of filed) noticeStore.put(notice);
    if (isLast) completed.push(step.reference);
    for (const notice of completed.splice(0, completed.length - maxCompleted)) {
      noticeStore.remove(notice);
      onRetired?.({ partner: profile.id, notice });
    }
    const sends =
      profile.sends === 'NOTICES'
        ? { path: 'arrival-notices', body: { arrivalNotices: notices } }
        : { path: 'arrival-notice-notifications', body: { arrivalNoticeNotifications: notices.map(notificationOf) } };
    return { ...step, ...sends, version: apiVersion };
  };
  const answerNotices = createPublisher(profile, noticeStore);
  const answerSchedules = createProducer(profile, { fleet, clock });
  return openParty(profile, {
    next,
    respond: (request) => spoil(isScheduleRequest(request) ? answerSchedules(request) : answerNotices(request), profile.deviations),
    clock,
    onEvent,
    port,
  });
}
