import { hash } from 'node:crypto';
import { readPackageVersion } from '#platform/package-root.ts';
import type { ArrivalStore } from '#platform/store/arrival-store.ts';
import type { AudienceTenant } from '../store/state-rows.ts';

/** Remembers for which tenants all arrivals have been updated, so that a start with the same tenants reads none of them. */
export interface ViewPasses {
  /**
   * Returns the pass that updates all arrivals to the tenants; undefined if the last pass did, and was finished. A
   * process calls this before it writes an arrival: if it stops before its pass is finished, the next one makes its own
   * pass, even if that has the former tenants again.
   */
  begin(): Promise<number | undefined>;
  /** Records that a pass has updated all arrivals. A pass that was begun later remains unfinished. */
  finish(pass: number): Promise<void>;
}

/** Numbers of the pass that was begun last, and of the one that was finished last. */
const [begunPosition, donePosition] = ['arrivals-views-begun', 'arrivals-views-done'] as const;

/**
 * A pass is a count of passes and a checksum of its tenants in one number, because the store keeps numbers that only
 * grow. It remains exact for two million passes.
 */
const checksums = 2 ** 32;

export function createViewPasses(
  arrivals: Pick<ArrivalStore, 'position' | 'advance'>,
  tenants: () => readonly AudienceTenant[],
): ViewPasses {
  const version = readPackageVersion();
  return {
    begin: async () => {
      const checksum = checksumOf([version, tenants()]);
      const [begun, done] = await Promise.all([arrivals.position(begunPosition), arrivals.position(donePosition)]);
      if (begun > 0 && begun % checksums === checksum) return begun === done ? undefined : begun;
      const pass = (Math.floor(begun / checksums) + 1) * checksums + checksum;
      await arrivals.advance(begunPosition, pass);
      return pass;
    },
    finish: (pass) => arrivals.advance(donePosition, pass),
  };
}

/** The ids of views contain the rights of the tenants. Another version of the program may derive other entries. */
function checksumOf(parts: readonly [version: string, tenants: readonly AudienceTenant[]]): number {
  return Number.parseInt(hash('sha256', JSON.stringify(parts), 'hex').slice(0, 8), 16);
}
