import type { Registry } from 'prom-client';
import type { AccessRegistry } from '#platform/access/access-registry.ts';
import { openCaller } from '#platform/access/entitlement.ts';
import { uncounted } from '#platform/access/row-counter.ts';
import type { WebhookLog } from '#platform/access/webhook-document.ts';
import type { Engine } from '#platform/graphql/engine.ts';
import type { ExecuteQuery } from '#platform/graphql/execute-query.ts';
import { createPartnerNameOf } from '#platform/graphql/partner-names.ts';
import { startSequencer } from '#platform/log/sequencer.ts';
import { startRetention } from '#platform/log/trim-log.ts';
import { disposeAll } from '#platform/process/backends.ts';
import type { Subgraph, SubgraphParts } from '#platform/process/subgraph.ts';
import { createInvalidRows } from '#platform/publisher/invalid-rows.ts';
import type { MadeAttempt } from '#platform/publisher/webhooks/delivery-attempt.ts';
import { type Clock, systemClock } from '#platform/time/clock.ts';
import { defaultThresholds } from './alerts.ts';
import { createErasedNotices } from './evaluator/erased-notices.ts';
import { evaluatorViewsOf } from './evaluator/evaluated-views.ts';
import { type Evaluator, startEvaluator } from './evaluator/evaluator.ts';
import { registerEvaluatorMetrics } from './evaluator/evaluator-metrics.ts';
import { createSchedulePlan } from './evaluator/plan.ts';
import { createUpdateArrivals } from './evaluator/update-arrivals.ts';
import { createMarks, createMarkWriter } from './marks.ts';
import { createQueries } from './queries.ts';
import { type RequestContext, resolvers } from './resolvers.ts';
import { type AudienceTenant, alertVersionsOf, createRowOf, stateOf } from './store/state-rows.ts';
import { viewOf } from './views.ts';
import { openWebhooks } from './webhooks/open-webhooks.ts';
import { type WebhookRecipient, webhookRecipients } from './webhooks/recipients.ts';
import { sampleBodyOf } from './webhooks/sample-event.ts';
import { createWebhookKinds, isWanted, webhookLogs } from './webhooks/webhook-kinds.ts';

/** What the commands of operators need to know about webhooks. Their delivery kinds never send anything. */
export const webhookCommands = {
  kinds: () => createWebhookKinds(() => () => undefined),
  recipientsOf: webhookRecipients,
  logsOf: ({ webhook }: Pick<WebhookRecipient, 'webhook'>) => webhookLogs.filter((log) => isWanted(log, webhook)),
  sampleOf: (log: WebhookLog, { webhook }: Pick<WebhookRecipient, 'webhook'>) => sampleBodyOf(log, webhook.document),
} as const;

/** The parts that the subgraph needs in addition to those of every subgraph. */
export interface ArrivalsParts {
  /** The tenants, with their rights and thresholds. */
  readonly access: Pick<AccessRegistry, 'tenants' | 'onChange'>;
  /** Seconds between two requests for the schedules of an arrival. Default: as planned by the evaluator */
  readonly scheduleSeconds?: number | undefined;
  readonly clock?: Clock | undefined;
  /** Called after each attempt to send an event to a webhook. */
  readonly onWebhookAttempt?: ((attempt: MadeAttempt) => void) | undefined;
  /** Minimum time between two rounds of the evaluation. @default as in the evaluator */
  readonly minIntervalMs?: number | undefined;
}

/** The subgraph of arrivals. */
export interface ArrivalsSubgraph extends Subgraph<RequestContext> {
  /** Begins to send to webhooks. Called once, when operations over all subgraphs can be executed. */
  startWebhooks(engine: Pick<Engine, 'execute' | 'schema'>): void;
  /** Begins the evaluation. Called once, when the other subgraphs can be queried. */
  startEvaluator(executeQuery: ExecuteQuery): void;
}

const name = 'arrivals';
const log = 'arrival-alerts';

/**
 * Opens the subgraph: its schema, the sequencer of its log and the delivery queues of webhooks. Nothing is evaluated before
 * {@link ArrivalsSubgraph.startEvaluator}, and nothing is sent before {@link ArrivalsSubgraph.startWebhooks}.
 */
export async function openSubgraph(
  parts: SubgraphParts,
  { access, scheduleSeconds, clock = systemClock, onWebhookAttempt, minIntervalMs }: ArrivalsParts,
): Promise<ArrivalsSubgraph> {
  const { store, bus, logger, metrics, shared, partners, signer, retentionMs } = parts;
  const sequencer = startSequencer({ store, log, bus, logger, shared, onSequenced: metrics.sequenced });
  const retention = startRetention({ store, logs: [log], retentionMs, logger });
  const audiencesOf = (known: ReturnType<typeof access.tenants>): readonly AudienceTenant[] => {
    if (known.length === 0) return [{ name: '', view: viewOf(openCaller.entitlement), thresholds: defaultThresholds, charges: true }];
    return known.map(({ name: tenant, entitlement, thresholds }) => ({
      name: tenant,
      view: viewOf(entitlement),
      thresholds,
      charges: entitlement.charges,
    }));
  };
  const readAccess = () => ({ tenants: audiencesOf(access.tenants()), views: evaluatorViewsOf(access.tenants()) });
  let current = readAccess();
  const tenants = () => current.tenants;
  const thresholdsOf = (tenant: string) => tenants().find((known) => known.name === tenant)?.thresholds ?? defaultThresholds;
  const rows = { stateOf, rowOf: createRowOf(tenants, clock), alertVersionsOf };
  const { arrivals } = store;
  const [alerts, erased] = [store.versions(log), createErasedNotices(store)];
  const update = createUpdateArrivals({ arrivals, alerts, rows, erased, onAppended: sequencer.wake });
  const writeMark = createMarkWriter({ update, clock, wake: () => evaluator?.wake() });
  const webhooks = await openWebhooks(parts, { access, signer, onAttempt: onWebhookAttempt });
  let evaluator: Evaluator | undefined;
  const unsubscribe = access.onChange(() => {
    current = readAccess();
    evaluator?.refresh();
  });
  return {
    name,
    resolvers,
    routes: [],
    published: [],
    logs: [log],
    deliverers: webhooks.deliverers,
    invalidRows: createInvalidRows(),
    registerMetrics: (registry: Registry) => registerEvaluatorMetrics(registry, () => evaluator),
    contextFor: (caller, { rows: counter = uncounted } = {}) => {
      const view = viewOf(caller.entitlement);
      const thresholds = thresholdsOf(caller.tenant);
      const queries = createQueries({ store, signer, caller, view, thresholds, rows: counter, clock });
      const marks = createMarks({ write: writeMark, caller, clock });
      const reader = { view, thresholds, charges: caller.entitlement.charges };
      const webhooksOf = webhooks.operationsFor(caller);
      return { caller, queries, marks, webhooks: webhooksOf, reader, partnerNameOf: createPartnerNameOf(partners, caller), clock };
    },
    startWebhooks: webhooks.start,
    startEvaluator: (executeQuery) => {
      evaluator = startEvaluator({
        store,
        executeQuery,
        signer,
        update,
        rows,
        tenants,
        views: () => current.views,
        plan: createSchedulePlan(scheduleSeconds),
        bus,
        logger,
        shared,
        clock,
        minIntervalMs,
      });
    },
    [Symbol.asyncDispose]: async () => {
      unsubscribe();
      await disposeAll(webhooks.deliverers);
      await evaluator?.[Symbol.asyncDispose]();
      await retention[Symbol.asyncDispose]();
      await sequencer[Symbol.asyncDispose]();
    },
  };
}
