import { deliveryLimits } from '../../partners/delivery-limits.ts';
import { joinedBody } from '../get/page-body.ts';
import { sourceHeadersOf } from '../get/source-headers.ts';
import type { DeliveryContent, DeliveryRoute } from './delivery.ts';

/** One object of a message. */
export interface DeliveryObject {
  /** As the route's `write` gave it. */
  readonly bytes: Buffer;
  /** Id of the partner that it comes from. */
  readonly partner: string;
}

/** What of a request follows from what is sent, and how. */
export type MessageContent = Omit<DeliveryContent, 'partner'>;

/**
 * Puts objects into one message: the body is the object with their list, as the standard's POST has it, and a header
 * says whose each of them is, as in answers to GET.
 */
export function messageContentOf(
  route: Omit<DeliveryRoute, 'write'>,
  objects: readonly DeliveryObject[],
  join: BodyJoiner = joined,
): MessageContent {
  const { url, version, listName } = route;
  return {
    url,
    listName,
    headers: {
      'content-type': 'application/json',
      ...(version === undefined ? {} : { 'API-Version': version }),
      ...sourceHeadersOf({ partners: objects.map(({ partner }) => partner), missing: [] }),
    },
    body: join(listName, objects),
  };
}

/** Makes the body with a list of objects. */
export type BodyJoiner = (listName: string, objects: readonly DeliveryObject[]) => Buffer;

/** Bodies that are given again. One object alone may make a larger one than all others are, which is joined anew. */
const maxRemembered = 8;

/** Makes a joiner that gives what it joined lately again: many subscribers are sent the same at about the same time. */
export function createBodyJoiner(): BodyJoiner {
  const lately: { readonly listName: string; readonly objects: readonly DeliveryObject[]; readonly body: Buffer }[] = [];
  return (listName, objects) => {
    const known = lately.find((each) => each.listName === listName && areSame(each.objects, objects));
    if (known !== undefined) return known.body;
    const body = joined(listName, objects);
    if (body.length > deliveryLimits.maxBodyBytes) return body;
    lately.unshift({ listName, objects, body });
    lately.length = Math.min(lately.length, maxRemembered);
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

/** The same bytes in memory, and not only equal ones: what is written once is not compared byte by byte. */
function areSame(one: readonly DeliveryObject[], other: readonly DeliveryObject[]): boolean {
  return one.length === other.length && one.every(({ bytes }, index) => bytes === other[index]?.bytes);
}
