import { join } from 'node:path';
import { openSandbox, type Sandbox } from '@landfall/sandbox/sandbox.ts';
import { packageRoot } from '#platform/package-root.ts';
import { type OpenLandfall, openLandfall } from '../../support/open-landfall.ts';

/** A Landfall and the sandbox of the demo, after its opening and without further steps. */
export interface OpenDemo extends AsyncDisposable {
  readonly landfall: OpenLandfall;
  readonly sandbox: Sandbox;
}

/** Number of notices that both carriers have pushed at the end of their openings. */
const openingNotices = 16;
/** Far longer than a test. */
const stillMs = 3_600_000;

/** Opens both, and waits until the opening has been pushed. @param environment settings of the Landfall */
export async function openDemo(environment: Record<string, string> = {}): Promise<OpenDemo> {
  let done = (): void => undefined;
  const settled = new Promise<void>((resolve) => {
    done = resolve;
  });
  const pushed = new Map<string, number>();
  const sandbox = await openSandbox({
    onEvent: ({ party, status, kind }) => {
      if (status !== 200 || kind === 'ANSWERED' || kind === 'RECEIVED') return;
      pushed.set(party, (pushed.get(party) ?? 0) + 1);
      if ([...pushed.values()].filter((count) => count >= openingNotices).length >= 2 && pushed.has('quayside')) done();
    },
  });
  const landfall = await openLandfall(
    { PARTNERS_DIR: join(packageRoot, 'partners/sandbox'), ...sandbox.env, ...environment },
    { evaluatesArrivals: true },
  );
  sandbox.run({ landfallUrl: landfall.url, paceMs: stillMs });
  await settled;
  return {
    landfall,
    sandbox,
    [Symbol.asyncDispose]: async () => {
      await sandbox[Symbol.asyncDispose]();
      await landfall[Symbol.asyncDispose]();
    },
  };
}
