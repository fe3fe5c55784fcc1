/** The task for the load of a soak. */
export interface SoakTask {
  readonly url: string;
  readonly partnerKey: string;
  readonly tenantKeys: readonly string[];
  /** The joined query, which has a variable `$orderBy`. */
  readonly query: string;
  /** Used in turn; each has a variable `$after`. */
  readonly subscriptions: readonly string[];
  readonly sockets: number;
  readonly pushesPerSecond: number;
  readonly queriesPerSecond: number;
  readonly resumesPerSecond: number;
}

/** The results since the beginning, except for the 99th percentile, which covers the time since the previous report. */
export interface SoakCounts {
  readonly kind: 'counts';
  readonly sockets: number;
  readonly resumes: number;
  readonly pushes: number;
  readonly queries: number;
  readonly messages: number;
  /** Number of requests that were not started because too many were in progress. */
  readonly left: number;
  readonly errors: number;
  /** The 99th percentile of pushes and queries together. */
  readonly p99Ms: number;
}
