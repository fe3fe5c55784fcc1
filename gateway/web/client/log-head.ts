import { answerShape, LandfallClientError } from './client-error.ts';
import {
  ArrivalNoticeNotificationHeadDocument,
  ArrivalNoticeVersionHeadDocument,
  PortCallEventHeadDocument,
} from './generated/log-heads.ts';
import type { Ask } from './http.ts';

/** The question where a log ends, by the field that follows it. */
const heads = new Map<string, { toString(): string }>([
  ['arrivalNoticeVersionReceived', ArrivalNoticeVersionHeadDocument],
  ['arrivalNoticeNotificationReceived', ArrivalNoticeNotificationHeadDocument],
  ['portCallEventReceived', PortCallEventHeadDocument],
]);

/**
 * Asks where the log ends that a subscription is about to follow. A server gives no cursor before the first event, so
 * what came while the first connection was being made, or lost, could not be asked for again otherwise.
 *
 * @param document text of the subscription
 * @throws {LandfallClientError} there was no answer; LOG_UNKNOWN when the text follows no log that is known here
 */
export async function askLogHead(ask: Ask, document: string, signal: AbortSignal): Promise<string> {
  const query = headOf(document);
  const { data } = await ask<Readonly<Record<string, { readonly cursor: string } | null>>>({ query, variables: {} }, signal);
  const [page] = Object.values(data);
  if (!page) throw answerShape('The end of the log is not in the answer.');
  return page.cursor;
}

function headOf(document: string): string {
  const fields = document.replace(/#.*/g, '').match(/\w+Received\b/g) ?? [];
  const known = fields.flatMap((field) => heads.get(field)?.toString() ?? []);
  const [only, ...others] = new Set(known);
  if (only !== undefined && others.length === 0) return only;
  const names = [...heads.keys()].join(', ');
  throw new LandfallClientError(
    'LOG_UNKNOWN',
    `Expected a subscription to one of ${names}; other subscriptions need a cursor to begin after.`,
    {
      kind: 'final',
    },
  );
}
