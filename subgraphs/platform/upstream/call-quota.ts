import type { Caller } from '../access/entitlement.ts';
import { createSharedRate } from '../access/shared-rate.ts';
import type { SharedCounts } from '../cache/shared-counts.ts';
import { LandfallError } from '../errors.ts';
import type { Clock } from '../time/clock.ts';

/** To whose calls something counts. */
export type CallPayer = Pick<Caller, 'tenant' | 'partnerCallsPerMinute'>;

/** Counts the calls to partners that are made for each tenant, so that none of them uses up what partners bear. */
export interface CallQuota {
  /**
   * Counts one call more.
   *
   * @param payer undefined: nobody's, which is not counted
   * @throws {LandfallError} RATE_LIMITED
   */
  begin(payer: CallPayer | undefined): Promise<void>;
  /** Takes back a call that was counted and then not made. */
  takeBack(payer: CallPayer | undefined): void;
}

/** Opens an allowance. @param counts of all processes. Default: this one is alone */
export function createCallQuota(clock: Pick<Clock, 'now'>, counts?: SharedCounts): CallQuota {
  const rate = createSharedRate({ name: 'partner-calls', clock, counts });
  return {
    begin: async (payer) => {
      if (payer === undefined) return;
      const { tenant, partnerCallsPerMinute: perMinute } = payer;
      const seconds = await rate.begin({ tenant, perMinute });
      if (seconds === undefined) return;
      throw new LandfallError('RATE_LIMITED', `At most ${perMinute} calls to partners a minute are allowed. Try again in ${seconds} s.`);
    },
    takeBack: (payer) => {
      if (payer !== undefined) rate.takeBack({ tenant: payer.tenant, perMinute: payer.partnerCallsPerMinute });
    },
  };
}
