import { deliveryLimits } from '../../partners/delivery-limits.ts';
import { isFinished } from '../object-bytes.ts';
import type { DeliveryRoute, NumberedVersion } from './delivery.ts';
import { type MessageContent, messageContentOf } from './message-body.ts';

/** A message as it is sent, with what is recorded about it. */
export interface WrittenMessage {
  readonly content: MessageContent;
  /** Sequence numbers of the versions in the body, in its order. */
  readonly sequences: readonly number[];
  /** When the newest of the versions was received, RFC 3339. */
  readonly newestReceivedAt: string;
  /** Sorted ids of the partners that sent the versions. */
  readonly partners: readonly string[];
}

/** Writes versions as one message; undefined if no valid object can be made of any of them. */
export type MessageWriter = (versions: readonly NumberedVersion[], route: DeliveryRoute) => Promise<WrittenMessage | undefined>;

/**
 * Maximum number of recent messages that are kept, and of bytes of their bodies. Each subscriber of a backlog has several
 * messages in flight, and some subscribers are ahead of others.
 */
const [maxKept, maxKeptBytes] = [16, 8 * 1024 * 1024];

interface KeptMessage {
  readonly versions: readonly NumberedVersion[];
  readonly route: DeliveryRoute;
  readonly message: WrittenMessage;
}

/**
 * Creates a writer that reuses recent messages, because many subscribers are sent the same versions in the same form at
 * about the same time.
 */
export function createMessageWriter(): MessageWriter {
  const recent: KeptMessage[] = [];
  let keptBytes = 0;
  const bytesOf = ({ message }: KeptMessage) => message.content.body.length;
  const keep = (added: KeptMessage) => {
    // A single object can be larger than a message may be.
    if (bytesOf(added) > deliveryLimits.maxBodyBytes) return;
    recent.unshift(added);
    keptBytes += bytesOf(added);
    while (recent.length > maxKept || keptBytes > maxKeptBytes) {
      const oldest = recent.pop();
      if (oldest !== undefined) keptBytes -= bytesOf(oldest);
    }
  };
  return async (versions, route) => {
    const kept = recent.find((each) => haveSameForm(each.route, route) && areSame(each.versions, versions));
    if (kept !== undefined) return { ...kept.message, content: { ...kept.message.content, url: route.url } };
    const results = versions.map((version) => route.write(version));
    // Only routes that execute a document return promises, and their objects are for one recipient.
    if (!results.every(isFinished)) return messageOf(versions, await Promise.all(results), route);
    const message = messageOf(versions, results, route);
    // Nothing was awaited before, so that attempts that begin together share the message.
    if (message !== undefined) keep({ versions, route, message });
    return message;
  };
}

function messageOf(
  versions: readonly NumberedVersion[],
  objects: readonly (Buffer | undefined)[],
  route: DeliveryRoute,
): WrittenMessage | undefined {
  const sent = versions.flatMap(({ sequence, partner, receivedAt }, index) => {
    const bytes = objects[index];
    return bytes === undefined ? [] : { sequence, partner, receivedAt, bytes };
  });
  if (sent.length === 0) return undefined;
  return {
    content: messageContentOf(route, sent),
    sequences: sent.map(({ sequence }) => sequence),
    newestReceivedAt: sent.reduce((newest, { receivedAt }) => (receivedAt > newest ? receivedAt : newest), ''),
    partners: [...new Set(sent.map(({ partner }) => partner))].sort(),
  };
}

/** Returns whether two routes write the same versions as the same message. Routes share functions that write. */
function haveSameForm(one: DeliveryRoute, other: DeliveryRoute): boolean {
  return one.write === other.write && one.listName === other.listName && one.version === other.version;
}

/** Compares by identity: a version that was replaced by a more complete view is another object. */
function areSame(one: readonly NumberedVersion[], other: readonly NumberedVersion[]): boolean {
  return one.length === other.length && one.every((version, index) => version === other[index]);
}
