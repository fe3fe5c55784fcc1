import { type DocumentNode, execute, type GraphQLSchema, parse, validate } from 'graphql';
import { defaultAlertThresholds } from '#platform/access/access-file.ts';
import { type Caller, defaultCallerLimits } from '#platform/access/entitlement.ts';
import type { Tenant } from '#platform/access/sessions.ts';
import { createMemoryCursorCache } from '#platform/cache/cursor-cache.ts';
import { createQueryExecutor, type Engine, type ValidatedOperation } from '#platform/graphql/engine.ts';
import { createCursorSigner } from '#platform/log/cursor-signer.ts';
import { createMemoryBus } from '#platform/log/event-bus.ts';
import { createLogger } from '#platform/logger.ts';
import { openPartnerRegistry } from '#platform/partners/registry.ts';
import { disposeAll } from '#platform/process/backends.ts';
import { createPartMetrics } from '#platform/process/health.ts';
import { openSubgraphSchema } from '#platform/process/serve-graphql.ts';
import type { Subgraph } from '#platform/process/subgraph.ts';
import { acceptParsed } from '#platform/receiver/accept.ts';
import type { Store } from '#platform/store/store.ts';
import { type Clock, systemClock } from '#platform/time/clock.ts';
import { openUpstream } from '#platform/upstream/upstream.ts';
import { openCompiledEngine } from '../../../gateway/engines/compiled.ts';
import { readSupergraph } from '../../../gateway/supergraph/supergraph.ts';
import { patientQuery } from '../../support/patient-query.ts';
import { openSubgraphs } from '../../support/subgraphs.ts';
import { openSignedEngine } from './signed-engine.ts';

/** The subgraphs behind an engine, queried by any caller. */
export interface OpenLandfallFor extends AsyncDisposable {
  readonly engine: Engine;
  /** Ingests objects like the receiver, as this partner, and waits until they are in the log. */
  push(partner: string, path: PushPath, ...objects: readonly object[]): Promise<void>;
  /** Returns the answer as the gateway would get it. */
  query<T = Record<string, never>>(caller: Caller, query: string, variables?: Record<string, unknown>): Promise<Answer<T>>;
  /** Resolves when everything that was pushed and marked has been evaluated, and the alerts are in the log. */
  evaluated(): Promise<void>;
  /** Queries one subgraph like a gateway, and returns everything that it would send. */
  querySubgraph(
    name: string,
    caller: Caller,
    request: { readonly query: string; readonly variables: Record<string, unknown> },
  ): Promise<string>;
}

/** How the engine reaches the subgraphs. */
export type Mode = 'together' | 'apart';

export type PushPath = '/arrival-notices' | '/arrival-notice-notifications' | '/events';

export interface Answer<T> {
  readonly data: T;
  readonly errors: readonly { readonly message: string; readonly code: string | undefined }[];
  /** Everything that would be sent, including errors. */
  readonly text: string;
}

const silent = createLogger('silent');

/**
 * Opens the subgraphs. All of them sign cursors with one secret, so that a cursor of one can be sent to another.
 *
 * @param parts.store closed by the caller that opened it
 * @param parts.partnersDir folder of the partners' files
 * @param parts.mode as one process, or as a gateway in front of several @default 'together'
 * @param parts.tenants callers whose arrivals are evaluated; other callers find none @default none
 */
