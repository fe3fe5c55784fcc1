import { isUtf8 } from 'node:buffer';
import { LandfallError } from '../errors.ts';
import { answerBudget } from '../http/answer-budget.ts';
import { withoutByteOrderMark } from '../json/json-body.ts';
import { maxItemValues, maxValuesOf, openJsonList } from '../json/json-list.ts';
import type { Slice } from '../json/json-slices.ts';
import { runExclusive } from '../json/large-bodies.ts';
import type { Steps } from '../json/steps.ts';
import type { Logger } from '../logger.ts';
import type { Partner } from '../partners/partner.ts';
import type { Standard } from '../partners/standard.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import { apiVersionHeader, type FeedbackElement, feedback, readFeedback } from '../wire/dcsa.ts';
import type { OnBusy } from './attempt.ts';
import type { CallPayer } from './call-quota.ts';
import { readUpstreamPages } from './pages.ts';
import { readSequentially } from './read-ahead.ts';
import type { SendResponse } from './send.ts';
import type { UpstreamReading } from './upstream.ts';

/** One page of a partner's answer: an object with the list that was asked for, remarks beside it. */
export interface ListPage {
  /** The body byte for byte, a byte order mark excepted. UTF-8 JSON. */
  readonly body: Buffer;
  /** The list, parsed; nothing in it is checked. */
  readonly objects: readonly unknown[];
  /** Where each of them stands in the body. */
  readonly slices: readonly Slice[];
  /** `API-Version` of the answer. */
  readonly apiVersion: string | undefined;
  readonly feedback: readonly FeedbackElement[];
  /** Whether there are further pages that are not read because paging is off; `feedback` says so too. */
  readonly isCutOff: boolean;
}

/** The pages of an answer, asked for while they are read. */
export interface ListPages extends AsyncIterable<ListPage> {
  /** Names of conditions that were not sent because the partner does not process them: the pages hold more than was asked for. */
  readonly leftOut: readonly string[];
}

/** What to ask a partner for. */
export interface ListRequest {
  readonly standard: Standard;
  readonly endpoint: Pick<NonNullable<Partner['arrivalNotices']>, 'version' | 'versionHeader' | 'paging' | 'pageSize'>;
  /** The answers to all of them together are the answer. */
  readonly urls: readonly string[];
  /** Name of the list in the body's object. */
  readonly listName: string;
  /** Whether the standard lets a body without the list stand for an empty one. @default false */
  readonly mayBeAbsent?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** To whose calls they count; absent: nobody's. */
  readonly payer?: CallPayer | undefined;
  /** Called when a request has to wait before the partner may be asked. */
  readonly onBusy?: OnBusy | undefined;
}

/**
 * Asks one partner for a list. Nothing is sent before the first page is read; all requests, pauses and repeats of one
 * reading fit into the partner's `deadlineMs`, which starts then. Pages come in the order of the URLs, while as many of
 * these as the partner takes calls at a time are asked side by side.
 *
 * Reading throws {@link LandfallError} as the caller of partners does; pages read until then are good. Also UPSTREAM_SHAPE: a body that is no such object, a cursor that comes twice, more than
 * 1,000 pages.
 */
export type ListReader = (partner: Partner, question: ListRequest) => AsyncIterable<ListPage>;

const pagesNotRead = feedback('WARN', 'Further pages exist and are not read: paging is off.');

