import { asLandfallError, type LandfallError } from '../errors.ts';
import { copiesOf } from '../json/json-list.ts';
import { runExclusive } from '../json/large-bodies.ts';
import type { Steps } from '../json/steps.ts';
import type { Partner } from '../partners/partner.ts';
import type { Standard } from '../partners/standard.ts';
import { type AcceptParts, type Arrival, acceptParsed, type ParsedObject } from '../receiver/accept.ts';
import { maxRemarks } from '../receiver/accept-report.ts';
import type { PushedObject } from '../receiver/pushed-list.ts';
import { matchesFilter } from '../store/version-filter.ts';
import type { ReceivedBy, VersionFilter } from '../store/version-store.ts';
import type { FeedbackElement } from '../wire/dcsa.ts';
import type { ViolationBudget } from '../wire/shape-check.ts';
import type { OnBusy } from './attempt.ts';
import type { CallPayer } from './call-quota.ts';
import type { ListPage, ListPages } from './lists.ts';
import { statusOfError } from './source-status.ts';
import type { SourceStatus } from './sources.ts';
import type { Upstream } from './upstream.ts';

/** Most remarks of a partner that are shown. */
const maxFeedback = 100;

/** What asking a partner came to. */
export interface Pulled {
  readonly status: SourceStatus;
  /** Whether it answered at all, were it with a refusal of the question. */
  readonly hasAnswered: boolean;
  readonly apiVersion: string | undefined;
  readonly feedback: readonly FeedbackElement[];
  /** Why not everything came; what came before is kept. */
  readonly error?: LandfallError;
}

/** Why a partner is asked. */
export interface PullReason {
  readonly receivedBy: ReceivedBy;
  /** To whose calls it counts; absent: nobody's. */
  readonly payer?: CallPayer | undefined;
  /** Called when the partner has to be left alone for a while. */
  readonly onBusy?: OnBusy | undefined;
}

/** Asks a partner and takes its answer in. Never rejects: what went wrong stands in the answer. */
export type Pull<Q> = (partner: Partner, query: Q, reason: PullReason) => Promise<Pulled>;

export interface PullOptions<Q> {
  readonly fetch: (partner: Partner, query: Q, options: Pick<PullReason, 'payer' | 'onBusy'>) => ListPages;
  /** Name of the list in the partner's answer. */
  readonly listName: string;
  readonly prepare: (arrival: Arrival, object: PushedObject) => ParsedObject;
  /** What a query means in the store, so that rows nobody asked for are noticed. */
  readonly filterOf: (query: Q) => VersionFilter;
  readonly accept: AcceptParts;
  readonly standard: Standard;
  readonly upstream: Pick<Upstream, 'note'>;
}

/**
 * Makes what asks partners. Pulled objects enter the same store by the same rules as pushed ones, so precedence is
 * decided in one place; rows that were not asked for are kept too, and the store's own query leaves them out.
 */
export function createPull<Q extends object>(options: PullOptions<Q>): Pull<Q> {
  const { fetch, listName, prepare, filterOf, accept, standard, upstream } = options;
  const takeIn = async (page: ListPage, arrival: Arrival): Promise<ParsedObject[]> => {
    const owner = arrival.partner.id;
    const prepared = await runExclusive({ owner, bytes: page.body.length }, () => prepareAll(page, arrival));
    await acceptParsed(accept, owner, prepared);
    return prepared;
  };
  function* prepareAll({ body, slices, objects }: ListPage, arrival: Arrival): Steps<ParsedObject[]> {
    const bytesOf = copiesOf(body, slices);
    const faultBudget: ViolationBudget = { left: maxRemarks, further: 0 };
    const prepared: ParsedObject[] = [];
    for (const [index, slice] of slices.entries()) {
      const object = { path: `$.${listName}[${index}]`, bytes: bytesOf(index, slice), value: objects[index] };
      prepared.push(prepare({ ...arrival, faultBudget }, object));
      yield;
    }
    return prepared;
  }

  return async (partner, query, { receivedBy, ...reason }) => {
    const reading: Reading = { pages: 0, objects: 0, feedback: [], apiVersion: undefined, isCutOff: false, hasStrays: false };
    let hasFilter = false;
    try {
      const pages = fetch(partner, query, reason);
      // What was not sent can be neither ignored nor refused.
      const sent = Object.entries(query).filter(([name, value]) => value !== undefined && !pages.leftOut.includes(name));
      const filter = filterOf(Object.fromEntries(sent) as Q);
      hasFilter = sent.length > 0;
      for await (const page of pages) {
        note(reading, page);
        const prepared = await takeIn(page, { partner, receivedAt: new Date().toISOString(), receivedBy });
        const versions = prepared.flatMap((object) => (object.kind === 'version' ? [object.version] : []));
        const strays = versions.filter((version) => !matchesFilter(filter, version));
        if (strays.length > 0 && !reading.hasStrays) {
          reading.hasStrays = true;
          const contradicts = ([name, value]: [string, unknown]) => {
            const alone = filterOf({ [name]: value } as Q);
            return strays.some((version) => !matchesFilter(alone, version));
          };
          upstream.note(partner, standard, { ignoredFilters: sent.filter(contradicts).map(([name]) => name) });
        }
      }
      return { ...answered(reading), status: statusOf(reading) };
    } catch (failure) {
      const error = asLandfallError(failure);
      const status = statusOfError(error, hasFilter && reading.pages === 0);
      const pulled = answered(reading);
      return { ...pulled, hasAnswered: pulled.hasAnswered || status === 'REFUSED_FILTER', status, error };
    }
  };
}

/** What has come so far. */
interface Reading {
  pages: number;
  objects: number;
  readonly feedback: FeedbackElement[];
  apiVersion: string | undefined;
  isCutOff: boolean;
  /** Whether something came that the question, as it was sent, does not ask for. */
  hasStrays: boolean;
}

function note(reading: Reading, page: ListPage): void {
  reading.pages += 1;
  reading.objects += page.objects.length;
  reading.apiVersion = page.apiVersion ?? reading.apiVersion;
  reading.isCutOff ||= page.isCutOff;
  reading.feedback.push(...page.feedback.slice(0, maxFeedback - reading.feedback.length));
}

function answered({ pages, apiVersion, feedback }: Reading): Omit<Pulled, 'status'> {
  return { hasAnswered: pages > 0, apiVersion, feedback };
}

function statusOf({ objects, isCutOff, hasStrays }: Reading): SourceStatus {
  if (isCutOff) return 'TRUNCATED';
  if (hasStrays) return 'IGNORED_FILTER';
  return objects === 0 ? 'EMPTY' : 'OK';
}
