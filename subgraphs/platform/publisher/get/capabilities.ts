import { deliveryLimits } from '../../partners/delivery-limits.ts';
import { type EndpointProfile, pageSize, pagingParameters, requestLimits, sourceHeaders } from './endpoint-profile.ts';

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
