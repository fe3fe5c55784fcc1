import { randomUUID } from 'node:crypto';
import type { GraphQLError } from 'graphql';
import type { Caller } from '../access/entitlement.ts';
import { createRowCounter, rowCountsExtension } from '../access/row-counter.ts';
import type { Session } from '../access/sessions.ts';
import type { SignInWatch } from '../access/sign-in-watch.ts';
import { asLandfallError, type LandfallError } from '../errors.ts';
import { codeOf, refusal, toClientError, toClientErrors } from '../graphql/client-errors.ts';
import type { Engine, ValidatedOperation } from '../graphql/engine.ts';
import type { Logger } from '../logger.ts';
import { formatGap } from '../subscriptions/format-event.ts';
import { logFieldsOf } from '../subscriptions/log-fields.ts';
import { type LogOperation, logOperationOf } from '../subscriptions/log-operation.ts';
import { LogReadError } from '../subscriptions/log-reader.ts';
import { createFlusher, OutgoingQueue, type QueuedMessages, type QueueLimits } from '../subscriptions/outgoing-queue.ts';
import type { SubscriptionHub } from '../subscriptions/subscription-hub.ts';
import { inSpan } from '../tracing.ts';
import type { GraphqlRequest } from '../transports/graphql-request.ts';
import type { Answer, CallerAccess, PrepareResult, RequestPipeline, RequestScope } from '../transports/request-pipeline.ts';
import { createSocketCounts } from '../transports/socket-counts.ts';
import type { AccessAudit } from './access-audit.ts';
import { type CostLimit, createCostLimit } from './cost-limit.ts';
import { checkVariables, createExecute } from './execution.ts';
import type { OperationLimits } from './operation-limits.ts';
import { createOperations } from './operations.ts';
import type { PipelineMetrics } from './pipeline-metrics.ts';
import type { RequestPolicy } from './request-policy.ts';
import { measureVariables } from './variable-limits.ts';

export interface RequestPipelineOptions {
  readonly engine: Engine;
  readonly hub: SubscriptionHub;
  readonly logger: Logger;
  readonly metrics: PipelineMetrics;
  readonly access: CallerAccess;
  readonly signIns: SignInWatch;
  readonly audit: AccessAudit;
  readonly limits: OperationLimits & QueueLimits;
  readonly policy: RequestPolicy;
  /** Counts the messages of all pipelines of the process that are waiting for slow sockets. */
  readonly queued: QueuedMessages;
  /** Maximum size of its cache of operations. */
  readonly cacheBytes: number;
  /** Whether its callers are gateways, which write the audit log themselves. @default false */
  readonly isForGateways?: boolean;
}

/** @throws {LandfallError} CONFIG_INVALID when a subscription of the schema has no log */
export function createRequestPipeline(options: RequestPipelineOptions): RequestPipeline {
  const { engine, logger, metrics, access, signIns, audit, limits, policy, queued, isForGateways = false } = options;
  const { schema } = engine;
  const costs = createCostLimit(schema);
  const prepare = createPrepare(options, costs);
  const execute = createExecute(engine, logger);
  const schedule = createFlusher();
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
      return notNow === undefined ? prepare(request, session) : refused([notNow]);
    },
    async execute({ operation, variables }, { transport, requestId, session, signal, reportsCost, reportsRows }) {
      const start = performance.now();
      // Anyone can send the header, but only a gateway writes the audit line instead.
      const rows = isForGateways && reportsRows ? createRowCounter() : audit.createCounter();
      const caller = callerFor(operation, session);
      const run = () => execute({ operation, variables, caller, requestId, signal, rows, acceptsShared: true });
      // The gateway's trace has the operation of the client.
      const answer = isForGateways ? await run() : await inOperationSpan(run, { operation, transport });
      const outcome = answer.errors === undefined ? 'ok' : 'errors';
      audit.answered({ session, operation, transport, requestId }, rows, outcome);
      metrics.operation({ kind: operation.kind, transport, outcome, durationMs: performance.now() - start, errors: answer.errors });
      const counts = isForGateways ? rows?.counts() : undefined;
      if (!reportsCost && counts === undefined) return answer;
      const maxCost = session.limits.operationCost;
      const cost = reportsCost ? { cost: costs.report({ operation, variables, data: answer.data, maxCost }) } : {};
      return { ...answer, extensions: { ...cost, ...(counts === undefined ? {} : { [rowCountsExtension]: counts }) } };
    },
    openQueue: (writer) =>
      new OutgoingQueue({ writer, limits, queued, schedule, onSent: metrics.eventsSent, onMissed: metrics.eventsMissed }),
    stream: createStream(options),
    showErrors: (errors, requestId) => toClientErrors(errors, { requestId, logger }),
    showFailure: (error, requestId) => (error instanceof LogReadError ? error.errors : [toClientError(error, { requestId, logger })]),
    nextRequestId: randomUUID,
  };
  return pipeline;
}

/** Validates requests and checks their limits, in the order of what each check costs. */
function createPrepare(
  { engine: { schema }, limits, policy, cacheBytes }: RequestPipelineOptions,
  costs: CostLimit,
): (request: GraphqlRequest, session: Session) => PrepareResult {
  const { introspection, parseBudget, documents } = policy;
  const operations = createOperations({ schema, limits, introspection, parseBudget, cacheBytes });
  const logFields = logFieldsOf(schema);
  const logOperations = new WeakMap<ValidatedOperation, LogOperation | readonly GraphQLError[]>();
  const logOf = (operation: ValidatedOperation): LogOperation | readonly GraphQLError[] => {
    let log = logOperations.get(operation);
    if (log === undefined) {
      log = logOperationOf(operation, logFields);
      logOperations.set(operation, log);
    }
    return log;
  };
  return (request, session) => {
    const text = documents.queryTextOf(request);
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
  };
}

/** Streams subscriptions from the hub to the queues of their connections. */
function createStream({ engine, hub, metrics, audit }: RequestPipelineOptions): RequestPipeline['stream'] {
  return ({ operation, log, variables }, { queue, guard, transport, requestId }, output) => {
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
      missed: (gap) => formatGap({ schema: engine.schema, operation: log, variables }, gap),
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
  };
}

/** Runs an operation in a span, which fails with the code of its first error. */
function inOperationSpan(
  run: () => Promise<Answer>,
  { operation, transport }: Pick<RequestScope, 'transport'> & { readonly operation: ValidatedOperation },
) {
  const { kind: name, definition } = operation;
  const attributes = { 'graphql.operation.type': name, 'graphql.operation.name': definition.name?.value };
  const kind = transport === 'websocket' ? 'SERVER' : undefined;
  return inSpan({ name, kind, attributes }, async (span) => {
    const answer = await run();
    const [error] = answer.errors ?? [];
    if (error !== undefined) span.fail(codeOf(error));
    return answer;
  });
}

function refused(errors: readonly GraphQLError[]): PrepareResult {
  return { kind: 'refused', errors };
}

/** A mutation is recorded with the person who sent it; the result of a query does not depend on a person. */
function callerFor({ kind }: ValidatedOperation, { caller, subject }: Session): Caller {
  return kind === 'mutation' && subject !== undefined ? { ...caller, subject } : caller;
}
