import type { Registry } from 'prom-client';
import type { CursorCache } from '../cache/cursor-cache.ts';
import type { ErrorCode, LandfallError } from '../errors.ts';
import { registerMeasured, type Sample } from '../metrics.ts';
import { endpointOf, type Partner, type Standard } from '../partners/partner.ts';
import type { PartnerRegistry } from '../partners/registry.ts';
import type { Clock } from '../time/clock.ts';
import { type BreakerCoolDown, type BreakerState, createBreaker } from './breaker.ts';
import { createLimiter, type Limiter } from './limiter.ts';
import { openCapabilityRecord } from './observed-capabilities.ts';
import type { SendResponse } from './send.ts';
import type { SharedLimits } from './shared-limits.ts';

export interface EndpointOptions {
  readonly clock: Clock;
  /** The current partner files. Default: each partner as given with the first request to it; none is ever dropped. */
  readonly partners?: Pick<PartnerRegistry, 'find' | 'onChange'> | undefined;
  /** Keeps observed capabilities when this process ends. Default: they are lost. */
  readonly cursorCache?: CursorCache | undefined;
  /** How long breakers stay open. */
  readonly breakerCoolDown?: BreakerCoolDown | undefined;
  /** Limits of partners that all replicas share. Default: this process counts by itself. */
  readonly shared?: SharedLimits | undefined;
}

/** The state of one partner at one standard. */
export type Endpoint = ReturnType<typeof openEndpoint>;

/**
 * Opens the state of all partners, empty. The registry limits its size: the state of a partner is dropped together with
 * its file.
 */
export function openEndpoints(options: EndpointOptions) {
  const { clock, partners, shared } = options;
  /** The limiter of a partner is shared by all its standards. */
  const states = new Map<string, { readonly limiter: Limiter; readonly endpoints: Map<Standard, Endpoint> }>();

  const stopWatching = partners?.onChange(() => {
    for (const [id, { limiter, endpoints }] of states) {
      const partner = partners.find(id);
      // Requests in flight keep the state of a removed partner until they end.
      if (partner === undefined) states.delete(id);
      else {
        limiter.adjust(partner.limits);
        for (const { standard, baseUrl } of endpoints.values()) {
          if (baseUrlOf(partner, standard) !== baseUrl) endpoints.delete(standard);
        }
      }
    }
  });

  const stateOf = (partner: Partner) => {
    const state = states.get(partner.id) ?? {
      limiter: createLimiter(partner.id, { limits: (partners?.find(partner.id) ?? partner).limits, clock, shared }),
      endpoints: new Map<Standard, Endpoint>(),
    };
    // A request that began before its partner's file was removed leaves no state behind.
    if (partners === undefined || partners.find(partner.id) !== undefined) states.set(partner.id, state);
    return state;
  };
  const of = (partner: Partner, standard: Standard) => {
    const { limiter, endpoints } = stateOf(partner);
    const known = endpoints.get(standard);
    const baseUrl = baseUrlOf(partner, standard);
    if (known !== undefined && known.baseUrl === baseUrl) return known;
    const opened = openEndpoint(partner.id, standard, { ...options, limiter, baseUrl });
    endpoints.set(standard, opened);
    return opened;
  };
  return {
    of,
    /** Returns the limiter of a partner, including one that offers no standard. */
    limiterOf: (partner: Partner) => stateOf(partner).limiter,
    find: (id: string, standard: Standard) => {
      if (partners === undefined) return states.get(id)?.endpoints.get(standard);
      const partner = partners.find(id);
      return partner === undefined || baseUrlOf(partner, standard) === undefined ? undefined : of(partner, standard);
    },
    all: () => [...states.values()].flatMap(({ endpoints }) => [...endpoints.values()]),
    rejectAll: (error: LandfallError) => {
      stopWatching?.();
      for (const { limiter } of states.values()) limiter.rejectAll(error);
    },
  };
}

function openEndpoint(
  partner: string,
  standard: Standard,
  options: EndpointOptions & { readonly limiter: Limiter; readonly baseUrl: string | undefined },
) {
  const { clock, limiter, baseUrl, breakerCoolDown: coolDown, shared, cursorCache: cache } = options;
  const breaker = createBreaker({
    partner,
    clock,
    coolDown,
    onOpen: (error, hasFailed) => {
      if (hasFailed && error.until !== undefined) shared?.coolDown(partner, standard, error.until - clock.now());
      limiter.rejectAll(error, standard);
    },
  });
  const capabilities = openCapabilityRecord(`observed:${partner}:${standard}`, baseUrl ?? '', cache);
  return { partner, standard, baseUrl, limiter, breaker, stats: createCallStats(clock), capabilities };
}

function baseUrlOf(partner: Partner, standard: Standard): string | undefined {
  return endpointOf(partner, standard)?.baseUrl;
}

/** `OK` for status 200, `GIVEN_UP` for a request that was not admitted or was aborted, otherwise the code of the error. */
type CallOutcome = 'OK' | 'GIVEN_UP' | ErrorCode;

/** Creates the empty counts of the requests to one partner for one standard. */
function createCallStats(clock: Clock) {
  const outcomes = new Map<CallOutcome, number>();
  // Recorded for every request, so it is formatted only when it is read.
  let response: { readonly at: number; readonly milliseconds: number; readonly apiVersion: string | undefined } | undefined;
  let failure: { readonly at: number; readonly error: LandfallError } | undefined;
  const count = (outcome: CallOutcome) => {
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  };
  return {
    outcomes: outcomes as ReadonlyMap<CallOutcome, number>,
    inFlight: 0,
    waiting: 0,
    count,
    recordResponse: (milliseconds: number, { apiVersion }: Pick<SendResponse, 'apiVersion'>) => {
      count('OK');
      response = { at: clock.now(), milliseconds, apiVersion };
    },
    recordFailure: (error: LandfallError) => {
      count(error.code);
      failure = { at: clock.now(), error };
    },
    /** Returns the last response and the last failure. Their times are RFC 3339 in UTC; the message may be shown. */
    last: () => ({
      lastResponse: response && { ...response, at: new Date(response.at).toISOString() },
      lastFailure: failure && { at: new Date(failure.at).toISOString(), code: failure.error.code, message: failure.error.message },
    }),
  };
}

/** Health of one partner at one standard, as observed by this process since it started or the address changed. */
export type EndpointHealth = ReturnType<typeof healthOf>;

/** Returns the current health of an endpoint. */
export function healthOf({ partner, standard, breaker, stats, capabilities }: Endpoint) {
  const { OK: answers = 0, GIVEN_UP: _, ...failures } = Object.fromEntries(stats.outcomes);
  const { coolDownUntil } = breaker;
  return {
    partner,
    standard,
    breaker: breaker.state,
    /** Time of the next trial request, RFC 3339 in UTC; undefined unless the breaker is open. */
    coolDownUntil: coolDownUntil === undefined ? undefined : new Date(coolDownUntil).toISOString(),
    /** Number of requests answered with status 200. */
    answers,
    /** Number of failed requests, counting each attempt, and of responses that could not be used. */
    failures: Object.values(failures).reduce((sum, count) => sum + count, 0),
    ...stats.last(),
    inFlight: stats.inFlight,
    /** Number of requests that wait for the limiter. */
    waiting: stats.waiting,
    observed: capabilities.observed,
  };
}

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
