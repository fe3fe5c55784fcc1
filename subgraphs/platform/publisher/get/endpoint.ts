import type { EndpointParameters, QueryParameter } from '@landfall/dcsa/parameters.ts';
import type { ExpectedList } from '../../receiver/pushed-list.ts';

/** One of our GET endpoints. Its parameters are filters and content controls; every endpoint also has `limit` and `cursor`. */
export interface EndpointProfile extends EndpointParameters {
  readonly standard: 'Arrival Notice' | 'Commercial Schedules' | 'Port Call';
  readonly role: 'Publisher' | 'Producer' | 'Event Publisher';
  /** Newest full version. It is the version of responses unless the partner's file has another one. */
  readonly version: string;
  /** Path below `/dcsa`. */
  readonly path: string;
  /** Parameters of the standard that are answered with 400. */
  readonly refused: readonly string[];
  /** At least one of these is required. If empty, a request without filters returns everything. */
  readonly needsOneOf: readonly string[];
  readonly unknownParameters: 'REFUSED' | 'IGNORED_WITH_WARN' | 'IGNORED';
  /** What each date or time is compared with. */
  readonly dates: readonly DateRange[];
  /** Describes the order of the rows. */
  readonly order: string;
  /** Describes the source of the rows. */
  readonly answersFrom: string;
  /** Describes what a subscriber sees of changes between two pages. */
  readonly stability: string;
  /** Writes the error body of the standard. @default feedback elements */
  readonly refusalBody?: RefusalBody;
  /** Time after which a cursor is refused. Absent: cursors do not expire. */
  readonly cursorExpiryMs?: number;
  /** Further rules for subscribers. */
  readonly remarks: readonly string[];
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

/** Writes the error body of a standard. */
export type RefusalBody = (refusal: Refusal, request: RefusedRequest) => object;

/** The parameters that bound a date or a time. */
export interface DateRange {
  readonly parameters: readonly string[];
  readonly comparedWith: string;
  readonly includesBounds: true;
  /** Describes the rows that lack the attribute. */
  readonly rowsWithout: 'match' | 'do not match';
}

/** Properties of the endpoints that publish a log. */
export const rowsOfLog = {
  order: 'by the time first received, earliest first; new versions do not move rows',
  answersFrom: 'stored rows; no partner is queried',
  stability:
    'each page has the current versions of its rows when it is read; a row that is received between two pages is on a later page, none is skipped or repeated',
} as const;

/** What Landfall does of one standard: for its routes, its deliveries and the capability profile. */
export interface StandardProfile {
  readonly standard: EndpointProfile['standard'];
  /** Newest full version. */
  readonly version: string;
  readonly roles: readonly string[];
  /** Which rows carry what. */
  readonly contents: Readonly<Record<string, string>>;
  /** The effect of parameters that select content, not rows. */
  readonly contentControls?: Readonly<Record<string, string>>;
  readonly lifecycle: Readonly<Record<string, string | Readonly<Record<string, number>>>>;
  readonly endpoints: readonly EndpointProfile[];
  /** The lists that partners push. */
  readonly receives: readonly ReceivedList[];
}

/** A list that partners push. */
export interface ReceivedList extends ExpectedList {
  /** Path below `/dcsa`. */
  readonly path: string;
  readonly model: 'COMPLETE_PUSH' | 'NOTIFICATION';
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

/** Describes what is sent to one URL of `publish.push`. */
export interface PushProfile {
  readonly standard: EndpointProfile['standard'];
  /** Name of the URL in a partner's file. */
  readonly url: `publish.push.${'arrivalNotices' | 'notifications' | 'portCallEvents'}`;
  /** Path that is appended to the URL unless the URL already ends with it. */
  readonly path: string;
  /** Name of the list in the body. */
  readonly listName: string;
  readonly model: ReceivedList['model'];
  readonly sends: string;
}

/** The profiles of all pushes. */
export const pushProfiles: readonly PushProfile[] = [
  {
    standard: 'Arrival Notice',
    url: 'publish.push.arrivalNotices',
    path: '/arrival-notices',
    listName: 'arrivalNotices',
    model: 'COMPLETE_PUSH',
    sends: 'every version of every notice, in the form of a GET without visualization',
  },
  {
    standard: 'Arrival Notice',
    url: 'publish.push.notifications',
    path: '/arrival-notice-notifications',
    listName: 'arrivalNoticeNotifications',
    model: 'NOTIFICATION',
    sends:
      "without the URL above, one notification per version, for the subscriber to fetch the notice; with it, partners' notifications as received",
  },
  {
    standard: 'Port Call',
    url: 'publish.push.portCallEvents',
    path: '/events',
    listName: 'events',
    model: 'COMPLETE_PUSH',
    sends: 'each version of each event',
  },
];

/** The effect of each response, as documented. */
export const pushAnswers = {
  '2xx': 'accepted; an object for which feedbackElements of a 200 contain an ERROR becomes a dead letter',
  '408, 425, 429, 5xx, 403 about a quota, no response': 'retried',
  '401, 403, 404, 405, 410, 3xx': 'the delivery is paused until an operator resumes it',
  'other 4xx': 'a message with several objects is split in halves and sent again; a single object becomes a dead letter',
} as const;
