import { Gauge, type Registry } from 'prom-client';
import type { Evaluator } from './evaluator.ts';

/** Registers the metrics of the evaluation. @param evaluator undefined until it has started */
export function registerEvaluatorMetrics(
  registry: Registry,
  evaluator: () => Pick<Evaluator, 'lag' | 'scheduleAgeSeconds' | 'isRebuilding'> | undefined,
): void {
  const registers = [registry];
  new Gauge({
    name: 'landfall_arrival_schedule_age_seconds',
    help: 'Age of the oldest schedules among all open arrivals.',
    registers,
    async collect() {
      const age = await evaluator()
        ?.scheduleAgeSeconds()
        .catch(() => Number.NaN);
      this.set(age ?? 0);
    },
  });
  new Gauge({
    name: 'landfall_arrival_rebuild_pending',
    help: '1 while a requested rebuild of all arrivals is not complete.',
    registers,
    async collect() {
      const isRebuilding = await evaluator()
        ?.isRebuilding()
        .catch(() => undefined);
      this.set(isRebuilding === undefined ? Number.NaN : Number(isRebuilding));
    },
  });
  new Gauge({
    name: 'landfall_arrival_evaluator_lag',
    help: 'Entries of a followed log that are not evaluated yet.',
    labelNames: ['log'],
    registers,
    async collect() {
      const lag = await evaluator()
        ?.lag()
        .catch(() => undefined);
      for (const [log, entries] of Object.entries(lag ?? {})) this.set({ log }, entries);
    },
  });
}
