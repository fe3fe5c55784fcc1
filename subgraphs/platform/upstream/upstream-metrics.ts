import { Counter, Gauge, type Registry } from 'prom-client';
import type { BreakerState } from './breaker.ts';
import type { Endpoint } from './endpoints.ts';

const breakerValues: Readonly<Record<BreakerState, number>> = { CLOSED: 0, HALF_OPEN: 1, OPEN: 2 };
const labelNames = ['partner', 'standard'] as const;

/** Registers the metrics of requests to partners. Each scrape reads the stats that are kept anyway. */
export function registerUpstreamMetrics(registry: Registry, upstream: { endpoints(): readonly Endpoint[] }): void {
  const registers = [registry];
  new Counter({
    name: 'landfall_upstream_calls_total',
    help: 'Finished requests to partners, each attempt counted: OK, GIVEN_UP (not admitted by the limiter in time) or the error code.',
    labelNames: [...labelNames, 'outcome'],
    registers,
    collect() {
      this.reset();
      for (const { partner, standard, stats } of upstream.endpoints()) {
        for (const [outcome, count] of stats.outcomes) this.inc({ partner, standard, outcome }, count);
      }
    },
  });
  const gauge = (name: string, help: string, measure: (endpoint: Endpoint) => number) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect() {
        this.reset();
        for (const endpoint of upstream.endpoints()) {
          const { partner, standard } = endpoint;
          this.set({ partner, standard }, measure(endpoint));
        }
      },
    });
  gauge(
    'landfall_upstream_breaker',
    'State of the circuit breaker: 0 closed, 1 half-open, 2 open.',
    ({ breaker }) => breakerValues[breaker.state],
  );
  gauge('landfall_upstream_waiting', 'Requests that wait for the limits of the partner.', ({ stats }) => stats.waiting);
  gauge('landfall_upstream_in_flight', 'Requests to the partner that are in flight.', ({ stats }) => stats.inFlight);
}
