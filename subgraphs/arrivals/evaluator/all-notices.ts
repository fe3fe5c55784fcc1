import type { EvaluationRequest } from './evaluate-arrivals.ts';
import { evaluatorCaller } from './evaluated-views.ts';
import { allNoticesQuery } from './evaluator-queries.ts';
import { arrivalIdsOf, type ReadNoticeVersion, requestsOfNotices } from './follow-notices.ts';
import { pageSize, type RoundParts } from './round-step.ts';
import { readArrivals } from './update-arrivals.ts';

/** Evaluates all notices whose current version has not been evaluated. */
export type EvaluateAllNotices = (signal: AbortSignal) => Promise<void>;

/**
 * Creates the evaluation of all notices, for the first start, and for versions that were removed from the log before
 * they were followed.
 *
 * @param isAllowed called between pages, returns whether to continue
 */
export function createEvaluateAllNotices(parts: RoundParts, isAllowed: () => Promise<boolean>): EvaluateAllNotices {
  const { store, evaluate, rows, views, plan, clock } = parts;
  return async (signal) => {
    let after: string | undefined;
    do {
      const page = await readPage(parts, { after, signal });
      const versions = page.nodes.flatMap((node) => node?.current ?? []);
      const ids = arrivalIdsOf(versions);
      const read = readArrivals(ids, await store.arrivals.find(ids), rows);
      const requests = requestsOfNotices(
        versions.map((content) => ({ sequence: 0, content })),
        { read, views: views(), plan, nowMs: clock.now() },
      );
      const isBehind = ({ arrivalId, notices = [] }: EvaluationRequest) =>
        notices.some(({ evidence }) => evidence.versionId !== read.get(arrivalId)?.state?.notice.versionId);
      const isLost = ({ arrivalId }: EvaluationRequest) => read.get(arrivalId)?.state === undefined;
      await evaluate(
        requests.filter(isBehind).map((request) => ({ ...request, startsAgain: isLost(request) })),
        { read, signal },
      );
      after = page.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? undefined) : undefined;
    } while (after !== undefined && (await isAllowed()));
  };
}

interface NoticesData {
  readonly nodes: readonly ({ readonly current: ReadNoticeVersion | null } | null)[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
}

/** @throws {Error} if the subgraph of the notices did not answer */
async function readPage(
  { executeQuery }: RoundParts,
  { after, signal }: { readonly after: string | undefined; readonly signal: AbortSignal },
): Promise<NoticesData> {
  const variables = { after, first: pageSize };
  const { data, errors } = await executeQuery({ document: allNoticesQuery, variables, caller: evaluatorCaller, signal });
  const page = data?.['arrivalNotices'] as NoticesData | null | undefined;
  if (page === null || page === undefined) throw new Error(`arrivalNotices was not answered: ${errors[0]?.message}`);
  return page;
}
