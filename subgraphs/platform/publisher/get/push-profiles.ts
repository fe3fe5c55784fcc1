import { deliveryLimits } from '../../partners/delivery-limits.ts';
import type { EndpointProfile } from './endpoint-profile.ts';

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
    sends: 'every version of every notice, as by GET without a visualization',
  },
  {
    standard: 'Arrival Notice',
    url: 'publish.push.notifications',
    path: '/arrival-notice-notifications',
    listName: 'arrivalNoticeNotifications',
    sends: "without the URL above one notification of every version, to fetch the notice by; with it partners' notifications as received",
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
  '2xx': 'accepted; an object that feedbackElements of a 200 report with ERROR becomes a dead letter',
  '408, 425, 429, 5xx, no response': 'retried',
  '401, 403, 404, 405, 410, 3xx': 'nothing more is sent to that URL until an operator resumes it',
  'other 4xx': 'a message of several objects is sent again in halves; one object alone becomes a dead letter',
} as const;

/** Describes how the standards of these endpoints are pushed. @param profiles the endpoints of this process */
export function pushCapabilitiesOf(profiles: readonly EndpointProfile[]): object {
  const { maxObjects, maxBodyBytes, firstRetryMs, maxRetryMs, giveUpMs } = deliveryLimits;
  return {
    posts: pushProfiles.flatMap((push) => {
      const profile = profiles.find(({ standard }) => standard === push.standard);
      return profile === undefined ? [] : [{ method: 'POST', ...push, version: profile.version }];
    }),
    message: { maxObjects, maxBodyBytes, alone: 'one object of more bytes goes alone' },
    order: 'versions of one notice or event one after the other, in the order in which they were received; all others side by side',
    identity: { header: 'webhook-id', rule: 'the same in every attempt of a message; ignore a message that was accepted before' },
    signature: {
      scheme: 'Standard Webhooks 1.0.0, HMAC-SHA256',
      headers: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
      secrets: 'two at most, with a signature of each; none: not signed',
    },
    answers: pushAnswers,
    retries: {
      firstMs: firstRetryMs,
      maxMs: maxRetryMs,
      giveUpMs,
      rule: 'unless agreed otherwise with a subscriber; each pause is half to whole of twice the one before, or as long as Retry-After of a 429 or 503 says; then a dead letter',
    },
  };
}
