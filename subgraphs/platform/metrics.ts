import { Counter, Gauge, type Registry } from 'prom-client';

/** A value of a metric, with its labels. */
export type Sample = readonly [value: number, labels?: Readonly<Record<string, string>>];

/**
 * Registers a metric whose values are read at each scrape: a counter if its name ends in `_total`, otherwise a gauge.
 *
 * @param metric.measure returns all values; those that are missing are no longer shown
 */
export function registerMeasured(
  registry: Registry,
  metric: {
    readonly name: string;
    readonly help: string;
    readonly labelNames?: readonly string[];
    readonly measure: () => Iterable<Sample> | Promise<Iterable<Sample>>;
  },
): void {
  const { measure, labelNames = [], ...about } = metric;
  const described = { ...about, labelNames, registers: [registry] };
  if (about.name.endsWith('_total')) {
    new Counter({
      ...described,
      async collect() {
        this.reset();
        for (const [value, labels = {}] of await measure()) this.inc(labels, value);
      },
    });
    return;
  }
  new Gauge({
    ...described,
    async collect() {
      this.reset();
      for (const [value, labels = {}] of await measure()) this.set(labels, value);
    },
  });
}
