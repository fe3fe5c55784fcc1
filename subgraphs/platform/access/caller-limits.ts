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
