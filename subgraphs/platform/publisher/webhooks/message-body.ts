import { deliveryLimits } from '../../partners/delivery-limits.ts';
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
export function messageContentOf(
  route: Omit<DeliveryRoute, 'write'>,
  objects: readonly DeliveryObject[],
  joinBody: BodyJoiner = joined,
): MessageContent {
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
    body: joinBody(listName, objects),
  };
}

/** Creates the body with a list of objects. */
export type BodyJoiner = (listName: string, objects: readonly DeliveryObject[]) => Buffer;

/** Number of recent bodies that are kept. A larger body than a message's limit, of a single object, is not kept. */
const maxKept = 8;

/**
 * Creates a joiner that reuses recent bodies, because many subscribers are sent the same objects at about the same
 * time.
 */
export function createBodyJoiner(): BodyJoiner {
  const recent: { readonly listName: string; readonly objects: readonly DeliveryObject[]; readonly body: Buffer }[] = [];
  return (listName, objects) => {
    const kept = recent.find((each) => each.listName === listName && areSame(each.objects, objects));
    if (kept !== undefined) return kept.body;
    const body = joined(listName, objects);
    if (body.length > deliveryLimits.maxBodyBytes) return body;
    recent.unshift({ listName, objects, body });
    recent.length = Math.min(recent.length, maxKept);
    return body;
  };
}

function joined(listName: string, objects: readonly DeliveryObject[]): Buffer {
  const around = { opening: Buffer.from(`{"${listName}":[`), closing: Buffer.from(']}') };
  return joinedBody(
    objects.map(({ bytes }) => bytes),
    around,
  );
}

/** Compares buffers by identity: each version is written once, and comparing bytes would be slow. */
function areSame(one: readonly DeliveryObject[], other: readonly DeliveryObject[]): boolean {
  return one.length === other.length && one.every(({ bytes }, index) => bytes === other[index]?.bytes);
}
