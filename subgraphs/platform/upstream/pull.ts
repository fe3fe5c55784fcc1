import type { FeedbackElement } from '@landfall/dcsa/feedback.ts';
import { asLandfallError, type LandfallError } from '../errors.ts';
import { copiesOf } from '../json/json-slices.ts';
import { runExclusive, type Steps } from '../json/steps.ts';
import type { Partner } from '../partners/partner.ts';
import { type AcceptParts, acceptParsed, maxRemarks, type ParsedObject, type Receipt } from '../receiver/accept.ts';
import type { PushedObject } from '../receiver/pushed-list.ts';
import { matchesFilter } from '../store/version-filter.ts';
import type { ReceivedBy, VersionFilter } from '../store/version-store.ts';
import type { ViolationBudget } from '../wire/shape-check.ts';
import type { CallPayer } from './call-quota.ts';
import type { OnBusy } from './limiter.ts';
import { type ListPage, type ListRequest, listReaders } from './lists.ts';
import { type PageReaderParts, type PartnerPage, readPages } from './pages.ts';
import { statusOfError } from './source-status.ts';
import type { SourceStatus } from './sources.ts';

/** Maximum number of a partner's remarks that are shown. */
const maxFeedback = 100;

/** The result of a request to a partner. */
export interface Pulled {
  readonly status: SourceStatus;
  /** Whether the partner answered, including with a refusal of the request. */
  readonly hasAnswered: boolean;
  readonly apiVersion: string | undefined;
  readonly feedback: readonly FeedbackElement[];
  /** Why the answer is incomplete. The pages read before are stored. */
  readonly error?: LandfallError;
}

/** Why and for whom a partner is requested. */
export interface PullReason {
  readonly receivedBy: ReceivedBy;
  /** Tenant whose quota the requests count towards; absent when they do not count. */
  readonly payer?: CallPayer | undefined;
  /** Called when the partner must not be requested for a while. */
  readonly onBusy?: OnBusy | undefined;
}

/** Requests objects of a partner and stores them. Never rejects: errors are part of the result. */
export type Pull<Q> = (partner: Partner, query: Q, reason: PullReason) => Promise<Pulled>;

export interface PullOptions<Q> extends PageReaderParts {
  /** @throws {LandfallError} CONFIG_INVALID if the partner does not offer the standard */
  readonly requestOf: (partner: Partner, query: Q) => ListRequest;
  readonly parse: (receipt: Receipt, object: PushedObject) => ParsedObject;
  /** Translates a query into a filter of the store, to detect rows that were not requested. */
  readonly filterOf: (query: Q) => VersionFilter;
  readonly accept: AcceptParts;
}

/**
 * Creates the function that pulls. Pulled objects are stored by the same rules as pushed ones. Rows that were not
 * requested are stored too; the query of the store leaves them out.
 */
export function createPull<Q extends object>(options: PullOptions<Q>): Pull<Q> {
  const { requestOf, parse, filterOf, accept, upstream } = options;
  const ingest = async (page: ListPage, listName: string, receipt: Receipt): Promise<ParsedObject[]> => {
    const owner = receipt.partner.id;
    const parsed = await runExclusive({ owner, bytes: page.body.length }, () => parseAll(page, listName, receipt));
    await acceptParsed(accept, owner, parsed);
    return parsed;
  };
  function* parseAll({ body, slices, objects }: ListPage, listName: string, receipt: Receipt): Steps<ParsedObject[]> {
    const bytesOf = copiesOf(body, slices);
    const violationBudget: ViolationBudget = { left: maxRemarks, further: 0 };
    const parsed: ParsedObject[] = [];
    for (const [index, slice] of slices.entries()) {
      const object = { path: `$.${listName}[${index}]`, bytes: bytesOf(index, slice), value: objects[index] };
      parsed.push(parse({ ...receipt, violationBudget }, object));
      yield;
    }
    return parsed;
  }

  return async (partner, query, { receivedBy, payer, onBusy }) => {
    const progress: Progress = { pages: 0, objects: 0, feedback: [], apiVersion: undefined, isCutOff: false, hasUnrequested: false };
    let hasFilter = false;
    try {
      const { leftOut, ...request } = requestOf(partner, query);
      // A condition that was not sent can be neither ignored nor refused.
      const sent = Object.entries(query).filter(([name, value]) => value !== undefined && !leftOut.includes(name));
      const filter = filterOf(Object.fromEntries(sent) as Q);
      hasFilter = sent.length > 0;
      const paged = { partner, ...request, payer, onBusy, ...listReaders(partner, { leftOut, ...request }) };
      for await (const page of readPages(options, paged)) {
        addPage(progress, page);
        const parsed = await ingest(page.page, request.listName, { partner, receivedAt: new Date().toISOString(), receivedBy });
        const versions = parsed.flatMap((object) => (object.kind === 'version' ? [object.version] : []));
        const unrequested = versions.filter((version) => !matchesFilter(filter, version));
        if (unrequested.length > 0 && !progress.hasUnrequested) {
          progress.hasUnrequested = true;
          const isContradicted = ([name, value]: [string, unknown]) => {
            const single = filterOf({ [name]: value } as Q);
            return unrequested.some((version) => !matchesFilter(single, version));
          };
          upstream.record(partner, request.standard, { ignoredFilters: sent.filter(isContradicted).map(([name]) => name) });
        }
      }
      return { ...resultOf(progress), status: statusOf(progress) };
    } catch (failure) {
      const error = asLandfallError(failure);
      const status = statusOfError(error, hasFilter && progress.pages === 0);
      const result = resultOf(progress);
      return { ...result, hasAnswered: result.hasAnswered || status === 'REFUSED_FILTER', status, error };
    }
  };
}

/** The pages read so far. */
interface Progress {
  pages: number;
  objects: number;
  readonly feedback: FeedbackElement[];
  apiVersion: string | undefined;
  isCutOff: boolean;
  /** Whether a row contradicts the request as it was sent. */
  hasUnrequested: boolean;
}

function addPage(progress: Progress, { response, page, isCutOff }: PartnerPage<ListPage>): void {
  progress.pages += 1;
  progress.objects += page.objects.length;
  progress.apiVersion = response.apiVersion ?? progress.apiVersion;
  progress.isCutOff ||= isCutOff;
  progress.feedback.push(...page.feedback.slice(0, maxFeedback - progress.feedback.length));
}

function resultOf({ pages, apiVersion, feedback }: Progress): Omit<Pulled, 'status'> {
  return { hasAnswered: pages > 0, apiVersion, feedback };
}

function statusOf({ objects, isCutOff, hasUnrequested }: Progress): SourceStatus {
  if (isCutOff) return 'TRUNCATED';
  if (hasUnrequested) return 'IGNORED_FILTER';
  return objects === 0 ? 'EMPTY' : 'OK';
}
