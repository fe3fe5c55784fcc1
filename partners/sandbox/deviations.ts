/** How a carrier deviates from the standards, or is hard to request from. Each switch works alone, on all of its endpoints. */
export interface Deviations {
  /** Filters that it answers with 400. */
  readonly refusedFilters: readonly string[];
  /** Filters that it ignores without feedback. */
  readonly ignoredFilters: readonly string[];
  /** Most references that it really takes in one request; its profile may promise more. */
  readonly maxReferences: number;
  /** Takes `a,b` for one reference with a comma in it: several have to be given as `p=a&p=b`. */
  readonly onlyRepeatedLists: boolean;
  /** Forgets a cursor after this time. */
  readonly cursorTtlMs: number;
  /** Answers 400 to a cursor that is sent with other parameters. */
  readonly loneCursors: boolean;
  /** Puts an empty page between any two. */
  readonly emptyPages: boolean;
  /** Takes the major version in `API-Version` and nothing longer. */
  readonly onlyMajorVersion: boolean;
  /** Answers without `API-Version`. */
  readonly noApiVersion: boolean;
  /** Writes null where attributes are absent. */
  readonly nulls: boolean;
  /** Adds attributes that no standard knows. */
  readonly unknownAttributes: boolean;
  /** Writes strings of digits as numbers. */
  readonly numbersForTexts: boolean;
  /** Writes errors in HTML. */
  readonly htmlErrors: boolean;
  /** Answers 429 to requests beyond this number within a second. */
  readonly requestsPerSecond: number;
  /** The `Retry-After` of a 429; undefined: none. */
  readonly retryAfterSeconds: number | undefined;
  /** Answers every n-th request with 503; 0: none. */
  readonly failsEvery: number;
  /** Lets every request wait this long. */
  readonly slowMs: number;
  /** Redirects every request to the same path below this base URL. */
  readonly redirectsTo: string | undefined;
  /** Commercial Schedules as of this version: 1.0.1 knows fewer parameters and attributes, and wants cursors alone. */
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
