import { Counter, Gauge, type Registry } from 'prom-client';
import type { Deliverer } from './deliverer.ts';
import type { DeliveryQueue } from './delivery-queue.ts';

type Stats = DeliveryQueue['stats'];

/** Registers the metrics of deliveries. Each scrape reads them from the delivery queues. */
export function registerDeliveryMetrics(registry: Registry, deliverers: readonly Pick<Deliverer, 'log' | 'stats'>[]): void {
  const labelNames = ['log', 'subscriber'] as const;
  const registers = [registry];
  const each = (visit: (labels: Record<(typeof labelNames)[number], string>, stats: Stats) => void) => {
    for (const { log, stats } of deliverers.map((deliverer) => ({ log: deliverer.log, stats: deliverer.stats() }))) {
      for (const ofQueue of stats) visit({ log, subscriber: ofQueue.subscriber }, ofQueue);
    }
  };
  new Counter({
    name: 'landfall_delivery_attempts_total',
    help: 'Attempts to deliver messages to subscribers, by outcome.',
    labelNames: [...labelNames, 'outcome'],
    registers,
    collect() {
      this.reset();
      each((labels, { attempts }) => {
        for (const [outcome, count] of attempts) this.inc({ ...labels, outcome }, count);
      });
    },
  });
  const counter = (name: string, help: string, measure: (stats: Stats) => number) =>
    new Counter({
      ...{ name, help, labelNames, registers },
      collect() {
        this.reset();
        each((labels, stats) => this.inc(labels, measure(stats)));
      },
    });
  const gauge = (name: string, help: string, measure: (stats: Stats) => number) =>
    new Gauge({
      ...{ name, help, labelNames, registers },
      collect() {
        this.reset();
        each((labels, stats) => this.set(labels, measure(stats)));
      },
    });
  counter('landfall_delivered_versions_total', 'Versions in messages that subscribers have accepted.', ({ delivered }) => delivered);
  counter(
    'landfall_delivery_dead_letters_total',
    'Versions that became dead letters, because a subscriber rejected them or did not accept them in time.',
    ({ deadLetters }) => deadLetters,
  );
  gauge('landfall_delivery_messages', 'Messages that a subscriber has not answered yet.', ({ messages }) => messages);
  gauge(
    'landfall_delivery_oldest_message_seconds',
    'Age of the oldest message that a subscriber has not answered yet; 0 without one.',
    ({ oldestMessageMs }) => oldestMessageMs / 1_000,
  );
  gauge('landfall_delivery_failing', '1 while the delivery to a subscriber fails.', ({ isFailing }) => Number(isFailing));
  gauge('landfall_delivery_paused', '1 while the delivery to a subscriber is paused.', ({ isPaused }) => Number(isPaused));
}
