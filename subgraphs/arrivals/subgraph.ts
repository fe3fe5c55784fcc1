import type { Registry } from 'prom-client';
import { defaultAlertThresholds, defaultArrivalOpenDays } from '#platform/access/access-file.ts';
import type { AccessRegistry } from '#platform/access/access-registry.ts';
import { openCaller } from '#platform/access/entitlement.ts';
import { uncounted } from '#platform/access/row-counter.ts';
import type { Tenant } from '#platform/access/sessions.ts';
import type { WebhookLog } from '#platform/access/webhook.ts';
import type { Engine, ExecuteQuery } from '#platform/graphql/engine.ts';
import { partnerNameFor } from '#platform/graphql/shared-types.ts';
import { startLogTasks } from '#platform/log/log-tasks.ts';
import { disposeAll } from '#platform/process/backends.ts';
import type { Subgraph, SubgraphParts } from '#platform/process/subgraph.ts';
import type { MadeAttempt } from '#platform/publisher/deliveries/delivery-queue.ts';
import { createInvalidRows } from '#platform/publisher/invalid-rows.ts';
import { type Clock, systemClock } from '#platform/time/clock.ts';
import type { AlertReader } from './alerts.ts';
import { type Evaluator, registerEvaluatorMetrics, startEvaluator } from './evaluator/evaluator.ts';
import { createUpdateArrivals } from './evaluator/update-arrivals.ts';
import { createMarks, createMarkWriter } from './marks.ts';
import { createQueries } from './queries.ts';
import { type RequestContext, resolvers } from './resolvers.ts';
import { type AudienceTenant, createRowOf } from './store/state-rows.ts';
import { viewOf, viewsOf } from './tenant-views.ts';
import { sampleBodyOf } from './webhooks/event-writer.ts';
import { createWebhookKinds, openWebhooks } from './webhooks/open-webhooks.ts';
import { logsOf, type WebhookRecipient, webhookRecipients } from './webhooks/recipients.ts';

/** What the commands of operators need to know about webhooks. Their delivery kinds never send anything. */
export const webhookCommands = {
  kinds: () => createWebhookKinds(() => () => undefined),
  recipientsOf: webhookRecipients,
  logsOf,
  sampleOf: (log: WebhookLog, { webhook }: Pick<WebhookRecipient, 'webhook'>) => sampleBodyOf(log, webhook.document),
} as const;

/** The parts that the subgraph needs in addition to those of every subgraph. */
export interface ArrivalsParts {
  /** The tenants, with their rights and thresholds, and for how many days arrivals stay open. */
  readonly access: Pick<AccessRegistry, 'tenants' | 'onChange'> & Partial<Pick<AccessRegistry, 'arrivalOpenDays'>>;
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
 * Opens the subgraph: its schema, the tasks of its log and the delivery queues of webhooks. Nothing is evaluated before
 * {@link ArrivalsSubgraph.startEvaluator}, and nothing is sent before {@link ArrivalsSubgraph.startWebhooks}.
 */
export async function openSubgraph(
  parts: SubgraphParts,
  { access, scheduleSeconds, clock = systemClock, onWebhookAttempt, minIntervalMs }: ArrivalsParts,
): Promise<ArrivalsSubgraph> {
  const { store, bus, logger, partners, signer } = parts;
  const tasks = startLogTasks(log, parts);
  const readAccess = () => {
    const known = access.tenants();
    const tenants = known.length === 0 ? [{ name: '', thresholds: defaultAlertThresholds, ...openCaller }] : known;
    const audiences = tenants.map(({ name: tenant, ...rights }): AudienceTenant => ({ name: tenant, ...readerOf(rights) }));
    return { audiences, views: viewsOf(known) };
  };
  let current = readAccess();
  const rowOf = createRowOf(() => current.audiences, clock);
  const update = createUpdateArrivals(store, rowOf, tasks.wake);
  const writeMark = createMarkWriter(update, clock, () => evaluator?.wake());
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
    registerMetrics: (registry: Registry) => registerEvaluatorMetrics(registry, { store, clock }),
    contextFor: (caller, { rows = uncounted } = {}) => {
      const thresholds = current.audiences.find((tenant) => tenant.name === caller.tenant)?.thresholds ?? defaultAlertThresholds;
      const reader = readerOf({ entitlement: caller.entitlement, thresholds });
      return {
        caller,
        queries: createQueries({ store, signer, caller, reader, rows, clock }),
        marks: createMarks(writeMark, caller, clock),
        webhooks: webhooks.operationsFor(caller),
        reader,
        partnerNameOf: (id: string) => partnerNameFor(caller, id, partners),
        clock,
      };
    },
    startWebhooks: webhooks.start,
    startEvaluator: (executeQuery) => {
      const openDays = () => access.arrivalOpenDays ?? defaultArrivalOpenDays;
      // A partner without a file here may have one where schedules are queried.
      const offersSchedules = (id: string) => {
        const partner = partners.find(id);
        return partner === undefined || partner.commercialSchedules !== undefined;
      };
      const of = {
        offersSchedules,
        tenants: () => current.audiences,
        views: () => current.views,
        openDays,
        scheduleSeconds,
        minIntervalMs,
      };
      evaluator = startEvaluator({ store, executeQuery, signer, rowOf, update, onAppended: tasks.wake, bus, logger, clock, ...of });
    },
    [Symbol.asyncDispose]: async () => {
      unsubscribe();
      await disposeAll(webhooks.deliverers);
      await evaluator?.[Symbol.asyncDispose]();
      await tasks[Symbol.asyncDispose]();
    },
  };
}

/** Returns how a tenant reads alerts. */
function readerOf({ entitlement, thresholds }: Pick<Tenant, 'entitlement' | 'thresholds'>): AlertReader {
  return { view: viewOf(entitlement), thresholds, charges: entitlement.charges };
}
