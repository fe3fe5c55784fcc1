/** What the load of a soak is told. */
export interface SoakTask {
  readonly url: string;
  readonly partnerKey: string;
  readonly tenantKeys: readonly string[];
  /** The joined query; takes `$orderBy`. */
  readonly query: string;
  /** Taken in turn; each takes `$after`. */
  readonly subscriptions: readonly string[];
  readonly sockets: number;
  readonly pushesPerSecond: number;
  readonly queriesPerSecond: number;
  readonly resumesPerSecond: number;
}

/** What it came to; since the beginning, but for the 99th percentile, which is since the last time. */
export interface SoakCounts {
  readonly kind: 'counts';
  readonly sockets: number;
  readonly resumes: number;
  readonly pushes: number;
  readonly queries: number;
  readonly messages: number;
  /** Requests that were not begun because too many were under way. */
  readonly left: number;
  readonly errors: number;
  /** Of pushes and queries together. */
  readonly p99Ms: number;
}
