import { answerShape, LandfallClientError } from './client-error.ts';
import {
  ArrivalAlertHeadDocument,
  ArrivalNoticeNotificationHeadDocument,
  ArrivalNoticeVersionHeadDocument,
  PortCallEventHeadDocument,
} from './generated/log-heads.ts';
import type { SendQuery } from './http.ts';

/** The query for the head of each log, by the subscription field of the log. */
const heads = new Map<string, { toString(): string }>([
  ['arrivalNoticeVersionReceived', ArrivalNoticeVersionHeadDocument],
  ['arrivalNoticeNotificationReceived', ArrivalNoticeNotificationHeadDocument],
  ['portCallEventReceived', PortCallEventHeadDocument],
  ['arrivalAlertRaised', ArrivalAlertHeadDocument],
]);

/**
 * Reads the cursor of the head of the log before a subscription starts. The server sends no cursor before the first
 * event, so without it the events during a failed first connection would be lost.
 *
 * @param document the subscription
 * @throws {LandfallClientError} if there was no response; LOG_UNKNOWN if the subscription field is unknown
 */
export async function fetchLogHead(sendQuery: SendQuery, document: string, signal: AbortSignal): Promise<string> {
  const query = headOf(document);
  const { data } = await sendQuery<Readonly<Record<string, { readonly cursor: string } | null>>>({ query, variables: {} }, signal);
  const [page] = Object.values(data);
  if (!page) throw answerShape('The response lacks the head of the log.');
  return page.cursor;
}

function headOf(document: string): string {
  const fields = document.replace(/#.*/g, '').match(/\w+(?:Received|Raised)\b/g) ?? [];
  const known = fields.flatMap((field) => heads.get(field)?.toString() ?? []);
  const [only, ...others] = new Set(known);
  if (only !== undefined && others.length === 0) return only;
  const names = [...heads.keys()].join(', ');
  const expected = `Expected a subscription to one of ${names}; other subscriptions need a cursor to begin after.`;
  throw new LandfallClientError('LOG_UNKNOWN', expected, { kind: 'fatal' });
}
