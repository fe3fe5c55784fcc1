import { deliveryLimits } from '../../partners/delivery-limits.ts';
import { sourceHeaders } from '../page-body.ts';

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

/** The parameters that every endpoint has in addition to its own. */
export const pagingParameters: readonly ParameterProfile[] = [
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
  readonly sends: string;
}

/** The profiles of all pushes. */
export const pushProfiles: readonly PushProfile[] = [
  {
    standard: 'Arrival Notice',
    url: 'publish.push.arrivalNotices',
    path: '/arrival-notices',
    listName: 'arrivalNotices',
    sends: 'every version of every notice, in the form of a GET without visualization',
  },
  {
    standard: 'Arrival Notice',
    url: 'publish.push.notifications',
    path: '/arrival-notice-notifications',
    listName: 'arrivalNoticeNotifications',
    sends:
      "without the URL above, one notification per version, for the subscriber to fetch the notice; with it, partners' notifications as received",
  },
  {
    standard: 'Port Call',
    url: 'publish.push.portCallEvents',
    path: '/events',
    listName: 'events',
    sends: 'each version of each event',
  },
];

/** The effect of each response, as documented. */
export const pushAnswers = {
  '2xx': 'accepted; an object for which feedbackElements of a 200 contain an ERROR becomes a dead letter',
  '408, 425, 429, 5xx, no response': 'retried',
  '401, 403, 404, 405, 410, 3xx': 'the delivery is paused until an operator resumes it',
  'other 4xx': 'a message with several objects is split in halves and sent again; a single object becomes a dead letter',
} as const;

/** Returns the body of `GET /dcsa/capabilities`: the endpoints of this process and the pushes of their standards. */
export function capabilitiesOf(profiles: readonly EndpointProfile[]): object {
  return {
    endpoints: profiles.map(({ path, parameters, ...profile }) => ({
      method: 'GET',
      path: `/dcsa${path}`,
      ...profile,
      parameters: [...parameters, ...pagingParameters],
      limit: pageSize,
    })),
    deliveries: pushCapabilitiesOf(profiles),
    limits: requestLimits,
    lists: 'p=a,b and p=a%2Cb and p=a&p=b mean the same; values are trimmed, empty ones and repeats dropped',
    cursors: {
      header: 'Next-Page-Cursor',
      reuse: 'any number of times',
      boundTo: ['subscriber', 'rights', 'parameters'],
      lastPage: 'has no cursor, whatever the number of its rows',
    },
    headers: {
      [sourceHeaders.rows]: 'partners that the rows come from, each with the places of its rows from 0 (RFC 9651 list)',
      [sourceHeaders.missing]: 'partners whose rows are missing or incomplete, each with its status',
    },
  };
}

/** Describes how the standards of these endpoints are pushed. */
function pushCapabilitiesOf(profiles: readonly EndpointProfile[]): object {
  const { maxObjects, maxBodyBytes, firstRetryMs, maxRetryMs, giveUpMs } = deliveryLimits;
  return {
    posts: pushProfiles.flatMap((push) => {
      const profile = profiles.find(({ standard }) => standard === push.standard);
      return profile === undefined ? [] : [{ method: 'POST', ...push, version: profile.version }];
    }),
    message: { maxObjects, maxBodyBytes, alone: 'a larger object is sent as the only object of a message' },
    order:
      'versions of one notice or event are sent one after the other, in the order in which they were received; unrelated versions are sent in parallel',
    identity: { header: 'webhook-id', rule: 'the same in every attempt of a message; ignore a message that was already accepted' },
    signature: {
      scheme: 'Standard Webhooks 1.0.0, HMAC-SHA256',
      headers: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
      secrets: 'at most two, each with a signature; without a secret, messages are not signed',
    },
    answers: pushAnswers,
    retries: {
      firstMs: firstRetryMs,
      maxMs: maxRetryMs,
      giveUpMs,
      rule: 'defaults, which the operator can change per subscriber; each pause is between half and all of twice the previous one, or Retry-After of a 429 or 503; then the message becomes a dead letter',
    },
  };
}
