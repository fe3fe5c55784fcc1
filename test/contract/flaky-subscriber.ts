import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '@landfall/sandbox/random.ts';
import type { DeliveryOutcome } from '#platform/publisher/deliveries/send-delivery.ts';

/** A version that has arrived. */
export interface Received {
  /** Identity of the message. */
  readonly id: string;
  readonly number: number;
  readonly entityId: string;
}

/** The receiver of deliveries. It randomly processes versions or not, and responds or not. */
export interface FlakySubscriber {
  /** The processed versions, in the order of arrival. */
  readonly received: readonly Received[];
  /** Numbers of the versions for which it has responded with an ERROR. */
  readonly refused: ReadonlySet<number>;
  /** Handles one request, even if its sender has died meanwhile. @param body a list of versions as JSON */
  receive(id: string, body: Buffer): Promise<DeliveryOutcome>;
  /** Processes everything immediately from now on. */
  behave(): void;
}

const conducts = ['take', 'take late', 'take and drop', 'drop', 'fail', 'busy', 'refuse one'] as const;
type Conduct = (typeof conducts)[number];

/** The probability of each behaviour besides processing. Faults are found more easily if one kind is frequent. */
const habits: readonly [readonly [Conduct, ...Conduct[]], ...(readonly [Conduct, ...Conduct[]])[]] = [
  ['take', 'take', ...conducts],
  ['fail', 'fail', 'fail', 'take late', 'take'],
  ['fail', 'fail', 'take'],
  ['take', 'take late', 'refuse one', 'refuse one', 'fail'],
];

const error = { code: 'UPSTREAM_UNREACHABLE', message: 'subscriber.example failed.' };

/** Opens a subscriber with random habits. */
export function openFlakySubscriber(random: Random): FlakySubscriber {
  const received: Received[] = [];
  const refused = new Set<number>();
  const habit = random.pick(habits);
  const maxPauseMs = random.pick([5, 12, 50]);
  let isGood = false;
  return {
    received,
    refused,
    receive: async (id, body) => {
      if (!isGood) await pause(random.integer(0, maxPauseMs));
      const { arrivalNotices } = JSON.parse(body.toString()) as { arrivalNotices: readonly Omit<Received, 'id'>[] };
      const take = (versions = arrivalNotices) => received.push(...versions.map((version) => ({ id, ...version })));
      const conduct = isGood ? 'take' : random.pick(habit);
      switch (conduct) {
        case 'take':
        case 'take late':
          take();
          if (conduct === 'take late') await pause(random.integer(5, 40));
          return { kind: 'DELIVERED', refused: [] };
        case 'drop':
        case 'take and drop':
          if (conduct === 'take and drop') take();
          return { kind: 'RETRY', error, isOutage: true, maybeDelivered: true };
        case 'fail':
        case 'busy':
          return { kind: 'RETRY', error, isOutage: conduct === 'busy', maybeDelivered: false };
        case 'refuse one': {
          const index = random.integer(0, arrivalNotices.length - 1);
          take(arrivalNotices.filter((_, other) => other !== index));
          for (const { number } of arrivalNotices.slice(index, index + 1)) refused.add(number);
          return { kind: 'DELIVERED', refused: [{ index, message: 'Refused by chance.' }] };
        }
      }
    },
    behave: () => {
      isGood = true;
    },
  };
}
