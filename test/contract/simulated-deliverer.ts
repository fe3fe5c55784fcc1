import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '@landfall/sandbox/random.ts';
import type { EventBus } from '#platform/log/event-bus.ts';
import { createLogger } from '#platform/logger.ts';
import { openDeliverer } from '#platform/publisher/deliveries/deliverer.ts';
import type { DeliveryKind } from '#platform/publisher/deliveries/message.ts';
import type { DeliveryOutcome, SendDelivery } from '#platform/publisher/deliveries/send-delivery.ts';
import type { Store } from '#platform/store/store.ts';
import { type Clock, systemClock } from '#platform/time/clock.ts';
import { recipientOf } from '../support/parsed-partner.ts';
import { logName } from './version-store-samples.ts';

export const subscriberID = 'acme';

/**
 * Simulates a deliverer in a separate process: time passes between any two of its steps, it may stall between them for
 * longer than its lease, and after a kill it takes no further step. Requests and writes that it has already sent still
 * take effect.
 */
export interface SimulatedDeliverer extends AsyncDisposable {
  readonly isAlive: boolean;
  kill(): void;
  stall(ms: number): void;
}

const [leaseMs, pollMs] = [60, 10];
export const limits = { maxObjects: 5, maxBodyBytes: 10_000 };

/**
 * Opens a deliverer over the real store.
 *
 * @param parts.leases of all deliverers of the store
 * @param parts.send handles a request; its sender may be dead when it resolves
 */
export function openSimulatedDeliverer(parts: {
  readonly store: Store;
  readonly bus: EventBus;
  readonly random: Random;
  readonly leases: Pick<Store, 'takeLease' | 'releaseLease'>;
  readonly send: (id: string, body: Buffer) => Promise<DeliveryOutcome>;
}): SimulatedDeliverer {
  const { store, bus, random } = parts;
  let [isDead, isClosing] = [false, false];
  let stalled: Promise<unknown> = Promise.resolve();
  const step = async (): Promise<void> => {
    if (!isClosing && random.chance(0.5)) await pause(random.integer(0, 4));
    await stalled;
    if (isDead) await new Promise<never>(() => {});
  };
  /** Adds a step before and after every call of a method. */
  const inSteps = <T extends object>(target: T): T =>
    new Proxy(target, {
      get: (object, name) => {
        const value: unknown = Reflect.get(object, name);
        if (typeof value !== 'function') return value;
        return async (...given: unknown[]) => {
          await step();
          const result: unknown = await Reflect.apply(value, object, given);
          await step();
          return result;
        };
      },
    });
  const send: SendDelivery = async ({ id, content, signal }) => {
    await step();
    const sent = await content();
    await step();
    signal?.throwIfAborted();
    if (sent === undefined) return undefined;
    const outcome = await parts.send(id, sent.body);
    await step();
    return outcome;
  };
  const clock: Clock = {
    now: systemClock.now,
    wait: async (ms, signal) => {
      await systemClock.wait(ms, signal);
      await step();
    },
  };
  const leases = inSteps(parts.leases);
  const [versions, deliveries] = [inSteps(store.versions(logName)), inSteps(store.deliveries)];
  const opening = openDeliverer({
    store: { ...store, ...leases, versions: () => versions, deliveries },
    kind: notices,
    recipients: {
      leaseName: 'deliverer',
      all: () => [subscriber],
      find: (id) => (id === subscriberID ? subscriber : undefined),
      owns: () => true,
      onChange: () => () => {},
    },
    bus,
    send,
    limits,
    logger: createLogger('silent'),
    clock,
    pollMs,
    leaseMs,
  });
  return {
    get isAlive() {
      return !isDead;
    },
    kill: () => {
      isDead = true;
    },
    stall: (ms) => {
      stalled = pause(ms);
    },
    [Symbol.asyncDispose]: async () => {
      isClosing = true;
      // A deliverer that is dead never opens or closes.
      if (!isDead) await (await opening)[Symbol.asyncDispose]();
    },
  };
}

export const subscriber = recipientOf(`
id: ${subscriberID}
name: ACME
publish: { push: { arrivalNotices: "https://in.acme.example/an", retry: { firstMs: 2, maxMs: 10, giveUpHours: 1 } } }
`);

export const notices: DeliveryKind = {
  log: logName,
  routeFor: () => ({
    url: 'https://in.acme.example/an/arrival-notices',
    version: '1.0.1',
    listName: 'arrivalNotices',
    write: ({ document }) => document,
  }),
  termsOf: (document) => [[`document:${document}`]],
};
