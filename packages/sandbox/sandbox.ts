import { openSandboxCarrier, type RetiredDocument, type SandboxOptions, demoSeed as seed } from './carrier.ts';
import { systemClock } from './clock.ts';
import { coralLine } from './coral-line.ts';
import { createFleet, type Fleet } from './fleet/fleet.ts';
import { feeders } from './fleet/loops.ts';
import { dayMs, hourMs } from './fleet/times.ts';
import { openSandboxHarbour } from './harbour/harbour.ts';
import { northernStar } from './northern-star.ts';
import { noticeOf } from './notice.ts';
import type { SandboxProfile } from './profile.ts';
import type { ScenarioRun } from './scenario-runner.ts';
import { createShipment, firstStateOf, shiftDay } from './shipment.ts';
import { openSandboxSubscriber } from './subscriber.ts';

/** The partners of the demo: two carriers, the harbours where they discharge, and a subscriber. */
export type Sandbox = Awaited<ReturnType<typeof openSandbox>>;

/**
 * Starts all servers, over one fleet. Landfall can then load their files with `env`; after that the scenarios can
 * start.
 */
export async function openSandbox(options: Omit<SandboxOptions, 'fleet'> = {}) {
  const { clock = systemClock } = options;
  const retired: RetiredDocument[] = [];
  const parts = { ...options, fleet: createFleet(seed) };
  const onRetired = (document: RetiredDocument) => void retired.push(document);
  const [subscriber, harbour, ...carriers] = await Promise.all([
    openSandboxSubscriber(options),
    openSandboxHarbour(parts),
    ...[northernStar, coralLine].map((profile) => openSandboxCarrier(profile, { ...parts, onRetired })),
  ]);
  const runners = [harbour, ...carriers];
  const parties = [subscriber, ...runners];
  return {
    carriers,
    harbour,
    subscriber,
    /** The environment variables that their partner files refer to. */
    env: {
      ...Object.fromEntries(parties.map(({ profile: { id }, url }) => [variableOf(id, 'URL'), url])),
      ...Object.fromEntries(runners.map(({ profile: { id, ownKey } }) => [variableOf(id, 'KEY'), ownKey])),
      [variableOf(subscriber.profile.id, 'SECRET')]: subscriber.secret,
    },
    /** The notices that Landfall has received before the scenarios start, with the carrier's id and when they were received: RFC 3339 in UTC with milliseconds. */
    earlier: earlierNoticesOf(northernStar, parts.fleet, clock.now()),
    /** Returns the documents that the carriers have retired since the previous call. */
    takeRetired: (): readonly RetiredDocument[] => retired.splice(0),
    /** Starts the scenarios of the carriers and harbours. */
    run: (scenarioRun: ScenarioRun): void => {
      for (const runner of runners) runner.run(scenarioRun);
    },
    [Symbol.asyncDispose]: async (): Promise<void> => {
      await Promise.all(parties.map((party) => party[Symbol.asyncDispose]()));
    },
  };
}

/** Returns the name of a variable in the file of a partner. */
function variableOf(partner: string, name: string): string {
  return `SANDBOX_${partner.toUpperCase().replaceAll('-', '_')}_${name}`;
}

/** More than three days, after which an arrival without news is reported. */
const ageMs = 3 * dayMs + 2 * hourMs;

/**
 * The cargo of the earlier notices, by the days until its arrival: on the quay after its free time; on a ship that
 * should have arrived, of a carrier that states actual times; on a ship without news.
 */
const earlierCargo = [
  { daysAhead: -9, hasArrived: true },
  { daysAhead: -2, hasArrived: false },
  { daysAhead: 2, hasArrived: false },
] as const;

/**
 * Creates notices about cargo on feeder ships that no schedule and no port mentions, so that nothing has been received
 * about it since.
 *
 * @param now milliseconds since 1970
 */
function earlierNoticesOf(profile: SandboxProfile, fleet: Fleet, now: number) {
  return earlierCargo.map(({ daysAhead, hasArrived }, index) => {
    const receivedAt = new Date(now - ageMs).toISOString();
    const reference = `${profile.carrierCode}${receivedAt.replace(/\D/g, '').slice(4, 14)}${index}`;
    const shipment = createShipment(profile, reference, { fleet, seed, now, transshipped: false });
    const arrivalDate = shiftDay(new Date(now).toISOString().slice(0, 10), daysAhead);
    const state = { ...firstStateOf(shipment, { now }), vessel: feeders[index] ?? feeders[0], arrivalDate, hasArrived };
    const labels = { issueDateTime: receivedAt, typeLabel: profile.typeLabels[0], versionLabel: 'Original' };
    return { partner: profile.id, notice: noticeOf(profile, shipment, { state, labels, saysVoyage: false }), receivedAt };
  });
}
