import type { Caller } from '#platform/access/entitlement.ts';
import type { ExecuteQuery } from '#platform/graphql/execute-query.ts';
import { arrivalIdOf } from '../arrival-id.ts';
import { callKeyOfVersion, type NoticeVersionAnswer } from '../statements/notice.ts';
import type { PortCallEventMatchSetAnswer } from '../statements/port.ts';
import type { CallMatchSetAnswer } from '../statements/schedule.ts';
import { sidesQuery } from './evaluator-queries.ts';

/** A view with whose rights the sides are queried. */
export interface SideQueryView {
  readonly id: string;
  readonly caller: Caller;
}

/** A notice whose sides are queried. */
export interface SideQueryNotice {
  readonly partner: string;
  readonly transportDocumentReference: string;
}

/** What the sides answered about one arrival in one view; a side that did not answer is absent. */
export interface SideAnswers {
  /** {@link callKeyOf} the version that was current at the time of the query. */
  readonly callKey: string;
  readonly schedule?: CallMatchSetAnswer | undefined;
  readonly port?: PortCallEventMatchSetAnswer | undefined;
}

/** Maximum number of notices in one query, and the time for which it waits for partners. */
const [maxNotices, maxWaitMs] = [50, 5_000];
/** Maximum number of rows on one page of the answer. A document may have several notices. */
const maxRows = 200;

/**
 * Queries schedules and ports about arrivals, as visible in one view. If a query fails, its arrivals have no answers.
 *
 * @returns the answers by the ids of the arrivals
 */
export async function querySides(
  executeQuery: ExecuteQuery,
  {
    view,
    notices,
    maxAgeSeconds,
    signal,
  }: {
    readonly view: SideQueryView;
    readonly notices: readonly SideQueryNotice[];
    readonly maxAgeSeconds: number;
    readonly signal?: AbortSignal;
  },
): Promise<ReadonlyMap<string, SideAnswers>> {
  const answers = new Map<string, SideAnswers>();
  for (let from = 0; from < notices.length; from += maxNotices) {
    const batch = notices.slice(from, from + maxNotices);
    const references = [...new Set(batch.map(({ transportDocumentReference }) => transportDocumentReference))];
    const partners = [...new Set(batch.map(({ partner }) => partner))];
    let after: string | undefined;
    do {
      const { portCalls } = view.caller.entitlement;
      const variables = { references, partners, after, first: maxRows, maxAgeSeconds, maxWaitMs, portCalls };
      const { data } = await executeQuery({ document: sidesQuery, variables, caller: view.caller, signal });
      const page = (data as SidesData | null)?.arrivalNotices;
      for (const node of page?.nodes ?? []) {
        if (node?.current == null) continue;
        const { arrivalCall, portCallEvents } = node.current;
        answers.set(arrivalIdOf({ ...node, partner: node.partner.id }), {
          callKey: callKeyOfVersion(node.current),
          schedule: arrivalCall ?? undefined,
          port: portCallEvents ?? undefined,
        });
      }
      after = page?.pageInfo.hasNextPage === true ? (page.pageInfo.endCursor ?? undefined) : undefined;
    } while (after !== undefined);
  }
  return answers;
}

interface SidesData {
  readonly arrivalNotices: {
    readonly nodes: readonly ({
      readonly partner: { readonly id: string };
      readonly transportDocumentReference: string;
      readonly typeLabel?: string | null;
      readonly current:
        | (Pick<NoticeVersionAnswer, 'transport'> & {
            readonly arrivalCall?: CallMatchSetAnswer | null;
            readonly portCallEvents?: PortCallEventMatchSetAnswer | null;
          })
        | null;
    } | null)[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
  } | null;
}
