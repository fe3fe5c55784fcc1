import type { Caller } from '#platform/access/entitlement.ts';
import { createRowCounter, type RowCounter } from '#platform/access/row-counter.ts';
import type { Engine, EngineRequest, EngineResult, ValidatedOperation, Variables } from '#platform/graphql/engine.ts';
import type { EventBus } from '#platform/log/event-bus.ts';
import type { Clock } from '#platform/time/clock.ts';

/**
 * Time for which a query in flight accepts further callers. It limits the age of a shared result if the bus does not
 * report a change.
 */
const joinableMs = 1_000;

/** A query in flight. */
interface Flight {
  readonly result: Promise<EngineResult>;
  readonly startedAt: number;
  /** Counts the rows of the result, for all callers. */
  readonly rows: RowCounter | undefined;
  /** Aborts the query when no callers are waiting any more. */
  readonly abort: AbortController;
  waiting: number;
}

/**
 * Creates an engine that executes equal queries in flight only once, for the requests that accept a shared result.
 * Queries are equal if document, variables, rights, tenant and quota are equal: tenants differ in quotas, thresholds
 * and marks. A query that began before a log grew, before a subscription read a log, or before a mutation ended, accepts
 * no further callers, so that a caller that has seen the change gets no older result.
 *
 * Each caller has its own count of rows, and its disconnection does not affect other callers.
 *
 * @param bus its messages report that logs have grown
 */
export function createSharedQueries(engine: Engine, bus: Pick<EventBus, 'subscribe'>, clock: Pick<Clock, 'now'>): Engine {
  let flights = new WeakMap<ValidatedOperation, Map<string, Flight>>();
  const closeFlights = () => {
    flights = new WeakMap();
  };
  const unsubscribe = bus.subscribe('sequenced', closeFlights);

  function begin(request: EngineRequest, key: string): Flight {
    const { operation } = request;
    const abort = new AbortController();
    const rows = request.rows === undefined ? undefined : createRowCounter();
    const ofOperation = flights.get(operation) ?? new Map<string, Flight>();
    flights.set(operation, ofOperation);
    const result = Promise.resolve(engine.execute({ ...request, rows, signal: abort.signal })).finally(() => close());
    const flight: Flight = { result, startedAt: clock.now(), rows, abort, waiting: 0 };
    // A later query may have replaced it.
    const close = () => {
      if (ofOperation.get(key) === flight) ofOperation.delete(key);
    };
    abort.signal.addEventListener('abort', close, { once: true });
    ofOperation.set(key, flight);
    return flight;
  }

  async function join(request: EngineRequest): Promise<EngineResult> {
    const key = keyOf(request.caller, request.variables, request.rows !== undefined);
    const known = flights.get(request.operation)?.get(key);
    const isJoinable = known !== undefined && clock.now() - known.startedAt < joinableMs;
    const flight = isJoinable ? known : begin(request, key);
    const leave = () => {
      flight.waiting -= 1;
      if (flight.waiting === 0) flight.abort.abort();
    };
    flight.waiting += 1;
    request.signal?.addEventListener('abort', leave, { once: true });
    try {
      const { data, errors } = await flight.result;
      const counts = flight.rows?.counts();
      if (counts !== undefined) request.rows?.addCounts(counts);
      return errors === undefined ? { data } : { data, errors: [...errors] };
    } finally {
      request.signal?.removeEventListener('abort', leave);
    }
  }

  return {
    schema: engine.schema,
    execute(request) {
      if (request.acceptsShared && request.operation.kind === 'query' && !request.signal?.aborted) return join(request);
      // Mutations change rows. Subscriptions read logs, also when a message of the bus is late or lost.
      return Promise.resolve(engine.execute(request)).finally(closeFlights);
    },
    [Symbol.asyncDispose]: async () => {
      unsubscribe();
      await engine[Symbol.asyncDispose]();
    },
  };
}

function keyOf({ key, tenant, partnerCallsPerMinute }: Caller, variables: Variables, countsRows: boolean): string {
  return JSON.stringify([key, tenant, partnerCallsPerMinute, countsRows, variables]);
}
