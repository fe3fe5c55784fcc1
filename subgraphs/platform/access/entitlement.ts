import { hash } from 'node:crypto';
import { type CallerLimits, defaultCallerLimits } from './caller-limits.ts';

/** A party in a document, by its code in a code list. */
export interface PartyCode {
  readonly codeListProvider: string;
  readonly partyCode: string;
}

/** The rights of a caller. They are part of every query of the store, and are checked again for every event. */
export interface Entitlement {
  /** Ids of the partners whose data is visible, or `*` for all. */
  readonly partners: '*' | readonly string[];
  /** A notice is visible if it names one of these parties, or always with `*`. */
  readonly parties: '*' | readonly PartyCode[];
  /** Whether charges are shown. */
  readonly charges: boolean;
  /** Whether port call events are shown. */
  readonly portCalls: boolean;
  /** Whether data for operators is shown: partners, dead letters, deliveries. */
  readonly operator: boolean;
}

/** The caller of a request. */
export interface Caller {
  /** Identifies the entitlement: callers with equal keys see the same data, so they may share caches. */
  readonly key: string;
  readonly entitlement: Entitlement;
  /** Name of the tenant whose quotas are used; empty where access is open. It does not affect visibility. */
  readonly tenant: string;
  /**
   * Requests to partners per minute that the tenant may cause, by the current access file; 0: no limit. Not part of the
   * key: cursors and shared executions depend on rights only.
   */
  readonly partnerCallsPerMinute: number;
  /**
   * The person who sends a mutation, as named by the token if people sign in; shown only within the tenant. Not part of
   * the key.
   */
  readonly subject?: string | undefined;
}

/** The caller of every request while there is no access file. */
export const openCaller: Caller = {
  key: 'open',
  tenant: '',
  partnerCallsPerMinute: defaultCallerLimits.partnerCallsPerMinute,
  entitlement: { partners: '*', parties: '*', charges: true, portCalls: true, operator: true },
};

/** Returns the caller that has an entitlement. @param tenant default: none */
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
