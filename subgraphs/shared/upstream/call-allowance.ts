import type { Clock } from '../clock.ts';
import { LandfallError } from '../errors.ts';
import { createTenantRate } from '../tenant-rate.ts';

/** Counts the calls to partners that are made for each tenant, so that none of them uses up what partners bear. */
export interface CallAllowance {
  /**
   * Counts one call more.
   *
   * @param tenant undefined: nobody's, which is not counted
   * @throws {LandfallError} RATE_LIMITED
   */
  begin(tenant: string | undefined): void;
  /** Takes back a call that was counted and then not made. */
  takeBack(tenant: string | undefined): void;
}

/** Opens an allowance in this process. @param perMinute of each tenant; 0: no limit */
export function createCallAllowance(perMinute: number, clock: Pick<Clock, 'now'>): CallAllowance {
  const rate = createTenantRate(perMinute, clock);
  return {
    begin: (tenant) => {
      const seconds = tenant === undefined ? undefined : rate.begin(tenant);
      if (seconds === undefined) return;
      throw new LandfallError('RATE_LIMITED', `At most ${perMinute} calls to partners a minute are allowed. Try again in ${seconds} s.`);
    },
    takeBack: (tenant) => {
      if (tenant !== undefined) rate.takeBack(tenant);
    },
  };
}
