import { randomUUID } from 'node:crypto';
import type { GraphQLError } from 'graphql';
import type { AccessRegistry } from '#platform/access/access-registry.ts';
import type { Caller } from '#platform/access/entitlement.ts';
import type { Session } from '#platform/access/sessions.ts';
import type { SignInWatch } from '#platform/access/sign-in-watch.ts';
import { asLandfallError, type LandfallError } from '#platform/errors.ts';
import { codeOf, refusal, toClientError, toClientErrors } from '#platform/graphql/client-errors.ts';
import type { Engine, ValidatedOperation } from '#platform/graphql/engine.ts';
import type { Logger } from '#platform/logger.ts';
import { logFieldsOf } from '#platform/subscriptions/log-fields.ts';
import { type LogOperation, logOperationOf } from '#platform/subscriptions/log-operation.ts';
import { LogReadError } from '#platform/subscriptions/log-reader.ts';
import { createMissedEvents } from '#platform/subscriptions/missed-event.ts';
import { createFlusher, createQueuedMessages, OutgoingQueue, type QueueLimits } from '#platform/subscriptions/outgoing-queue.ts';
import type { SubscriptionHub } from '#platform/subscriptions/subscription-hub.ts';
import { inSpan } from '#platform/tracing.ts';
import type { PrepareResult, RequestPipeline } from '#platform/transports/request-pipeline.ts';
import { createSocketCounts } from '#platform/transports/socket-counts.ts';
import type { AccessAudit } from './access/access-audit.ts';
import type { GatewayMetrics } from './metrics.ts';
import { createCostLimit } from './operations/cost-limit.ts';
import { checkVariables, createExecute } from './operations/execution.ts';
import type { OperationLimits } from './operations/operation-limits.ts';
import { createOperations } from './operations/operations.ts';
import { measureVariables } from './operations/variable-limits.ts';
import type { RequestPolicy } from './request-policy.ts';

export interface RequestPipelineOptions {
  readonly engine: Engine;
  readonly hub: SubscriptionHub;
  readonly logger: Logger;
  readonly metrics: GatewayMetrics;
  readonly access: AccessRegistry;
  readonly signIns: SignInWatch;
  readonly audit: AccessAudit;
  readonly limits: OperationLimits & QueueLimits;
  readonly policy: RequestPolicy;
}

