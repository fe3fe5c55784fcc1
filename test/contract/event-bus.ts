import { describe, expect, it } from 'vitest';
import type { EventBus, Topics } from '#platform/log/event-bus.ts';
import { deferred } from '../support/deferred.ts';
import { until } from '../support/until.ts';

/** A bus under test. */
export interface OpenedBus extends AsyncDisposable {
  readonly bus: EventBus;
  /** The bus of another process on the same channels; for a bus within one process, the same bus. */
  readonly other: EventBus;
}

/** Tests the guarantees of every bus for listeners and publishers. */
export function describeBus(name: string, openBus: () => Promise<OpenedBus>): void {
  describe(name, () => {
    it('delivers a message to every listener of its topic, here and in other processes', async () => {
      await using opened = await openBus();
      const received = [opened.bus, opened.bus, opened.other].map((bus) => listenTo(bus, 'sequenced'));
      await connectedBoth(opened);
      opened.other.publish('sequenced', { log: 'arrival-notice-versions', head: 7 });
      for (const { first } of received) expect(await first()).toEqual({ log: 'arrival-notice-versions', head: 7 });
    });

    it('keeps topics separate', async () => {
      await using opened = await openBus();
      const [appended, announced] = [listenTo(opened.bus, 'appended'), listenTo(opened.bus, 'sequenced')];
      await connectedBoth(opened);
      opened.other.publish('sequenced', { log: 'port-call-events', head: 1 });
      opened.other.publish('appended', { log: 'port-call-events' });
      expect(await appended.first()).toEqual({ log: 'port-call-events' });
      expect(await announced.first()).toEqual({ log: 'port-call-events', head: 1 });
      expect([appended.received.length, announced.received.length]).toEqual([1, 1]);
    });

    it('delivers a message to each listener once', async () => {
      await using opened = await openBus();
      const [here, there] = [listenTo(opened.bus, 'sequenced'), listenTo(opened.other, 'sequenced')];
      await connectedBoth(opened);
      for (const head of [1, 2, 3]) opened.bus.publish('sequenced', { log: 'port-call-events', head });
      await until(() => here.received.length >= 3 && there.received.length >= 3);
      // Messages arrive in order, so a duplicate of the first three would have arrived by then.
      opened.other.publish('sequenced', { log: 'port-call-events', head: 4 });
      await until(() => [here, there].every(({ received }) => received.some(({ head }) => head === 4)));
      for (const { received } of [here, there]) expect(received.map(({ head }) => head)).toEqual([1, 2, 3, 4]);
    });

    it('continues to reach the other listeners when one is removed', async () => {
      await using opened = await openBus();
      const [leaving, staying] = [listenTo(opened.bus, 'sequenced'), listenTo(opened.bus, 'sequenced')];
      await connectedBoth(opened);
      leaving.leave();
      leaving.leave();
      opened.other.publish('sequenced', { log: 'arrival-notice-versions', head: 1 });
      expect(await staying.first()).toMatchObject({ head: 1 });
      expect(leaving.received).toEqual([]);
    });

    it('treats a function that is added twice as two listeners', async () => {
      await using opened = await openBus();
      const received: number[] = [];
      const listener = ({ head }: Topics['sequenced']) => received.push(head ?? Number.NaN);
      const leaveFirst = opened.bus.subscribe('sequenced', listener);
      opened.bus.subscribe('sequenced', listener);
      leaveFirst();
      await connectedBoth(opened);
      opened.other.publish('sequenced', { log: 'arrival-notice-versions', head: 5 });
      await until(() => received.length > 0);
      expect(received).toEqual([5]);
    });

    it('accepts listeners again after the last one was removed', async () => {
      await using opened = await openBus();
      for (const head of [1, 2, 3]) {
        const listening = listenTo(opened.bus, 'sequenced');
        await connectedBoth(opened);
        opened.other.publish('sequenced', { log: 'arrival-notice-versions', head });
        expect(await listening.first()).toMatchObject({ head });
        listening.leave();
      }
    });

    it('delivers the message to the others when a listener throws, and logs a warning', async () => {
      await using opened = await openBus();
      const warned = deferred<Error>();
      process.once('warning', warned.resolve);
      opened.bus.subscribe('sequenced', () => {
        throw new Error('this listener is broken');
      });
      const healthy = listenTo(opened.bus, 'sequenced');
      await connectedBoth(opened);
      opened.other.publish('sequenced', { log: 'arrival-notice-versions', head: 1 });
      expect(await healthy.first()).toMatchObject({ head: 1 });
      expect((await warned.promise).message).toBe('this listener is broken');
    });

    it("calls no listener before the publisher's code continues", async () => {
      await using opened = await openBus();
      const listening = listenTo(opened.bus, 'sequenced');
      opened.bus.publish('sequenced', { log: 'arrival-notice-versions', head: 1 });
      expect(listening.received).toEqual([]);
      expect(await listening.first()).toMatchObject({ head: 1 });
    });
  });
}

/** Waits until messages arrive in both directions. */
export async function connectedBoth({ bus, other }: OpenedBus): Promise<void> {
  await until(() => bus.connected && other.connected);
}

/** Adds a listener that records its messages. */
export function listenTo<T extends keyof Topics>(bus: EventBus, topic: T) {
  const received: Topics[T][] = [];
  const first = deferred<Topics[T]>();
  const leave = bus.subscribe(topic, (message) => {
    received.push(message);
    first.resolve(message);
  });
  return { received, first: () => first.promise, leave };
}
