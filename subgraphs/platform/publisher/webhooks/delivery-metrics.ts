import { Counter, Gauge, type Registry } from 'prom-client';
import type { Deliverer } from './deliverer.ts';
import type { DeliveryQueueStats } from './delivery.ts';

const labelNames = ['log', 'subscriber'] as const;

/** Registers the metrics of deliveries. Each scrape reads them from the delivery queues. */
export function registerDeliveryMetrics(registry: Registry, deliverers: readonly Pick<Deliverer, 'log' | 'stats'>[]): void {
  const registers = [registry];
  const each = (visit: (labels: { log: string; subscriber: string }, stats: DeliveryQueueStats) => void) => {
    for (const deliverer of deliverers) {
      for (const stats of deliverer.stats()) visit({ log: deliverer.log, subscriber: stats.subscriber }, stats);
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
  new Counter({
    name: 'landfall_delivered_versions_total',
    help: 'Versions in messages that subscribers have accepted.',
    labelNames,
    registers,
    collect() {
      this.reset();
      each((labels, { delivered }) => this.inc(labels, delivered));
    },
  });
  new Counter({
    name: 'landfall_delivery_dead_letters_total',
    help: 'Versions that became dead letters, because a subscriber rejected them or did not accept them in time.',
    labelNames,
    registers,
    collect() {
      this.reset();
      each((labels, { deadLetters }) => this.inc(labels, deadLetters));
    },
  });
  const gauge = (name: string, help: string, measure: (stats: DeliveryQueueStats) => number) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect() {
        this.reset();
        each((labels, stats) => this.set(labels, measure(stats)));
      },
    });
  gauge('landfall_delivery_messages', 'Messages that a subscriber has not answered yet.', ({ messages }) => messages);
  gauge(
    'landfall_delivery_oldest_message_seconds',
    'Age of the oldest message that a subscriber has not answered yet; 0 without one.',
    ({ oldestMessageMs }) => oldestMessageMs / 1_000,
  );
  gauge('landfall_delivery_failing', '1 while the delivery to a subscriber fails.', ({ isFailing }) => Number(isFailing));
  gauge('landfall_delivery_paused', '1 while the delivery to a subscriber is paused.', ({ isPaused }) => Number(isPaused));
}
