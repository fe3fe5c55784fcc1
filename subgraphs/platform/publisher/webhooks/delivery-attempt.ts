import { StoreUnavailableError } from '../../errors.ts';
import type { Logger } from '../../logger.ts';
import type { Partner } from '../../partners/partner.ts';
import type { DeliveryMessage, DeliveryQueueKey } from '../../store/delivery-store.ts';
import type { VersionStore } from '../../store/version-store.ts';
import type { Clock } from '../../time/clock.ts';
import { whichMayBeSent } from './deliverable.ts';
import type { DeliveryOutcome, DeliveryRoute, NumberedVersion, SendDelivery } from './delivery.ts';
import { type BodyJoiner, messageContentOf } from './message-body.ts';
import type { EndedAttempt } from './queue-outcomes.ts';
import type { VersionCache } from './version-cache.ts';

/** What an attempt is made with. */
export interface AttemptParts {
  readonly versions: Pick<VersionStore, 'findCurrent'>;
  readonly shelf: Pick<VersionCache, 'find'>;
  /** Where messages go by now; undefined: nowhere. */
  readonly findWay: () => DeliveryTarget | undefined;
  readonly join: BodyJoiner;
  readonly send: SendDelivery;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Where messages go. */
export interface DeliveryTarget {
  readonly partner: Partner;
  readonly route: DeliveryRoute;
}

/** Makes attempts of one lane, and counts them. */
export interface DeliveryAttempts {
  /** Sends a message with what may be sent of it when it goes. Never rejects. @param partner in whose turn */
  make(message: DeliveryMessage, partner: Partner): Promise<EndedAttempt>;
  /** Those that ended, by what they came to. */
  readonly counts: ReadonlyMap<DeliveryOutcome['kind'], number>;
  /** Versions in messages that were taken in. */
  readonly delivered: number;
}

/** @param signal breaks off what is under way; it counts as not tried */
export function createDeliveryAttempts(key: DeliveryQueueKey, parts: AttemptParts, signal: AbortSignal): DeliveryAttempts {
  const { versions, shelf, findWay, join, send, clock, logger } = parts;
  const counts = new Map<DeliveryOutcome['kind'], number>();
  let delivered = 0;

  type Sent = Pick<EndedAttempt, 'outcome'> & Partial<Pick<EndedAttempt, 'sent' | 'newestReceivedAt'>>;
  const sendNow = async ({ id, sequences }: DeliveryMessage, asked: Partner): Promise<Sent> => {
    let shown: readonly NumberedVersion[] = [];
    let isWanted = true;
    const content = async () => {
      const way = findWay();
      isWanted = way !== undefined;
      if (way === undefined) return undefined;
      const { partner, route } = way;
      const held = (await shelf.find(sequences)).filter((version) => version !== undefined);
      const allowed = await whichMayBeSent(held, { log: key.log, subscriber: partner, versions });
      const written = allowed.flatMap((version) => {
        const bytes = route.write(version);
        return bytes === undefined ? [] : [{ version, bytes }];
      });
      shown = written.map(({ version }) => version);
      if (shown.length === 0) return undefined;
      const objects = written.map(({ version, bytes }) => ({ bytes, partner: version.partner }));
      return { ...messageContentOf(route, objects, join), partner };
    };
    const outcome = await send({ partner: asked, id, content, signal });
    if (outcome === undefined) return { outcome: { kind: isWanted ? 'NOTHING' : 'NOT_TRIED' } };
    counts.set(outcome.kind, (counts.get(outcome.kind) ?? 0) + 1);
    if (outcome.kind === 'DELIVERED') delivered += shown.length;
    // Without a turn nothing was chosen.
    if (shown.length === 0) return { outcome };
    const newestReceivedAt = shown.reduce((newest, { receivedAt }) => (receivedAt > newest ? receivedAt : newest), '');
    return { sent: shown.map(({ sequence }) => sequence), newestReceivedAt, outcome };
  };
  const outcomeOfError = (error: unknown, { id }: DeliveryMessage): EndedAttempt['outcome'] => {
    if (error instanceof StoreUnavailableError || signal.aborted) return { kind: 'NOT_TRIED' };
    logger.error({ err: error, ...key, message: id }, 'a message could not be created');
    const fault = { code: 'INTERNAL', message: 'An internal error occurred.' };
    return { kind: 'RETRY', fault, isOutage: false, maybeDelivered: false };
  };

  return {
    make: async (message, partner) => {
      const startedAt = clock.now();
      const sent = await sendNow(message, partner).catch((error): Sent => ({ outcome: outcomeOfError(error, message) }));
      return { message, startedAt, endedAt: clock.now(), sent: message.sequences, newestReceivedAt: message.createdAt, ...sent };
    },
    counts,
    get delivered() {
      return delivered;
    },
  };
}
