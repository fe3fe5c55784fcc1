import type { Registry } from 'prom-client';
import { registerMeasured, type Sample } from '../metrics.ts';
import type { BreakerState } from './breaker.ts';
import type { Endpoint } from './endpoints.ts';

const breakerValues: Readonly<Record<BreakerState, number>> = { CLOSED: 0, HALF_OPEN: 1, OPEN: 2 };

const calls = 'Finished requests to partners, each attempt counted: OK, GIVEN_UP (not admitted by the limiter in time) or the error code.';

const gauges: readonly (readonly [name: string, help: string, measure: (endpoint: Endpoint) => number])[] = [
  ['breaker', 'State of the circuit breaker: 0 closed, 1 half-open, 2 open.', ({ breaker }) => breakerValues[breaker.state]],
  ['waiting', 'Requests that wait for the limits of the partner.', ({ stats }) => stats.waiting],
  ['in_flight', 'Requests to the partner that are in flight.', ({ stats }) => stats.inFlight],
];

/** Registers the metrics of requests to partners. Each scrape reads the stats that are kept anyway. */
export function registerUpstreamMetrics(registry: Registry, upstream: { endpoints(): readonly Endpoint[] }): void {
  registerMeasured(registry, {
    name: 'landfall_upstream_calls_total',
    help: calls,
    labelNames: ['partner', 'standard', 'outcome'],
    measure: () =>
      upstream
        .endpoints()
        .flatMap(({ partner, standard, stats }) =>
          [...stats.outcomes].map(([outcome, count]): Sample => [count, { partner, standard, outcome }]),
        ),
  });
  for (const [name, help, measure] of gauges) {
    registerMeasured(registry, {
      name: `landfall_upstream_${name}`,
      help,
      labelNames: ['partner', 'standard'],
      measure: () =>
        upstream.endpoints().map((endpoint) => [measure(endpoint), { partner: endpoint.partner, standard: endpoint.standard }] as const),
    });
  }
}
