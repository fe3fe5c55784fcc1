import type { Clock } from '../clock.ts';
import { LandfallError } from '../errors.ts';
import type { SharedCounts } from '../shared-counts.ts';
import { createSharedRate } from '../shared-rate.ts';

/** Counts the calls to partners that are made for each tenant, so that none of them uses up what partners bear. */
export interface CallAllowance {
  /**
   * Counts one call more.
   *
   * @param tenant undefined: nobody's, which is not counted
   * @throws {LandfallError} RATE_LIMITED
   */
  begin(tenant: string | undefined): Promise<void>;
  /** Takes back a call that was counted and then not made. */
  takeBack(tenant: string | undefined): void;
}

/** Opens an allowance. @param perMinute of each tenant; 0: no limit @param counts of all processes. Default: this one is alone */
export function createCallAllowance(perMinute: number, clock: Pick<Clock, 'now'>, counts?: SharedCounts): CallAllowance {
  const rate = createSharedRate(perMinute, { name: 'partner-calls', clock, counts });
  return {
    begin: async (tenant) => {
      const seconds = tenant === undefined ? undefined : await rate.begin(tenant);
      if (seconds === undefined) return;
      throw new LandfallError('RATE_LIMITED', `At most ${perMinute} calls to partners a minute are allowed. Try again in ${seconds} s.`);
    },
    takeBack: (tenant) => {
      if (tenant !== undefined) rate.takeBack(tenant);
    },
  };
}
