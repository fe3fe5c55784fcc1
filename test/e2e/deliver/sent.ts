import type { RecordedRequest } from '../../support/fake-partner.ts';

/** The response of a subscriber that processes everything. */
export const takesAll = { body: { feedbackElements: [] } };

/** A message as a subscriber receives it. */
export interface Message {
  readonly path: string;
  /** Identity of the message. */
  readonly id: string;
  readonly objects: readonly Readonly<Record<string, unknown>>[];
}

/** Reads a request as the standards' subscribers do. */
export function messageIn({ url, headers, body }: RecordedRequest): Message {
  const lists = Object.values(JSON.parse(body.toString()) as Record<string, Message['objects']>);
  if (lists.length !== 1) throw new Error(`expected one list, got ${body}`);
  return { path: url, id: String(headers['webhook-id']), objects: lists[0] ?? [] };
}

/** Returns the objects received at a path, in the order of arrival. */
export function objectsAt(requests: readonly RecordedRequest[], path: string): Message['objects'] {
  return requests.filter(({ url }) => url === path).flatMap((request) => messageIn(request).objects);
}

/** Returns lines of a subscriber's file. */
export function pushedTo(
  url: string,
  wants: {
    readonly see?: string;
    readonly versions?: string;
    readonly versionHeader?: string;
    readonly retry?: string;
    readonly push: readonly ('arrivalNotices' | 'notifications' | 'portCallEvents')[];
  },
) {
  const { see = '', versions = '', versionHeader = 'full', retry = '' } = wants;
  const push = [...wants.push.map((name) => `${name}: "${url}"`), `versionHeader: ${versionHeader}`, `retry: { ${retry} }`].join(', ');
  return [`publish: { see: { ${see} }, versions: { ${versions} }, push: { ${push} } }`, 'limits: { requestsPerSecond: 1000 }'];
}

/** Creates a notice by its identity. */
export function noticeOf(transportDocumentReference: string, more: object = {}) {
  return { transportDocumentReference, issueDateTime: '2026-03-02T13:05:00Z', ...more };
}

/** Returns the identity of an event with this number. */
export function eventIDOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}
