import type { EndpointParameters, QueryParameter } from '@landfall/dcsa/parameters.ts';
import type { ExpectedList } from '../../receiver/pushed-list.ts';

/**
 * One of our GET endpoints. Its parameters are filters and content controls; every endpoint also has `limit` and `cursor`.
 * `schema/capabilities.yaml` describes it in words.
 */
export interface EndpointProfile extends EndpointParameters {
  readonly standard: 'Arrival Notice' | 'Commercial Schedules' | 'Port Call';
  /** Newest full version. It is the version of responses unless the partner's file has another one. */
  readonly version: string;
  /** Path below `/dcsa`. */
  readonly path: string;
  /** Parameters of the standard that are answered with 400. */
  readonly refused: readonly string[];
  /** At least one of these is required. If empty, a request without filters returns everything. */
  readonly needsOneOf: readonly string[];
  readonly unknownParameters: 'REFUSED' | 'IGNORED_WITH_WARN' | 'IGNORED';
  /** Writes the error body of the standard. @default feedback elements */
  readonly refusalBody?: (refusal: Refusal, request: RefusedRequest) => object;
}

/** An issue of a parameter. */
export interface ParameterIssue {
  readonly property: string;
  /** The value as received, if it is invalid. */
  readonly value?: string;
  /** Continues the name of the parameter and a colon; without a full stop. */
  readonly message: string;
}

/** The reason for an error response. */
export interface Refusal {
  readonly status: number;
  /** The complete reason, unless parameters have issues. */
  readonly message: string;
  readonly issues: readonly ParameterIssue[];
}

/** The parts of a request that error bodies repeat. */
export interface RefusedRequest {
  readonly method: string;
  /** Path and query of the request. */
  readonly url: string;
  /** The id in `x-request-id`. */
  readonly id: string;
}

/** What Landfall does of one standard: for its routes, its deliveries and the capability profile. */
export interface StandardProfile {
  readonly standard: EndpointProfile['standard'];
  /** Newest full version. */
  readonly version: string;
  readonly endpoints: readonly EndpointProfile[];
  /** The lists that partners push, with their paths below `/dcsa`. */
  readonly receives: readonly (ExpectedList & { readonly path: string })[];
  /** Constants that `schema/capabilities.yaml` names. */
  readonly figures: Readonly<Record<string, unknown>>;
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

/** The parameters that every endpoint has in addition to its own. */
export const pagingParameters: readonly QueryParameter[] = [
  { name: 'limit', type: 'integer', minimum: 1 },
  { name: 'cursor', type: 'string', maxLength: requestLimits.maxUrlBytes },
];

/** What is sent to the URLs of `publish.push` in a partner's file. The path is appended unless the URL already ends with it. */
export const pushProfiles = [
  { standard: 'Arrival Notice', url: 'publish.push.arrivalNotices', path: '/arrival-notices', listName: 'arrivalNotices' },
  {
    standard: 'Arrival Notice',
    url: 'publish.push.notifications',
    path: '/arrival-notice-notifications',
    listName: 'arrivalNoticeNotifications',
  },
  { standard: 'Port Call', url: 'publish.push.portCallEvents', path: '/events', listName: 'events' },
] as const;
