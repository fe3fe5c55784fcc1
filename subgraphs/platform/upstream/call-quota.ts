import type { Caller } from '../access/entitlement.ts';
import { createSharedRate } from '../access/shared-rate.ts';
import type { SharedCounts } from '../cache/shared-counts.ts';
import { LandfallError } from '../errors.ts';
import type { Clock } from '../time/clock.ts';

/** The tenant to whose quota a request counts. */
export type CallPayer = Pick<Caller, 'tenant' | 'partnerCallsPerMinute'>;

/** Counts the requests to partners for each tenant. */
export interface CallQuota {
  /**
   * Counts a request.
   *
   * @param payer undefined when the request does not count
   * @throws {LandfallError} RATE_LIMITED
   */
  begin(payer: CallPayer | undefined): Promise<void>;
  /** Refunds a request that was not sent. */
  refund(payer: CallPayer | undefined): void;
}

/** Creates the quota. @param counts counters shared by all processes. Default: this process counts by itself */
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
    refund: (payer) => {
      if (payer !== undefined) rate.refund({ tenant: payer.tenant, perMinute: payer.partnerCallsPerMinute });
    },
  };
}
