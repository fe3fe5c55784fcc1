import { Counter, Gauge, type Registry } from 'prom-client';
import type { BreakerState } from './breaker.ts';
import type { Endpoint } from './endpoints.ts';

const breakerValues: Readonly<Record<BreakerState, number>> = { CLOSED: 0, HALF_OPEN: 1, OPEN: 2 };
const labelNames = ['partner', 'standard'] as const;

/** Shows the calls to partners. Nothing is counted twice for it: what is held anyway is read when somebody looks. */
export function registerUpstreamMetrics(registry: Registry, upstream: { endpoints(): readonly Endpoint[] }): void {
  const registers = [registry];
  new Counter({
    name: 'landfall_upstream_calls_total',
    help: 'Calls to partners that ended, each attempt counted: OK, GIVEN_UP (not let through in time) or the code of the error.',
    labelNames: [...labelNames, 'outcome'],
    registers,
    collect() {
      this.reset();
      for (const { partner, standard, tally } of upstream.endpoints()) {
        for (const [outcome, count] of tally.outcomes) this.inc({ partner, standard, outcome }, count);
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
    '0 asked as usual, 1 one call is being tried, 2 not asked.',
    ({ breaker }) => breakerValues[breaker.state],
  );
  gauge('landfall_upstream_waiting', 'Calls that wait until the partner may be asked.', ({ tally }) => tally.waiting);
  gauge('landfall_upstream_under_way', 'Calls that the partner is answering.', ({ tally }) => tally.underWay);
}
