import { sliceArray } from '../../shared/json-slices.ts';
import type { FeedbackElement } from '../../shared/partners/dcsa.ts';
import type { Partner } from '../../shared/partners/partner.ts';
import { type AcceptParts, acceptPrepared } from '../../shared/push/accept.ts';
import type { ReceivedBy } from '../../shared/store/version-store.ts';
import { prepareNotice } from '../receiver/prepare.ts';
import type { ArrivalNoticesClient } from './client.ts';
import type { ArrivalNoticesQuery } from './request-urls.ts';

/** Most notices that one answer may bring. */
const maxNotices = 100_000;
/** An answer is no more to be trusted than a push. */
const maxDepth = 64;

/** What a partner's answer came to. */
export interface Pulled {
  readonly notices: number;
  readonly apiVersion: string | undefined;
  readonly feedback: readonly FeedbackElement[];
}

/** Asks a partner and takes its answer in. */
export type Pull = (partner: Partner, query: ArrivalNoticesQuery, receivedBy: ReceivedBy) => Promise<Pulled>;

/**
 * Pulled notices enter the same store by the same rules as pushed ones, so precedence is decided in one place. Pages
 * read before a failure are kept.
 *
 * The returned function throws {@link LandfallError} UPSTREAM_* as the client does, and STORE_UNAVAILABLE.
 */
export function createPull(client: ArrivalNoticesClient, parts: AcceptParts): Pull {
  return async (partner, query, receivedBy) => {
    const feedback: FeedbackElement[] = [];
    let apiVersion: string | undefined;
    let notices = 0;
    for await (const page of client.fetchArrivalNotices(partner, query)) {
      const arrival = { partner, receivedAt: new Date().toISOString(), receivedBy };
      const sliced = sliceArray(page.body, 'arrivalNotices', { maxDepth, maxItems: maxNotices });
      const slices = sliced.kind === 'ok' ? sliced.slices : [];
      const prepared = slices.map(({ start, end }, index) =>
        prepareNotice(arrival, {
          path: `$.arrivalNotices[${index}]`,
          bytes: page.body.subarray(start, end),
          value: page.arrivalNotices[index],
        }),
      );
      await acceptPrepared(parts, partner.id, prepared);
      notices += prepared.length;
      apiVersion = page.apiVersion ?? apiVersion;
      feedback.push(...page.feedback);
    }
    return { notices, apiVersion, feedback };
  };
}
