import { hash } from 'node:crypto';
import { type CallerLimits, defaultCallerLimits } from './caller-limits.ts';

/** A party as documents name it, by a code of somebody's list. */
export interface PartyCode {
  readonly codeListProvider: string;
  readonly partyCode: string;
}

/** What a caller may see. Whoever asks for data for somebody applies it: to the store's query, and again to every event. */
export interface Entitlement {
  /** Ids of the partners whose data it may see, or all. */
  readonly partners: '*' | readonly string[];
  /** Notices are visible if they name one of these parties; or all. */
  readonly parties: '*' | readonly PartyCode[];
  /** Whether charges are shown. */
  readonly charges: boolean;
  /** Whether port call events are shown. */
  readonly portCalls: boolean;
  /** Whether partners, dead letters and the like are shown. */
  readonly operator: boolean;
}

/** Who a request is answered for. */
export interface Caller {
  /** Names the entitlement: equal keys see the same, so what is made for one may be given to the other. */
  readonly key: string;
  readonly entitlement: Entitlement;
  /** Name of the tenant whose allowances are used up by it; empty where access is open. It says nothing of what is seen. */
  readonly tenant: string;
  /**
   * Calls to partners that its tenant may cause in a minute, as the access file says now; 0: no limit. It is no part of
   * the key: cursors and shared executions belong to rights.
   */
  readonly partnerCallsPerMinute: number;
}

/** Everybody, where there is no access file. */
export const openCaller: Caller = {
  key: 'open',
  tenant: '',
  partnerCallsPerMinute: defaultCallerLimits.partnerCallsPerMinute,
  entitlement: { partners: '*', parties: '*', charges: true, portCalls: true, operator: true },
};

/** Makes the caller that has an entitlement. @param tenant default: none */
export function callerOf(
  entitlement: Entitlement,
  tenant = '',
  { partnerCallsPerMinute }: Pick<CallerLimits, 'partnerCallsPerMinute'> = defaultCallerLimits,
): Caller {
  const { partners, parties, charges, portCalls, operator } = entitlement;
  const inOrder = [
    partners === '*' ? partners : [...new Set(partners)].toSorted(),
    parties === '*'
      ? parties
      : [...new Set(parties.map(({ codeListProvider, partyCode }) => `${codeListProvider}\n${partyCode}`))].toSorted(),
    charges,
    portCalls,
    operator,
  ];
  return { key: hash('sha256', JSON.stringify(inOrder), 'base64url'), entitlement, tenant, partnerCallsPerMinute };
}
