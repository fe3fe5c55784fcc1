import type { Registry } from 'prom-client';
import { registerMeasured, type Sample } from '../../metrics.ts';
import type { Deliverer } from './deliverer.ts';
import type { DeliveryQueue } from './delivery-queue.ts';

type Stats = DeliveryQueue['stats'];

const metrics: readonly (readonly [name: string, help: string, measure: (stats: Stats) => number])[] = [
  ['landfall_delivered_versions_total', 'Versions in messages that subscribers have accepted.', ({ delivered }) => delivered],
  [
    'landfall_delivery_dead_letters_total',
    'Versions that became dead letters, because a subscriber rejected them or did not accept them in time.',
    ({ deadLetters }) => deadLetters,
  ],
  ['landfall_delivery_messages', 'Messages that a subscriber has not answered yet.', ({ messages }) => messages],
  [
    'landfall_delivery_oldest_message_seconds',
    'Age of the oldest message that a subscriber has not answered yet; 0 without one.',
    ({ oldestMessageMs }) => oldestMessageMs / 1_000,
  ],
  ['landfall_delivery_failing', '1 while the delivery to a subscriber fails.', ({ isFailing }) => Number(isFailing)],
  ['landfall_delivery_paused', '1 while the delivery to a subscriber is paused.', ({ isPaused }) => Number(isPaused)],
];

/** Registers the metrics of deliveries. Each scrape reads them from the delivery queues. */
export function registerDeliveryMetrics(registry: Registry, deliverers: readonly Pick<Deliverer, 'log' | 'stats'>[]): void {
  const labelNames = ['log', 'subscriber'];
  const samplesOf = (read: (labels: Record<string, string>, stats: Stats) => readonly Sample[]) =>
    deliverers.flatMap((deliverer) =>
      deliverer.stats().flatMap((stats) => read({ log: deliverer.log, subscriber: stats.subscriber }, stats)),
    );
  registerMeasured(registry, {
    name: 'landfall_delivery_attempts_total',
    help: 'Attempts to deliver messages to subscribers, by outcome.',
    labelNames: [...labelNames, 'outcome'],
    measure: () => samplesOf((labels, { attempts }) => [...attempts].map(([outcome, count]): Sample => [count, { ...labels, outcome }])),
  });
  for (const [name, help, measure] of metrics) {
    registerMeasured(registry, { name, help, labelNames, measure: () => samplesOf((labels, stats) => [[measure(stats), labels]]) });
  }
}
