import { buildASTSchema, type ExecutionResult, execute, type GraphQLSchema, parse, printSchema } from 'graphql';
import type { Variables } from '../graphql/engine.ts';
import type { LogOperation } from './log-operation.ts';

/** The events that one subscriber was not sent: those after `from` (null: from the start), up to and including `to`. */
export interface Gap {
  readonly from: string | null;
  readonly to: string;
}

/** A subscription whose selection an event is formatted with. */
export interface EventSelection {
  readonly schema: GraphQLSchema;
  readonly operation: LogOperation;
  readonly variables: Variables;
}

const schemasWithoutResolvers = new WeakMap<GraphQLSchema, GraphQLSchema>();

/** Creates the result of a subscription for an event that no subgraph resolves: one without content. */
export function formatEvent(
  { schema, operation, variables }: EventSelection,
  event: { readonly cursor: string; readonly missed?: object },
): ExecutionResult {
  let bare = schemasWithoutResolvers.get(schema);
  if (bare === undefined) {
    bare = buildASTSchema(parse(printSchema(schema)), { assumeValid: true });
    schemasWithoutResolvers.set(schema, bare);
  }
  const { source, logField } = operation;
  const rootValue = { [logField.subscriptionField]: event };
  // Synchronous, because there is no resolver.
  return execute({ schema: bare, document: source.document, variableValues: variables, rootValue }) as ExecutionResult;
}

/** Formats a gap as an event. Cursors are opaque here, so the number of its events is unknown. */
export function formatGap(selection: EventSelection, gap: Gap): Buffer {
  const missed = { ...gap, count: null, reason: 'QUEUE_OVERFLOW' };
  return Buffer.from(JSON.stringify(formatEvent(selection, { cursor: gap.to, missed })));
}
