import { join } from 'node:path';
import { openSandbox, type Sandbox } from '@landfall/sandbox/sandbox.ts';
import { openingLength } from '@landfall/sandbox/scenario.ts';
import { packageRoot } from '#platform/package-root.ts';
import type { Partner } from '#platform/partners/partner.ts';
import { readPartners } from '#platform/partners/registry.ts';
import { deferred } from '../../support/deferred.ts';
import { openFakePartner } from '../../support/fake-partner.ts';

/** The parties of the demo after their openings, when nothing changes any more. */
export interface SettledSandbox extends AsyncDisposable {
  readonly sandbox: Sandbox;
  /**
   * Returns the partner as described by its file, but without a rate limit. @throws {Error} if there is no such file
   */
  partner(id: string): Partner;
}

/** Far longer than a test. */
const stillMs = 3_600_000;
/** Number of pushes in the opening, by party. The harbours publish the calls of each of six ports in one push. */
const openings: Readonly<Record<string, number>> = { 'northern-star': openingLength, 'coral-line': openingLength, quayside: 6 };

/** Runs the openings of all parties of the demo against a receiver that accepts everything. */
export async function openSettledSandbox(): Promise<SettledSandbox> {
  const settled = deferred<void>();
  const left = new Map(Object.entries(openings));
  const landfall = await openFakePartner({ otherwise: { body: {} } });
  const sandbox = await openSandbox({
    onEvent: ({ party, status, kind }) => {
      if (status !== 200 || kind === 'ANSWERED') return;
      left.set(party, (left.get(party) ?? 0) - 1);
      if ([...left.values()].every((count) => count <= 0)) settled.resolve();
    },
  });
  sandbox.run({ landfallUrl: landfall.url, paceMs: stillMs });
  await settled.promise;
  const { partners } = await readPartners({ dir: join(packageRoot, 'partners/sandbox'), env: sandbox.env });
  return {
    sandbox,
    partner: (id) => {
      const found = partners.find((partner) => partner.id === id);
      if (found === undefined) throw new Error(`no partner ${id}`);
      return { ...found, limits: { ...found.limits, requestsPerSecond: 1_000 } };
    },
    [Symbol.asyncDispose]: async () => {
      await sandbox[Symbol.asyncDispose]();
      await landfall[Symbol.asyncDispose]();
    },
  };
}
