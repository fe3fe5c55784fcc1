import { join } from 'node:path';
import { packageRoot } from '#platform/package-root.ts';
import { openSandboxCarrier, type SandboxCarrier, type SandboxOptions } from './carrier.ts';
import { coralLine } from './coral-line.ts';
import { createFleet } from './fleet/fleet.ts';
import { openSandboxHarbour, type SandboxHarbour } from './harbour/harbour.ts';
import { northernStar } from './northern-star.ts';
import { openSandboxSubscriber, type SandboxSubscriber } from './subscriber.ts';
import type { ScenarioRun } from './telling.ts';

/** The partners of the demo: two carriers, the harbours where they discharge, and who is sent what all of them say. */
export interface Sandbox extends AsyncDisposable {
  readonly carriers: readonly SandboxCarrier[];
  readonly harbour: SandboxHarbour;
  readonly subscriber: SandboxSubscriber;
  /** Folder with their partner files. */
  readonly partnersDir: string;
  /** Variables that those files refer to. */
  readonly env: Readonly<Record<string, string>>;
  /** Lets those who have something to say begin to push. */
  tell(telling: ScenarioRun): void;
}

/** Starts all of them listening, over one fleet. Landfall can load their files with `env` then; after that the story can begin. */
export async function openSandbox(options: Omit<SandboxOptions, 'fleet'> = {}): Promise<Sandbox> {
  const parts = { ...options, fleet: createFleet(options.seed ?? 'demo') };
  const [subscriber, harbour, ...carriers] = await Promise.all([
    openSandboxSubscriber(options),
    openSandboxHarbour(parts),
    ...[northernStar, coralLine].map((profile) => openSandboxCarrier(profile, parts)),
  ]);
  const tellers = [harbour, ...carriers];
  const parties = [subscriber, ...tellers];
  return {
    carriers,
    harbour,
    subscriber,
    partnersDir: join(packageRoot, 'partners', 'sandbox'),
    env: {
      ...Object.fromEntries(parties.map(({ profile, url }) => [profile.urlVariable, url])),
      ...Object.fromEntries(tellers.map(({ profile }) => [profile.urlVariable.replace(/_URL$/, '_KEY'), profile.ownKey])),
      [subscriber.profile.secretVariable]: subscriber.secret,
    },
    tell: (telling) => {
      for (const teller of tellers) teller.tell(telling);
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(parties.map((party) => party[Symbol.asyncDispose]()));
    },
  };
}
