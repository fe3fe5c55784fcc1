/** Limits of a tenant. */
export interface CallerLimits {
  /** GraphQL requests in a minute, at all gateways together; 0: no limit. */
  readonly requestsPerMinute: number;
  /**
   * Milliseconds in a minute, at all gateways together, for parsing and validating documents that are new to a gateway;
   * 0: no limit.
   */
  readonly parseMsPerMinute: number;
  /** Requests to partners that its queries cause in a minute, retries included, at all processes together; 0: no limit. */
  readonly partnerCallsPerMinute: number;
  /** Open websockets and event streams, at one gateway. */
  readonly sockets: number;
  /** Of the most expensive operation, by `@cost` and `@listSize` of the schema. */
  readonly operationCost: number;
}

/** For gateways, which apply the limits of their callers, and for everyone at a subgraph while access is open. */
export const unlimitedCaller: Omit<CallerLimits, 'partnerCallsPerMinute'> = {
  requestsPerMinute: 0,
  parseMsPerMinute: 0,
  sockets: Number.POSITIVE_INFINITY,
  operationCost: Number.POSITIVE_INFINITY,
};

/** Limits where the access file has no others, and while access is open. */
export const defaultCallerLimits: CallerLimits = {
  requestsPerMinute: 60_000,
  parseMsPerMinute: 2_000,
  partnerCallsPerMinute: 6_000,
  sockets: 10_000,
  operationCost: 100_000,
};
