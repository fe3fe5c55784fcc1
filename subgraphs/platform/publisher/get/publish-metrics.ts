import type { Registry } from 'prom-client';
import { fastBuckets, metricsIn, registerMeasured, type Sample } from '../../metrics.ts';
import type { InvalidRows } from '../invalid-rows.ts';
import type { PublishRoutesOptions } from './routes.ts';

/**
 * Creates the counter of responses to subscribers by path, partner and status. Unknown callers share one label, which
 * limits the size of the registry.
 */
export function createPublishMetrics(registry: Registry): NonNullable<PublishRoutesOptions['onAnswer']> {
  const { counter, histogram } = metricsIn(registry);
  const answers = counter('landfall_publisher_requests_total', 'Requests of subscribers answered.', 'path', 'partner', 'status');
  const rows = counter('landfall_publisher_rows_total', 'Rows in answers to subscribers.', 'path', 'partner', 'status');
  const help = 'Duration from the end of the request headers to the first byte of the answer.';
  const seconds = histogram('landfall_publisher_seconds', help, { labelNames: ['path'], buckets: [...fastBuckets, 10, 30] });
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
