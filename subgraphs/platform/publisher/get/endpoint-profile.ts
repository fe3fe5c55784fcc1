/** A query parameter, for the check of requests and for the capabilities. */
export interface ParameterProfile {
  readonly name: string;
  /** Lists come as `p=a,b`, `p=a%2Cb` or `p=a&p=b`; everything else may be given once. */
  readonly type: 'string' | 'array' | 'date' | 'date-time' | 'boolean' | 'integer';
  readonly required?: true;
  /** Code points of a string. */
  readonly maxLength?: number;
  /** Regular expression of a string. */
  readonly pattern?: string;
  /** Known values of a string. */
  readonly oneOf?: readonly string[];
  /** The known value for all others; without it they are refused. */
  readonly otherwise?: string;
  /** Values of a list. */
  readonly maxValues?: number;
  /** Of an integer. */
  readonly minimum?: number;
  /** The expected form of a string, for people. */
  readonly expected?: string;
}

/** One of our GET endpoints. */
export interface EndpointProfile {
  readonly standard: 'Arrival Notice' | 'Commercial Schedules' | 'Port Call';
  readonly role: 'Publisher' | 'Producer' | 'Event Publisher';
  /** Newest full version; of responses unless the partner's file has another one. */
  readonly version: string;
  /** Below `/dcsa`. */
  readonly path: string;
  /** Filters and content controls; every endpoint has `limit` and `cursor` as well. */
  readonly parameters: readonly ParameterProfile[];
  /** Parameters of the standard that are answered with 400. */
  readonly refused: readonly string[];
  /** At least one of these is required; empty: a request without filters returns everything. */
  readonly needsOneOf: readonly string[];
  /** Bounds of ranges: the first may not be greater than the second. */
  readonly ranges: readonly (readonly [from: string, to: string])[];
  readonly unknownParameters: 'REFUSED' | 'IGNORED_WITH_WARN' | 'IGNORED';
  /** Order of the rows. */
  readonly order: string;
  /** Source of the rows. */
  readonly answersFrom: string;
  /** Further rules for subscribers. */
  readonly remarks: readonly string[];
}

/** Rows of a page: by default, and at most. */
export const pageSize = { default: 100, max: 100 } as const;

/** Bounds of one request. */
export const requestLimits = {
  /** Path and query; the longest cursors, of rows with the longest labels, have to fit. */
  maxUrlBytes: 12_288,
  /** Until the first byte of the response. */
  timeLimitMs: 30_000,
  /** For requests to partners; slower partners are reported as missing. */
  sourcesLimitMs: 25_000,
  /** A client that reads nothing for this time is disconnected. */
  stallMs: 30_000,
} as const;

/** Headers with the partner of each row, and with the partners whose rows are missing. Structured fields, RFC 9651. */
export const sourceHeaders = { rows: 'Landfall-Row-Sources', missing: 'Landfall-Missing-Sources' } as const;

/** Every endpoint has these beside its own parameters. */
export const pagingParameters: readonly ParameterProfile[] = [
  { name: 'limit', type: 'integer', minimum: 1 },
  { name: 'cursor', type: 'string', maxLength: requestLimits.maxUrlBytes },
];
