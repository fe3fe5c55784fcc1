import { feedback } from '@landfall/dcsa/feedback.ts';
import { bytesOf } from '../json/json-slices.ts';
import { runExclusive, type Steps } from '../json/steps.ts';
import { correctionsOf, type Partner } from '../partners/partner.ts';
import { type AcceptParts, acceptParsed, maxRemarks, type ParsedObject, type Receipt } from '../receiver/accept.ts';
import type { PushedObject } from '../receiver/pushed-list.ts';
import { matchesFilter, type ReceivedBy, type VersionFilter } from '../store/version-store.ts';
import type { ViolationBudget } from '../wire/shape-check.ts';
import { adviceOn, unreadOf } from './attribute-remarks.ts';
import type { OnBusy } from './limiter.ts';
import type { ListRequest, PageReaderParts } from './pages.ts';
import { readAnswer } from './read-answer.ts';
import type { ListPage } from './read-list.ts';
import type { CallPayer } from './retrying-client.ts';

/** Why and for whom a partner is requested. */
export interface PullReason {
  readonly receivedBy: ReceivedBy;
  /** Tenant whose quota the requests count towards; absent when they do not count. */
  readonly payer?: CallPayer | undefined;
  /** Called when the partner must not be requested for a while. */
  readonly onBusy?: OnBusy | undefined;
}

/**
 * Requests objects of a partner and stores them. Errors of the partner and of the store are part of the result.
 *
 * @throws {LandfallError} CONFIG_INVALID if the partner does not offer the standard
 */
export type Pull<Q> = (partner: Partner, query: Q, reason: PullReason) => ReturnType<typeof readAnswer>;

export interface PullOptions<Q> extends PageReaderParts {
  /** Throws CONFIG_INVALID if the partner does not offer the standard. */
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
  const { requestOf, parse, filterOf, accept } = options;
  const ingest = async (page: ListPage, listName: string | undefined, receipt: Receipt) => {
    const owner = receipt.partner.id;
    const parsed = await runExclusive({ owner, bytes: page.body.length }, () => parseAll(page, listName, receipt));
    await acceptParsed(accept, owner, parsed);
    return parsed;
  };
  function* parseAll({ body, slices, objects }: ListPage, listName: string | undefined, receipt: Receipt): Steps<ParsedObject[]> {
    const violationBudget: ViolationBudget = { left: maxRemarks, unknownLeft: maxRemarks, further: 0 };
    const parsed: ParsedObject[] = [];
    for (const [index, slice] of slices.entries()) {
      const object = { path: `$.${listName}[${index}]`, bytes: bytesOf(body, slice), value: objects[index] };
      parsed.push(parse({ ...receipt, violationBudget }, object));
      yield;
    }
    return parsed;
  }

  return async (partner, query, { receivedBy, payer, onBusy }) => {
    const request = requestOf(partner, query);
    // A condition that was not sent cannot have been ignored.
    const sent = Object.entries(query).filter(([name]) => request.sent.includes(name));
    const filter = filterOf(Object.fromEntries(sent) as Q);
    const corrections = correctionsOf(partner, request.standard);
    return readAnswer(options, { partner, ...request, payer, onBusy }, async (page, found) => {
      found.rows += page.objects.length;
      const parsed = await ingest(page, request.listName, { partner, receivedAt: new Date().toISOString(), receivedBy });
      for (const object of parsed) {
        if (object.kind === 'version') found.unread.add(object.path, [...unreadOf(object.version.violations), ...unreadOf(object.remarks)]);
        else found.addRemarks([feedback('ERROR', `${object.path}: ${object.reason}${adviceOn(object.line, corrections)}`, object.path)]);
      }
      const versions = parsed.flatMap((object) => (object.kind === 'version' ? [object.version] : []));
      const unrequested = versions.filter((version) => !matchesFilter(filter, version));
      if (unrequested.length === 0) return undefined;
      const isContradicted = ([name, value]: [string, unknown]) => {
        const single = filterOf({ [name]: value } as Q);
        return unrequested.some((version) => !matchesFilter(single, version));
      };
      found.ignored ??= new Set(sent.filter(isContradicted).map(([name]) => name));
      return undefined;
    });
  };
}
