import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** A value of a metric, with its labels. */
export type Sample = readonly [value: number, labels?: Readonly<Record<string, string>>];

/** Buckets of a histogram for what usually takes milliseconds, in seconds. */
export const fastBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Creates metrics in a registry; without one, they are registered later. */
export function metricsIn(registry?: Registry) {
  const registers = registry === undefined ? [] : [registry];
  return {
    counter: <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
      new Counter({ name, help, labelNames, registers }),
    gauge: <Label extends string>(name: string, help: string, ...labelNames: Label[]) => new Gauge({ name, help, labelNames, registers }),
    /** @param options.buckets in seconds */
    histogram: <Label extends string>(name: string, help: string, options: { readonly labelNames: Label[]; readonly buckets: number[] }) =>
      new Histogram({ name, help, ...options, registers }),
  };
}

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
  const Metric: typeof Counter | typeof Gauge = about.name.endsWith('_total') ? Counter : Gauge;
  new Metric({
    ...{ ...about, labelNames, registers: [registry] },
    async collect(this: Counter | Gauge) {
      const samples = await measure();
      // At once, because two scrapes may run at the same time.
      this.reset();
      for (const [value, labels = {}] of samples) this.inc(labels, value);
    },
  });
}