/** Makes the reader of standards that answer a GET with an object around a list. */
export function createListReader(parts: { upstream: UpstreamReading; logger: Logger; clock?: Clock }): ListReader {
  const { upstream, logger, clock = systemClock } = parts;

  return (partner, question) => {
    const { standard, endpoint, urls, signal, payer, onBusy } = question;
    const { version, versionHeader, paging, pageSize } = endpoint;
    const sentVersion = apiVersionHeader(version, versionHeader);
    const headers: Record<string, string> = sentVersion === undefined ? {} : { 'api-version': sentVersion };
    const read = (answer: SendResponse) => pageOf(answer, partner, question);
    const readNothing = ({ apiVersion }: SendResponse): ListPage => ({ ...emptyPage, apiVersion });
    const accounts = answerBudget.question(partner.id);
    let deadline: number | undefined;

    async function* readOne(url: string): AsyncGenerator<ListPage> {
      deadline ??= clock.now() + partner.limits.deadlineMs;
      const asked = { partner, standard, headers, deadline, signal, payer, onBusy, paging, pageSize, url, read, readNothing, accounts };
      for await (const { page, isCutOff } of readUpstreamPages({ upstream, logger }, asked)) {
        yield isCutOff ? { ...page, isCutOff, feedback: [...page.feedback, pagesNotRead] } : page;
      }
    }
    const [only, ...others] = urls;
    // Most questions are one request, and each layer of generators costs as much as parsing a small answer.
    return only !== undefined && others.length === 0 ? readOne(only) : readSequentially(urls, readOne, partner.limits.concurrency);
  };
}

const emptyPage = { body: Buffer.alloc(0), objects: [], slices: [], feedback: [], isCutOff: false };

/** Most objects that one page may bring. */
const maxObjects = 100_000;
/** An answer is no more to be trusted than a push. */
const maxDepth = 64;

async function pageOf(answer: SendResponse, partner: Partner, question: ListRequest): Promise<ListPage> {
  const body = withoutByteOrderMark(answer.body);
  const list = await runExclusive({ owner: partner.id, bytes: body.length }, () => readList(body, partner, question));
  return {
    body,
    objects: list.objects,
    slices: list.slices,
    apiVersion: answer.apiVersion,
    feedback: readFeedback(list.envelope['feedbackElements']).map((element) => redacted(element, answer)),
    isCutOff: false,
  };
}

function* readList(
  body: Buffer,
  partner: Partner,
  { listName, mayBeAbsent = false }: ListRequest,
): Steps<Pick<ListPage, 'objects' | 'slices'> & { readonly envelope: Readonly<Record<string, unknown>> }> {
  const refusal = (expected: string, got = '') =>
    new LandfallError('UPSTREAM_SHAPE', `Partner ${partner.id} answered 200: expected ${expected}${got}.`);
  const maxValues = maxValuesOf(partner.limits.maxBodyBytes);
  const limits = { maxDepth, maxItems: maxObjects, maxValues, maxItemValues };
  const list = isUtf8(body) ? yield* openJsonList(body, listName, limits) : ({ kind: 'NOT_JSON' } as const);
  if (list.kind === 'TOO_DEEP' || list.kind === 'TOO_MANY') {
    throw refusal(`at most ${maxObjects} ${listName} a page, nested at most ${maxDepth} levels`);
  }
  if (list.kind === 'TOO_MANY_VALUES') throw refusal(`at most ${maxItemValues} JSON values in one of the ${listName}, ${maxValues} in all`);
  const expected = `a JSON object in UTF-8 with an array ${listName}`;
  const envelope = list.kind === 'ok' ? objectOf(list.envelope) : undefined;
  const held = envelope?.[listName];
  if (list.kind !== 'ok' || envelope === undefined || !(Array.isArray(held) || (held === undefined && mayBeAbsent))) {
    throw refusal(expected, `, got ${wordFor(body, envelope)}`);
  }
  const objects: unknown[] = [];
  for (const slice of list.slices) {
    try {
      objects.push(list.parse(slice));
    } catch {
      throw refusal(expected, `, got ${wordFor(body, undefined)}`);
    }
    yield;
  }
  return { objects, slices: list.slices, envelope };
}

/** A partner may repeat our credential in what it remarks. */
function redacted({ severity, message, propertyPath }: FeedbackElement, { redact }: SendResponse): FeedbackElement {
  return feedback(severity, redact(message), propertyPath === undefined ? undefined : redact(propertyPath));
}

function objectOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

function wordFor(body: Buffer, parsed: object | undefined): string {
  if (parsed !== undefined) return 'another object';
  return body.length === 0 ? 'nothing' : `${body.length} bytes of something else`;
}
