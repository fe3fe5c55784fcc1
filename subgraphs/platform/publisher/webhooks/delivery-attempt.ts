import { StoreUnavailableError } from '../../errors.ts';
import type { Logger } from '../../logger.ts';
import type { DeliveryMessage, DeliveryQueueKey } from '../../store/delivery-store.ts';
import type { VersionStore } from '../../store/version-store.ts';
import type { Clock } from '../../time/clock.ts';
import type { Recipient } from '../recipient.ts';
import { filterDeliverable } from './deliverable.ts';
import type { DeliveryContent, DeliveryOutcome, DeliveryRoute, SendDelivery } from './delivery.ts';
import type { MessageWriter, WrittenMessage } from './message-writer.ts';
import type { EndedAttempt } from './queue-outcomes.ts';
import type { VersionCache } from './version-cache.ts';

export interface AttemptParts {
  readonly versions: Pick<VersionStore, 'findCurrent'>;
  readonly versionCache: Pick<VersionCache, 'find'>;
  /** Returns where messages are sent now; undefined when they cannot be sent. */
  readonly findTarget: () => DeliveryTarget | undefined;
  readonly writeMessage: MessageWriter;
  readonly send: SendDelivery;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called after each attempt that sent versions. */
  readonly onAttempt?: ((attempt: MadeAttempt) => void) | undefined;
}

/** An attempt that sent versions to a recipient. */
export interface MadeAttempt extends DeliveryQueueKey {
  /** Id of the message, the same in all its attempts. */
  readonly message: string;
  readonly outcome: DeliveryOutcome['kind'];
  readonly versions: number;
  /** Sorted ids of the partners that sent the versions. */
  readonly partners: readonly string[];
}

/** The address and the form of messages. */
export interface DeliveryTarget {
  readonly recipient: Recipient;
  readonly route: DeliveryRoute;
}

/** Sends the messages of one delivery queue, and counts the attempts. */
export interface DeliveryAttempts {
  /**
   * Sends the versions of a message that the recipient may see at that moment. Never rejects. @param recipient the
   * recipient whose limits apply
   */
  make(message: DeliveryMessage, recipient: Recipient): Promise<EndedAttempt>;
  /** Number of finished attempts by outcome. */
  readonly counts: ReadonlyMap<DeliveryOutcome['kind'], number>;
  /** Number of versions in accepted messages. */
  readonly delivered: number;
}

type SentPart = Pick<EndedAttempt, 'outcome'> & Partial<Pick<EndedAttempt, 'sent' | 'newestReceivedAt'>>;

/** @param signal aborts attempts in flight, which then do not count */
export function createDeliveryAttempts(key: DeliveryQueueKey, parts: AttemptParts, signal: AbortSignal): DeliveryAttempts {
  const { versions, versionCache, findTarget, writeMessage, send, clock, logger, onAttempt } = parts;
  const counts = new Map<DeliveryOutcome['kind'], number>();
  let delivered = 0;

  /** Writes the versions that the recipient may see. */
  const writeAllowed = async (sequences: readonly number[], { recipient, route }: DeliveryTarget) => {
    const stored = (await versionCache.find(sequences)).filter((version) => version !== undefined);
    return writeMessage(await filterDeliverable(stored, { log: key.log, recipient, versions }), route);
  };
  const sendNow = async ({ id, sequences }: DeliveryMessage, recipient: Recipient): Promise<SentPart> => {
    let written: WrittenMessage | undefined;
    let hasTarget = true;
    const content = async (): Promise<DeliveryContent | undefined> => {
      const target = findTarget();
      hasTarget = target !== undefined;
      written = target && (await writeAllowed(sequences, target));
      return target && written && { ...written.content, recipient: target.recipient };
    };
    const outcome = await send({ recipient, id, content, signal });
    if (outcome === undefined) return { outcome: { kind: hasTarget ? 'NOTHING_TO_SEND' : 'NOT_ATTEMPTED' } };
    counts.set(outcome.kind, (counts.get(outcome.kind) ?? 0) + 1);
    // The request failed before its content was created.
    if (written === undefined) return { outcome };
    const { sequences: sent, partners, newestReceivedAt } = written;
    if (outcome.kind === 'DELIVERED') delivered += sent.length;
    onAttempt?.({ ...key, message: id, outcome: outcome.kind, versions: sent.length, partners });
    return { sent, newestReceivedAt, outcome };
  };
  const outcomeOfException = (exception: unknown, { id }: DeliveryMessage): EndedAttempt['outcome'] => {
    if (exception instanceof StoreUnavailableError || signal.aborted) return { kind: 'NOT_ATTEMPTED' };
    logger.error({ err: exception, ...key, message: id }, 'a message could not be created');
    const error = { code: 'INTERNAL', message: 'An internal error occurred.' };
    return { kind: 'RETRY', error, isOutage: false, maybeDelivered: false };
  };

  return {
    make: async (message, recipient) => {
      const startedAt = clock.now();
      const part = await sendNow(message, recipient).catch((exception): SentPart => ({ outcome: outcomeOfException(exception, message) }));
      return { message, startedAt, endedAt: clock.now(), sent: message.sequences, newestReceivedAt: message.createdAt, ...part };
    },
    counts,
    get delivered() {
      return delivered;
    },
  };
}
