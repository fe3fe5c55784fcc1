import { joinedBody } from '../get/page-body.ts';
import { sourceHeadersOf } from '../get/source-headers.ts';
import type { DeliveryContent, DeliveryRoute } from './delivery.ts';

/** One object of a message. */
export interface DeliveryObject {
  /** The object as written by the route. */
  readonly bytes: Buffer;
  /** Id of the partner that sent it. */
  readonly partner: string;
}

/** The content of a message for any subscriber of the same route. */
export type MessageContent = Omit<DeliveryContent, 'recipient'>;

/**
 * Creates the content of a message: the body of the standard's POST, and a header with the partner of each object, as
 * in responses to GET. Without a list, the body is the single version as it was written.
 */
export function messageContentOf(route: Omit<DeliveryRoute, 'write'>, objects: readonly DeliveryObject[]): MessageContent {
  const { url, version, listName } = route;
  const [only] = objects;
  if (listName === undefined) {
    if (only === undefined || objects.length > 1)
      throw new Error(`expected one version in a message without a list, got ${objects.length}`);
    return { url, listName, headers: { 'content-type': 'application/json' }, body: only.bytes };
  }
  return {
    url,
    listName,
    headers: {
      'content-type': 'application/json',
      ...(version === undefined ? {} : { 'API-Version': version }),
      ...sourceHeadersOf({ partners: objects.map(({ partner }) => partner), missing: [] }),
    },
    body: joined(listName, objects),
  };
}

function joined(listName: string, objects: readonly DeliveryObject[]): Buffer {
  const around = { opening: Buffer.from(`{"${listName}":[`), closing: Buffer.from(']}') };
  return joinedBody(
    objects.map(({ bytes }) => bytes),
    around,
  );
}