/** @throws {LandfallError} CONFIG_INVALID when a subscription of the schema has no log */
export function createRequestPipeline({
  engine,
  hub,
  logger,
  metrics,
  access,
  signIns,
  audit,
  limits,
  policy,
}: RequestPipelineOptions): RequestPipeline {
  const { schema } = engine;
  const logFields = logFieldsOf(schema);
  const operations = createOperations({ schema, limits, introspection: policy.introspection, parseBudget: policy.parseBudget });
  const costs = createCostLimit(schema);
  const execute = createExecute(engine, logger);
  const missedEvents = createMissedEvents(schema);
  const schedule = createFlusher();
  const queued = createQueuedMessages();
  const logOperations = new WeakMap<ValidatedOperation, LogOperation | readonly GraphQLError[]>();

  function logOf(operation: ValidatedOperation): LogOperation | readonly GraphQLError[] {
    let log = logOperations.get(operation);
    if (log === undefined) {
      log = logOperationOf(operation, logFields);
      logOperations.set(operation, log);
    }
    return log;
  }

  const pipeline: RequestPipeline = {
    schema,
    logger,
    metrics,
    access,
    signIns,
    policy,
    connections: createSocketCounts(),
    draining: false,
    async prepare(request, session) {
      if (pipeline.draining) return refused([refusal('SHUTTING_DOWN', 'The server is shutting down.')]);
      const notNow = await policy.rate.admit(session);
      if (notNow !== undefined) return refused([notNow]);
      const text = policy.documents.queryTextOf(request);
      if (typeof text !== 'string') return refused([text]);
      const prepared = operations.prepare(text, request.operationName, session);
      if ('errors' in prepared) return refused(prepared.errors);
      const { operation } = prepared;
      const variables = request.variables ?? {};
      const oversize = measureVariables(variables, limits);
      if (oversize !== undefined) return refused([oversize]);
      const errors = checkVariables(schema, { operation, variables });
      if (errors.length > 0) return refused(errors);
      const tooExpensive = costs.check(operation, variables, session.limits.operationCost);
      if (tooExpensive !== undefined) return refused([tooExpensive]);
      if (operation.kind !== 'subscription') return { kind: 'once', operation, variables };
      const log = logOf(operation);
      return 'query' in log ? { kind: 'stream', operation, log, variables } : refused(log);
    },
    async execute({ operation, variables }, { transport, requestId, session, signal, reportsCost }) {
      const start = performance.now();
      const rows = audit.createCounter();
      const attributes = { 'graphql.operation.type': operation.kind, 'graphql.operation.name': operation.definition.name?.value };
      const kind = transport === 'websocket' ? 'SERVER' : undefined;
      const answer = await inSpan({ name: operation.kind, kind, attributes }, async (span) => {
        const executed = await execute({ operation, variables, caller: callerFor(operation, session), requestId, signal, rows });
        const [error] = executed.errors ?? [];
        if (error !== undefined) span.fail(codeOf(error));
        return executed;
      });
      const outcome = answer.errors === undefined ? 'ok' : 'errors';
      audit.answered({ session, operation, transport, requestId }, rows, outcome);
      metrics.operation({ kind: operation.kind, transport, outcome, durationMs: performance.now() - start, errors: answer.errors });
      if (!reportsCost) return answer;
      return {
        ...answer,
        extensions: { cost: costs.report({ operation, variables, data: answer.data, maxCost: session.limits.operationCost }) },
      };
    },
    openQueue: (writer) =>
      new OutgoingQueue({ writer, limits, queued, schedule, onSent: metrics.eventsSent, onMissed: metrics.eventsMissed }),
    stream({ operation, log, variables }, { queue, guard, transport, requestId }, output) {
      const { caller } = guard.session;
      const meter = audit.stream(() => ({ session: guard.session, operation, transport, requestId }));
      let outcome: Parameters<typeof meter.end>[0] = 'ended';
      const fail = (error: unknown) => {
        outcome = error instanceof LogReadError ? (error.errors[0]?.extensions.code ?? 'INTERNAL') : asLandfallError(error).code;
        output.fail(error);
      };
      const stream = queue.open({
        start: log.startOf(variables) ?? null,
        send: (payload, message) => {
          // Messages that were queued while the credential was valid are not sent after it expired; the guard is about
          // to end the stream.
          if (guard.error() !== undefined) return;
          if (message !== undefined) meter.sent(message);
          output.send(payload);
        },
        missed: (gap) => missedEvents({ operation, variables, logField: log.logField }, gap),
        fail,
      });
      const leave = hub.subscribe({ operation: log, variables, caller }, stream);
      metrics.subscriptions(transport, 1);
      const stop = () => {
        if (!forget()) return;
        leave();
        stream.close();
        metrics.subscriptions(transport, -1);
        meter.end(outcome);
      };
      const end = (error: LandfallError) => {
        outcome = error.code;
        stop();
        output.fail(error);
      };
      const forget = guard.onEnd(end);
      return stop;
    },
    showErrors: (errors, requestId) => toClientErrors(errors, { requestId, logger }),
    showFailure: (error, requestId) => (error instanceof LogReadError ? error.errors : [toClientError(error, { requestId, logger })]),
    nextRequestId: randomUUID,
  };
  return pipeline;
}

function refused(errors: readonly GraphQLError[]): PrepareResult {
  return { kind: 'refused', errors };
}

/** Who has changed something is recorded with it; what is read does not depend on a person. */
function callerFor({ kind }: ValidatedOperation, { caller, subject }: Session): Caller {
  return kind === 'mutation' && subject !== undefined ? { ...caller, subject } : caller;
}