export async function openLandfallFor(parts: {
  readonly store: Store;
  readonly partnersDir: string;
  readonly mode?: Mode;
  readonly tenants?: readonly Caller[] | undefined;
  /** Of the evaluation, and of the receipt of what is pushed. */
  readonly clock?: Clock;
  /** Seconds between two requests for the schedules of an arrival, which are then part of what is evaluated. */
  readonly scheduleSeconds?: number;
}): Promise<OpenLandfallFor> {
  const { store, partnersDir, mode = 'together', tenants = [], clock = systemClock, scheduleSeconds } = parts;
  const [bus, cursorCache] = [createMemoryBus(), createMemoryCursorCache()];
  const partners = await openPartnerRegistry({ dir: partnersDir, logger: silent, env: {} });
  const upstream = openUpstream({ logger: silent, partners, cursorCache });
  const settings = { signer: createCursorSigner(Buffer.from('the secret of both worlds')), retentionMs: 86_400_000 };
  const shared = { store, bus, cursorCache, ...settings };
  const subgraphParts = {
    ...shared,
    partners,
    upstream,
    metrics: createPartMetrics(),
    logger: silent,
    [Symbol.asyncDispose]: async () => {},
  };
  const opened = await openSubgraphs(subgraphParts, {
    access: { tenants: () => tenants.map(tenantOf), onChange: () => () => {} },
    // Each push is awaited.
    minIntervalMs: 0,
    clock,
    scheduleSeconds,
  });
  const subgraphs: readonly Subgraph[] = Object.values(opened);
  const engine = await openEngine(mode, subgraphs);
  if (tenants.length > 0) opened.arrivals.startEvaluator(createQueryExecutor(engine));
  const schemas = new Map<string, GraphQLSchema>();
  const operations = new Map<string, ValidatedOperation>();
  const documents = new Map<string, DocumentNode>();
  const documentFor = (schema: GraphQLSchema, query: string): DocumentNode => {
    const document = parse(query);
    const [fault] = validate(schema, document);
    if (fault !== undefined) throw fault;
    return document;
  };
  const operationOf = (query: string): ValidatedOperation => {
    const document = documentFor(engine.schema, patientQuery(query));
    const definition = document.definitions.find((each) => each.kind === 'OperationDefinition');
    if (definition === undefined) throw new Error('there is no operation');
    const operation: ValidatedOperation = { document, definition, kind: definition.operation };
    operations.set(query, operation);
    return operation;
  };
  return {
    engine,
    push: async (id, path, ...objects) => {
      const route = subgraphs.flatMap(({ routes }) => routes).find((each) => each.path === path);
      const partner = partners.find(id);
      if (route === undefined || partner === undefined) throw new Error(`${id} cannot push to ${path}`);
      const { parse, accept } = route.ingestFor(partner, {});
      const arrival = { partner, receivedAt: new Date(clock.now()).toISOString(), receivedBy: 'PUSH' as const };
      const prepared = objects.map((value, index) =>
        parse(arrival, { path: `$[${index}]`, bytes: Buffer.from(JSON.stringify(value)), value }),
      );
      const { feedback } = await acceptParsed(accept, partner.id, prepared);
      const [refused] = feedback.filter(({ severity }) => severity === 'ERROR');
      if (refused !== undefined) throw new Error(refused.message);
      await announceAll(store);
    },
    query: async (caller, query, variables = {}) => {
      const operation = operations.get(query) ?? operationOf(query);
      const { data, errors = [] } = await engine.execute({ operation, variables, caller, requestId: 'r' });
      const reported = errors.map(({ message, extensions, path }) => ({ message, code: String(extensions?.['code']), path }));
      const text = JSON.stringify({ data, errors: reported });
      return { ...JSON.parse(text), text };
    },
    evaluated: async () => {
      const { arrivals } = store;
      const alerts = store.versions('arrival-alerts');
      // Queried rarely, because that takes CPU time from the evaluation.
      for (;;) {
        const behind = await Promise.all(
          followed.map(async (log) => (await arrivals.position(log)) < (await store.versions(log).bounds()).head),
        );
        const due = [
          await arrivals.dueBy('wake', clock.now(), 1),
          scheduleSeconds === undefined ? [] : await arrivals.dueBy('query', clock.now(), 1),
        ];
        if (!behind.includes(true) && due.every((rows) => rows.length === 0)) break;
        for (const log of followed) bus.publish('sequenced', { log, head: 0 });
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
      while ((await alerts.assignSequences()) > 0);
    },
    querySubgraph: async (name, caller, { query, variables }) => {
      const subgraph = subgraphs.find((each) => each.name === name);
      if (subgraph === undefined) throw new Error(`there is no subgraph ${name}`);
      const schema = schemas.get(name) ?? openSubgraphSchema(subgraph);
      schemas.set(name, schema);
      const key = `${name} ${query}`;
      const document = documents.get(key) ?? documentFor(schema, query);
      documents.set(key, document);
      const contextValue = subgraph.contextFor(caller);
      return JSON.stringify(await execute({ schema, document, variableValues: variables, contextValue }));
    },
    [Symbol.asyncDispose]: async () => {
      await engine[Symbol.asyncDispose]();
      await disposeAll([...subgraphs, upstream, partners, bus, cursorCache]);
    },
  };
}

const followed = ['arrival-notice-versions', 'port-call-events'] as const;

function tenantOf(caller: Caller): Tenant {
  const { tenant: name, entitlement } = caller;
  return { name, caller, entitlement, limits: defaultCallerLimits, thresholds: defaultAlertThresholds, webhooks: [] };
}

/**
 * In one process nothing listens; in distributed mode the engine queries the subgraphs over HTTP with signed requests.
 */
function openEngine(mode: Mode, subgraphs: readonly Subgraph[]): Engine | Promise<Engine> {
  return mode === 'apart' ? openSignedEngine(subgraphs) : openCompiledEngine({ supergraph: readSupergraph(), subgraphs, logger: silent });
}

async function announceAll(store: Store): Promise<void> {
  for (const log of ['arrival-notice-versions', 'arrival-notice-notifications', 'port-call-events'] as const) {
    while ((await store.versions(log).assignSequences()) > 0);
  }
}
