import { hash } from 'node:crypto';
import * as z from 'zod';
import { createBoundedCache, heapBytesOf, perObject } from '../cache/bounded-cache.ts';
import { memoryBounds } from '../cache/memory-bounds.ts';
import { LandfallError } from '../errors.ts';

const partyCodeSchema = z.strictObject({ codeListProvider: z.string(), partyCode: z.string() }).readonly();

/** A party in a document, by its code in a code list. */
export type PartyCode = z.output<typeof partyCodeSchema>;

const entitlementSchema = z
  .strictObject({
    /** Ids of the partners whose data is visible, or `*` for all. */
    partners: z.union([z.literal('*'), z.array(z.string()).readonly()]),
    /** A notice is visible if it names one of these parties, or always with `*`. */
    parties: z.union([z.literal('*'), z.array(partyCodeSchema).readonly()]),
    /** Whether charges are shown. */
    charges: z.boolean(),
    /** Whether port call events are shown. */
    portCalls: z.boolean(),
    /** Whether data for operators is shown: partners, dead letters, deliveries. */
    operator: z.boolean(),
  })
  .readonly();

/** The rights of a caller. They are part of every query of the store, and are checked again for every event. */
export type Entitlement = z.output<typeof entitlementSchema>;

/** Limits of a tenant. */
export interface CallerLimits {
  /** GraphQL requests per minute at all gateways together; 0: no limit. */
  readonly requestsPerMinute: number;
  /**
   * Milliseconds per minute, at all gateways together, for parsing and validating documents that are new to a gateway;
   * 0: no limit.
   */
  readonly parseMsPerMinute: number;
  /**
   * Requests to partners per minute that the tenant's queries cause, retries included, in all processes together; 0: no
   * limit.
   */
  readonly partnerCallsPerMinute: number;
  /** Maximum number of open websockets and event streams at one gateway. */
  readonly sockets: number;
  /** Maximum cost of an operation, by `@cost` and `@listSize` of the schema. */
  readonly operationCost: number;
}

/**
 * Limits of gateways, which apply the limits of their callers themselves, and of all callers of a subgraph while access
 * is open.
 */
export const unlimitedCaller: Omit<CallerLimits, 'partnerCallsPerMinute'> = {
  requestsPerMinute: 0,
  parseMsPerMinute: 0,
  sockets: Number.POSITIVE_INFINITY,
  operationCost: Number.POSITIVE_INFINITY,
};

/** Limits that apply unless the access file overrides them, and while access is open. */
export const defaultCallerLimits: CallerLimits = {
  requestsPerMinute: 60_000,
  parseMsPerMinute: 2_000,
  partnerCallsPerMinute: 6_000,
  sockets: 10_000,
  operationCost: 100_000,
};

/** The caller of a request. */
export interface Caller {
  /** Identifies the entitlement: callers with equal keys see the same data, so they may share caches. */
  readonly key: string;
  readonly entitlement: Entitlement;
  /** Name of the tenant whose quotas are used; empty where access is open. It does not affect visibility. */
  readonly tenant: string;
  /**
   * Requests to partners per minute that the tenant may cause, by the current access file; 0: no limit. Not part of the
   * key: cursors depend on rights only.
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

/**
 * Requires the right to read data for operators.
 *
 * @param what names the requested data in the message
 * @throws {LandfallError} FORBIDDEN
 */
export function requireOperator({ entitlement }: Caller, what: string): void {
  if (!entitlement.operator) throw new LandfallError('FORBIDDEN', `${what} requires the operator right: a tenant with operator: true.`);
}

/** One entry per tenant. */
const callers = createBoundedCache<string, Caller>(memoryBounds.entitlements.bytes);

/** Formats an entitlement as JSON that fits into a header: ASCII, on one line. */
export const entitlementString = perObject(({ partners, parties, charges, portCalls, operator }: Entitlement) =>
  JSON.stringify({ partners, parties, charges, portCalls, operator }).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  ),
);

/** Parses the result of {@link entitlementString}. @returns undefined for any other string */
export function callerOfString(text: string): Caller | undefined {
  const known = callers.get(text);
  if (known !== undefined) return known;
  const parsed = entitlementSchema.safeParse(readJson(text));
  if (!parsed.success) return undefined;
  const caller = callerOf(parsed.data);
  callers.set(text, caller, heapBytesOf(caller));
  return caller;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
