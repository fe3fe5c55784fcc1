/** How a carrier deviates from the standards, or is difficult to query. Each switch works independently, on all endpoints. */
export interface Deviations {
  /** Filters that it answers with 400. */
  readonly refusedFilters: readonly string[];
  /** Filters that it ignores without feedback. */
  readonly ignoredFilters: readonly string[];
  /** Maximum number of references that it actually accepts in one request; its profile may claim more. */
  readonly maxReferences: number;
  /** Reads `a,b` as one reference that contains a comma, so that several must be sent as `p=a&p=b`. */
  readonly onlyRepeatedLists: boolean;
  /** Forgets a cursor after this time. */
  readonly cursorTtlMs: number;
  /** Answers 400 to a cursor that is sent with other parameters. */
  readonly loneCursors: boolean;
  /** Inserts an empty page between any two pages. */
  readonly emptyPages: boolean;
  /** Accepts only the major version in `API-Version`. */
  readonly onlyMajorVersion: boolean;
  /** Answers without `API-Version`. */
  readonly noApiVersion: boolean;
  /** Writes null where attributes are absent. */
  readonly nulls: boolean;
  /** Adds attributes that are in no standard. */
  readonly unknownAttributes: boolean;
  /** Writes strings of digits as numbers. */
  readonly numbersForTexts: boolean;
  /** Writes errors in HTML. */
  readonly htmlErrors: boolean;
  /** Answers 429 to requests beyond this number within a second. */
  readonly requestsPerSecond: number;
  /** The `Retry-After` of a 429; undefined for none. */
  readonly retryAfterSeconds: number | undefined;
  /** Answers every n-th request with 503; 0 for none. */
  readonly failsEvery: number;
  /** Delays every response. */
  readonly slowMs: number;
  /** Redirects every request to the same path below this base URL. */
  readonly redirectsTo: string | undefined;
  /**
   * Serves this version of Commercial Schedules: 1.0.1 has fewer parameters and attributes, and requires cursors
   * without other parameters.
   */
  readonly schedulesVersion: '1.0.3' | '1.0.1';
  /** Adds feedback that does not concern the request. */
  readonly extraFeedback: boolean;
}

/** A carrier that conforms to the standards and is always available. */
export const noDeviations: Deviations = {
  refusedFilters: [],
  ignoredFilters: [],
  maxReferences: Number.POSITIVE_INFINITY,
  onlyRepeatedLists: false,
  cursorTtlMs: Number.POSITIVE_INFINITY,
  loneCursors: false,
  emptyPages: false,
  onlyMajorVersion: false,
  noApiVersion: false,
  nulls: false,
  unknownAttributes: false,
  numbersForTexts: false,
  htmlErrors: false,
  requestsPerSecond: Number.POSITIVE_INFINITY,
  retryAfterSeconds: undefined,
  failsEvery: 0,
  slowMs: 0,
  redirectsTo: undefined,
  schedulesVersion: '1.0.3',
  extraFeedback: false,
};
