import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { LandfallError } from '#platform/errors.ts';
import { withoutByteOrderMark } from '#platform/json/json-body.ts';
import { maxItemValues, maxValuesOf, openJsonList } from '#platform/json/json-list.ts';
import { runExclusive } from '#platform/json/large-bodies.ts';
import type { Steps } from '#platform/json/steps.ts';
import type { Logger } from '#platform/logger.ts';
import type { Partner } from '#platform/partners/partner.ts';
import { type Clock, systemClock } from '#platform/time/clock.ts';
import type { OnBusy } from '#platform/upstream/attempt.ts';
import type { CallPayer } from '#platform/upstream/call-quota.ts';
import { readUpstreamPages } from '#platform/upstream/pages.ts';
import type { SendResponse } from '#platform/upstream/send.ts';
import type { UpstreamReading } from '#platform/upstream/upstream.ts';
import { apiVersionHeader } from '#platform/wire/dcsa.ts';

/** An element of a list, as `JSON.parse` gave it, and its bytes as they were written. */
export interface WrittenElement {
  readonly value: unknown;
  readonly byteLength: number;
}

/** One page of a Producer's answer. */
export interface SchedulePage {
  /** The root array, parsed; nothing in it is checked. */
  readonly elements: readonly WrittenElement[];
  readonly byteLength: number;
  /** `API-Version` of the answer. */
  readonly apiVersion: string | undefined;
  /** Whether the Producer says that there is more, even if it is not read because paging is off. */
  readonly hasMore: boolean;
}

/** For whom a Producer is asked. */
export interface ScheduleRequester {
  /** To whose calls it counts; undefined: nobody's, for an answer that nobody waits for. */
  readonly payer: CallPayer | undefined;
  /** Called when the Producer has to be left alone for a while. */
  readonly onBusy?: OnBusy | undefined;
}

export interface SchedulesClient {
  /**
   * Asks one Producer, page after page while somebody reads. All requests, pauses and repeats of one reading fit into the
   * partner's `deadlineMs`, which starts with the first page. Pages read before a failure are good.
   *
   * @param asked.url of the first page, as `requestUrlOf` writes it
   * @param asked.by for whom; absent: for nobody
   * @throws {LandfallError} as the caller of partners does; UPSTREAM_SHAPE also for a body that is no array, a cursor or a page that comes twice, and more than 1,000 pages.
   *   CONFIG_INVALID if the partner does not offer schedules
   */
  fetchSchedules(partner: Partner, asked: { readonly url: string; readonly by?: ScheduleRequester }): AsyncGenerator<SchedulePage>;
}

/** Makes the client of the three GETs of Commercial Schedules 1.0.x (Consumer role). */
export function createSchedulesClient(parts: { upstream: UpstreamReading; logger: Logger; clock?: Clock }): SchedulesClient {
  const { upstream, logger, clock = systemClock } = parts;

  return {
    async *fetchSchedules(partner, { url, by }) {
      const endpoint = partner.commercialSchedules;
      if (endpoint === undefined) throw new LandfallError('CONFIG_INVALID', `Partner ${partner.id} does not offer schedules.`);
      const version = apiVersionHeader(endpoint.version, endpoint.versionHeader);
      const headers: Record<string, string> = version === undefined ? {} : { 'api-version': version };
      const deadline = clock.now() + partner.limits.deadlineMs;
      const question = {
        partner,
        standard: 'COMMERCIAL_SCHEDULES' as const,
        url,
        headers,
        deadline,
        payer: by?.payer,
        onBusy: by?.onBusy,
        paging: endpoint.paging,
        pageSize: endpoint.pageSize,
        mayWantCursorAlone,
        keepsPages: true,
        read: async (answer: SendResponse) => ({ objects: await elementsOf(answer, partner) }),
        readNothing: () => ({ objects: [] }),
      };
      let previous: string | undefined;
      for await (const { answer, page, hasMore } of readUpstreamPages({ upstream, logger }, question)) {
        const elements = page.objects;
        // A Producer that does not know cursors gives its first page for each of them.
        const contentHash = hasMore || previous !== undefined ? hash('sha256', answer.body) : undefined;
        if (elements.length > 0 && contentHash !== undefined && previous === contentHash) {
          throw new LandfallError('UPSTREAM_SHAPE', `Partner ${partner.id} returned the same page twice.`);
        }
        previous = contentHash;
        yield { elements, byteLength: answer.body.length, apiVersion: answer.apiVersion, hasMore };
      }
    },
  };
}

/** Up to 1.0.1 the standard let a Producer refuse parameters beside a cursor; since then they have to come along. */
function mayWantCursorAlone(last: SendResponse): boolean {
  return /^1\.0\.[01](-|$)/.test(last.apiVersion ?? '');
}

/** Most elements that one page may bring. */
const maxElements = 100_000;

async function elementsOf(answer: SendResponse, partner: Partner): Promise<readonly WrittenElement[]> {
  const body = withoutByteOrderMark(answer.body);
  return runExclusive({ owner: partner.id, bytes: body.length }, () => readElements(body, partner));
}

function* readElements(body: Buffer, partner: Partner): Steps<readonly WrittenElement[]> {
  const refusal = (expected: string, got = '') =>
    new LandfallError('UPSTREAM_SHAPE', `Partner ${partner.id} answered 200: expected ${expected}${got}.`);
  const garbled = () => refusal('a JSON array in UTF-8', `, got ${body.length} bytes of something else`);
  const maxValues = maxValuesOf(partner.limits.maxBodyBytes);
  // A row that is nested too deep is left out later, by itself.
  const limits = { maxDepth: Number.POSITIVE_INFINITY, maxItems: maxElements, maxValues, maxItemValues };
  if (!isUtf8(body)) throw garbled();
  const list = yield* openJsonList(body, undefined, limits);
  if (list.kind === 'TOO_MANY' || list.kind === 'TOO_MANY_VALUES') {
    throw refusal(`at most ${maxElements} elements with ${maxItemValues} JSON values each, and ${maxValues} in all`);
  }
  if (list.kind !== 'ok') throw garbled();
  if (!Array.isArray(list.envelope)) throw refusal('a JSON array in UTF-8', ', got other JSON');
  const elements: WrittenElement[] = [];
  for (const slice of list.slices) {
    try {
      elements.push({ value: list.parse(slice), byteLength: slice.end - slice.start });
    } catch {
      throw garbled();
    }
    yield;
  }
  return elements;
}
