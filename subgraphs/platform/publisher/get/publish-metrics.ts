import { Counter, Histogram, type Registry } from 'prom-client';
import { registerMeasured, type Sample } from '../../metrics.ts';
import type { InvalidRows } from '../invalid-rows.ts';
import type { PublishRoutesOptions } from './routes.ts';

/**
 * Creates the counter of responses to subscribers by path, partner and status. Unknown callers share one label, which
 * limits the size of the registry.
 */
export function createPublishMetrics(registry: Registry): NonNullable<PublishRoutesOptions['onAnswer']> {
  const registers = [registry];
  const labelNames = ['path', 'partner', 'status'] as const;
  const answers = new Counter({
    name: 'landfall_publisher_requests_total',
    help: 'Requests of subscribers answered.',
    labelNames,
    registers,
  });
  const rows = new Counter({ name: 'landfall_publisher_rows_total', help: 'Rows in answers to subscribers.', labelNames, registers });
  const seconds = new Histogram({
    name: 'landfall_publisher_seconds',
    help: 'Duration from the end of the request headers to the first byte of the answer.',
    labelNames: ['path'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  return (answer) => {
    const labels = { path: answer.path, partner: answer.partner ?? 'unknown', status: String(answer.status) };
    answers.inc(labels);
    rows.inc(labels, answer.rows);
    seconds.observe({ path: answer.path }, answer.durationMs / 1_000);
  };
}

/** Registers the number of rows that could not be published as received, by standard and by the partner that sent them. */
export function registerInvalidRowMetrics(registry: Registry, subgraphs: readonly { name: string; invalidRows: InvalidRows }[]): void {
  registerMeasured(registry, {
    name: 'landfall_publisher_invalid_rows_total',
    help: 'Number of times that a row violated its standard when it was published, since the process started: cleaned of invalid attributes, or withheld.',
    labelNames: ['subgraph', 'partner', 'outcome'],
    measure: () =>
      subgraphs.flatMap(({ name: subgraph, invalidRows }) =>
        [...invalidRows.counts].flatMap(([partner, counts]) =>
          Object.entries(counts).map(([outcome, count]): Sample => [count, { subgraph, partner, outcome }]),
        ),
      ),
  });
}
