/** How much a tenant may use. */
export interface CallerLimits {
  /** GraphQL requests that it begins in a minute, at all gateways together; 0: no limit. */
  readonly requestsPerMinute: number;
  /**
   * Milliseconds in a minute, at all gateways together, for parsing and validating documents that a gateway has not seen
   * before; 0: no limit.
   */
  readonly parseMsPerMinute: number;
  /** Calls to partners that its queries cause in a minute, repeats included, at all processes together; 0: no limit. */
  readonly partnerCallsPerMinute: number;
  /** Open websockets and event streams, at one gateway. */
  readonly sockets: number;
  /** Of the most expensive operation, by `@cost` and `@listSize` of the schema. */
  readonly operationCost: number;
}

/** Hold where the access file says nothing else, and for everybody where there is none. */
export const defaultCallerLimits: CallerLimits = {
  requestsPerMinute: 60_000,
  parseMsPerMinute: 2_000,
  partnerCallsPerMinute: 6_000,
  sockets: 10_000,
  operationCost: 100_000,
};
