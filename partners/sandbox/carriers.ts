import { join } from 'node:path';
import { packageRoot } from '../../subgraphs/shared/package-root.ts';
import { openSandboxCarrier, type SandboxCarrier, type SandboxCarrierOptions, type Telling } from './carrier.ts';
import { coralLine } from './coral-line.ts';
import { northernStar } from './northern-star.ts';

/** The carriers of the demo. */
export interface SandboxCarriers extends AsyncDisposable {
  readonly carriers: readonly SandboxCarrier[];
  /** Folder with their partner files. */
  readonly partnersDir: string;
  /** Variables that those files refer to. */
  readonly env: Readonly<Record<string, string>>;
  /** Lets all of them begin to push. */
  tell(telling: Telling): void;
}

/** Starts both carriers listening. Landfall can load their files with `env` then, and the story can begin after that. */
export async function openSandboxCarriers(options: SandboxCarrierOptions = {}): Promise<SandboxCarriers> {
  const carriers = await Promise.all([northernStar, coralLine].map((profile) => openSandboxCarrier(profile, options)));
  return {
    carriers,
    partnersDir: join(packageRoot, 'partners', 'sandbox'),
    env: Object.fromEntries(carriers.map(({ profile, url }) => [profile.urlVariable, url])),
    tell: (telling) => {
      for (const carrier of carriers) carrier.tell(telling);
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(carriers.map((carrier) => carrier[Symbol.asyncDispose]()));
    },
  };
}
