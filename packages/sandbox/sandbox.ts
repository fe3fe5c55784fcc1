import { openSandboxCarrier, type SandboxCarrier, type SandboxOptions } from './carrier.ts';
import { systemClock } from './clock.ts';
import { coralLine } from './coral-line.ts';
import { type EarlierNotice, earlierNoticeOf } from './earlier-notice.ts';
import { createFleet } from './fleet/fleet.ts';
import { openSandboxHarbour, type SandboxHarbour } from './harbour/harbour.ts';
import { northernStar } from './northern-star.ts';
import type { ScenarioRun } from './scenario-runner.ts';
import { openSandboxSubscriber, type SandboxSubscriber } from './subscriber.ts';

/** The partners of the demo: two carriers, the harbours where they discharge, and a subscriber. */
export interface Sandbox extends AsyncDisposable {
  readonly carriers: readonly SandboxCarrier[];
  readonly harbour: SandboxHarbour;
  readonly subscriber: SandboxSubscriber;
  /** The environment variables that their partner files refer to. */
  readonly env: Readonly<Record<string, string>>;
  /** The notices that Landfall has received before the scenarios start. */
  readonly earlier: readonly EarlierNotice[];
  /** Starts the scenarios of the carriers and harbours. */
  run(scenarioRun: ScenarioRun): void;
}

/**
 * Starts all servers, over one fleet. Landfall can then load their files with `env`; after that the scenarios can
 * start.
 */
export async function openSandbox(options: Omit<SandboxOptions, 'fleet'> = {}): Promise<Sandbox> {
  const { seed = 'demo', clock = systemClock } = options;
  const parts = { ...options, fleet: createFleet(seed) };
  const [subscriber, harbour, ...carriers] = await Promise.all([
    openSandboxSubscriber(options),
    openSandboxHarbour(parts),
    ...[northernStar, coralLine].map((profile) => openSandboxCarrier(profile, parts)),
  ]);
  const runners = [harbour, ...carriers];
  const parties = [subscriber, ...runners];
  return {
    carriers,
    harbour,
    subscriber,
    env: {
      ...Object.fromEntries(parties.map(({ profile, url }) => [profile.urlVariable, url])),
      ...Object.fromEntries(runners.map(({ profile }) => [profile.urlVariable.replace(/_URL$/, '_KEY'), profile.ownKey])),
      [subscriber.profile.secretVariable]: subscriber.secret,
    },
    earlier: [earlierNoticeOf(northernStar, { fleet: parts.fleet, seed, now: clock.now() })],
    run: (scenarioRun) => {
      for (const runner of runners) runner.run(scenarioRun);
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(parties.map((party) => party[Symbol.asyncDispose]()));
    },
  };
}
