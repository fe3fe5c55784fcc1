/** A query parameter, as needed to check requests and to describe capabilities. */
export interface ParameterProfile {
  readonly name: string;
  /** Lists are sent as `p=a,b`, `p=a%2Cb` or `p=a&p=b`. All other types may occur once. */
  readonly type: 'string' | 'array' | 'date' | 'date-time' | 'boolean' | 'integer';
  readonly required?: true;
  /** Maximum length of a string, in code points. */
  readonly maxLength?: number;
  /** Regular expression that a string must match. */
  readonly pattern?: string;
  /** The known values of a string. */
  readonly oneOf?: readonly string[];
  /** The known value that replaces all others; without it other values are refused. */
  readonly otherwise?: string;
  /** Maximum number of values in a list. */
  readonly maxValues?: number;
  /** Minimum of an integer. */
  readonly minimum?: number;
  /** Describes the expected form of a string to people. */
  readonly expected?: string;
}

/** One of our GET endpoints. */
export interface EndpointProfile {
  readonly standard: 'Arrival Notice' | 'Commercial Schedules' | 'Port Call';
  readonly role: 'Publisher' | 'Producer' | 'Event Publisher';
  /** Newest full version. It is the version of responses unless the partner's file has another one. */
  readonly version: string;
  /** Path below `/dcsa`. */
  readonly path: string;
  /** Filters and content controls. Every endpoint also has `limit` and `cursor`. */
  readonly parameters: readonly ParameterProfile[];
  /** Parameters of the standard that are answered with 400. */
  readonly refused: readonly string[];
  /** At least one of these is required. If empty, a request without filters returns everything. */
  readonly needsOneOf: readonly string[];
  /** Pairs of parameters that bound a range: the first may not be greater than the second. */
  readonly ranges: readonly (readonly [from: string, to: string])[];
  readonly unknownParameters: 'REFUSED' | 'IGNORED_WITH_WARN' | 'IGNORED';
  /** Describes the order of the rows. */
  readonly order: string;
  /** Describes the source of the rows. */
  readonly answersFrom: string;
  /** Further rules for subscribers. */
  readonly remarks: readonly string[];
}

/** Number of rows on a page: default and maximum. */
export const pageSize = { default: 100, max: 100 } as const;

/** Limits of one request. */
export const requestLimits = {
  /** Size of path and query. The longest cursors, of rows with the longest labels, have to fit. */
  maxUrlBytes: 12_288,
  /** Time until the first byte of the response. */
  timeLimitMs: 30_000,
  /** Time for requests to partners. Slower partners are reported as missing. */
  sourcesLimitMs: 25_000,
  /** A client that reads nothing for this time is disconnected. */
  stallMs: 30_000,
} as const;

/**
 * Response headers with the partner of each row, and with the partners whose rows are missing. Structured fields, RFC
 * 9651.
 */
export const sourceHeaders = { rows: 'Landfall-Row-Sources', missing: 'Landfall-Missing-Sources' } as const;

/** The parameters that every endpoint has in addition to its own. */
export const pagingParameters: readonly ParameterProfile[] = [
  { name: 'limit', type: 'integer', minimum: 1 },
  { name: 'cursor', type: 'string', maxLength: requestLimits.maxUrlBytes },
];
