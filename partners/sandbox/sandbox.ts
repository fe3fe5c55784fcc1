import { join } from 'node:path';
import { packageRoot } from '../../subgraphs/shared/package-root.ts';
import { openSandboxCarrier, type SandboxCarrier, type SandboxOptions } from './carrier.ts';
import { coralLine } from './coral-line.ts';
import { createFleet } from './fleet/fleet.ts';
import { openSandboxHarbour, type SandboxHarbour } from './harbour/harbour.ts';
import { northernStar } from './northern-star.ts';
import type { Telling } from './telling.ts';

/** The partners of the demo: two carriers and the harbours where they discharge. */
export interface Sandbox extends AsyncDisposable {
  readonly carriers: readonly SandboxCarrier[];
  readonly harbour: SandboxHarbour;
  /** Folder with their partner files. */
  readonly partnersDir: string;
  /** Variables that those files refer to. */
  readonly env: Readonly<Record<string, string>>;
  /** Lets all of them begin to push. */
  tell(telling: Telling): void;
}

/** Starts all of them listening, over one fleet. Landfall can load their files with `env` then; after that the story can begin. */
export async function openSandbox(options: Omit<SandboxOptions, 'fleet'> = {}): Promise<Sandbox> {
  const parts = { ...options, fleet: createFleet(options.seed ?? 'demo') };
  const [harbour, ...carriers] = await Promise.all([
    openSandboxHarbour(parts),
    ...[northernStar, coralLine].map((profile) => openSandboxCarrier(profile, parts)),
  ]);
  const parties = [harbour, ...carriers];
  return {
    carriers,
    harbour,
    partnersDir: join(packageRoot, 'partners', 'sandbox'),
    env: Object.fromEntries(parties.map(({ profile, url }) => [profile.urlVariable, url])),
    tell: (telling) => {
      for (const party of parties) party.tell(telling);
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(parties.map((party) => party[Symbol.asyncDispose]()));
    },
  };
}
