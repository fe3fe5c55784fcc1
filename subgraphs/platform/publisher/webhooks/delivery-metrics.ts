import { Counter, Gauge, type Registry } from 'prom-client';
import type { Deliverer } from './deliverer.ts';
import type { DeliveryQueueStats } from './delivery-queue.ts';

const labelNames = ['log', 'subscriber'] as const;

/** Shows the sending to subscribers. Nothing is counted twice for it: what is held anyway is read when somebody looks. */
export function registerDeliveryMetrics(registry: Registry, deliverers: readonly Deliverer[]): void {
  const registers = [registry];
  const each = (show: (labels: { log: string; subscriber: string }, figures: DeliveryQueueStats) => void) => {
    for (const { log, figures } of deliverers) {
      for (const lane of figures()) show({ log, subscriber: lane.subscriber }, lane);
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
  const gauge = (name: string, help: string, measure: (figures: DeliveryQueueStats) => number) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect() {
        this.reset();
        each((labels, figures) => this.set(labels, measure(figures)));
      },
    });
  gauge('landfall_delivery_messages', 'Messages that a subscriber has not answered yet.', ({ messages }) => messages);
  gauge('landfall_delivery_failing', '1 while the delivery to a subscriber fails.', ({ isFailing }) => Number(isFailing));
  gauge('landfall_delivery_paused', '1 while the delivery to a subscriber is paused.', ({ isPaused }) => Number(isPaused));
}
