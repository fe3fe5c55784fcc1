/** How a query parameter is read. What stands here is what requests are checked by, and what subscribers are told. */
export interface ParameterProfile {
  readonly name: string;
  /** Lists come as `p=a,b`, `p=a%2Cb` or `p=a&p=b`; everything else may be given once. */
  readonly type: 'string' | 'array' | 'date' | 'date-time' | 'boolean' | 'integer';
  readonly required?: true;
  /** Of a text: most code points. */
  readonly maxLength?: number;
  /** Of a text: a regular expression. */
  readonly pattern?: string;
  /** Of a text: the values that are known. */
  readonly oneOf?: readonly string[];
  /** Which of them any other value counts as; without it another value is refused. */
  readonly otherwise?: string;
  /** Of a list: most values. */
  readonly maxValues?: number;
  /** Of a whole number. */
  readonly minimum?: number;
  /** What a text has to be, for a person. */
  readonly expected?: string;
}

/** What one GET endpoint of ours does. */
export interface EndpointProfile {
  readonly standard: 'Arrival Notice' | 'Commercial Schedules' | 'Port Call';
  readonly role: 'Publisher' | 'Producer' | 'Event Publisher';
  /** Newest full version, in answers unless the partner's file names another one. */
  readonly version: string;
  /** Below `/dcsa`. */
  readonly path: string;
  /** Filters and content controls; `limit` and `cursor` come with every endpoint. */
  readonly parameters: readonly ParameterProfile[];
  /** Parameters of the standard that are answered with 400. */
  readonly refused: readonly string[];
  /** Of these one at least has to be given; none: a question without filter is for everything. */
  readonly needsOneOf: readonly string[];
  /** Ends of ranges: the first may not be greater than the second. */
  readonly ranges: readonly (readonly [from: string, to: string])[];
  readonly unknownParameters: 'REFUSED' | 'IGNORED_WITH_WARN' | 'IGNORED';
  /** In which order the rows come. */
  readonly order: string;
  /** Where the rows come from. */
  readonly answersFrom: string;
  /** What a subscriber could not guess. */
  readonly remarks: readonly string[];
}

/** Rows of a page: without `limit`, and at most. */
export const pageSize = { default: 100, max: 100 } as const;

/** Bounds of one request. */
export const requestLimits = {
  /** Path and query; the longest cursors, those behind rows with the longest labels, have to fit. */
  maxUrlBytes: 12_288,
  /** Until the first byte of the answer. */
  timeLimitMs: 30_000,
  /** For partners that are asked; the answer goes without those who take longer. */
  sourcesLimitMs: 25_000,
  /** A client that takes nothing for so long is cut off. */
  stallMs: 30_000,
} as const;

/** Header that says whose each row is, and the one that says who has not contributed. Structured fields, RFC 9651. */
export const sourceHeaders = { rows: 'Landfall-Row-Sources', missing: 'Landfall-Missing-Sources' } as const;

/** Every endpoint has these beside its own parameters. */
export const pagingParameters: readonly ParameterProfile[] = [
  { name: 'limit', type: 'integer', minimum: 1 },
  { name: 'cursor', type: 'string', maxLength: requestLimits.maxUrlBytes },
];
