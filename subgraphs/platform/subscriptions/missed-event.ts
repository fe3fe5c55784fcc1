import { buildASTSchema, execute, type GraphQLSchema, parse, printSchema } from 'graphql';
import type { ValidatedOperation, Variables } from '../graphql/engine.ts';
import type { LogField } from './log-fields.ts';

/** The events that one subscriber was not sent: those after `from` (null: from the start), up to and including `to`. */
export interface Gap {
  readonly from: string | null;
  readonly to: string;
}

/** Formats a gap as an event with the selection of the subscription. */
export type MissedEvents = (subscription: { operation: ValidatedOperation; variables: Variables; logField: LogField }, gap: Gap) => Buffer;

/** @param schema the public schema */
export function createMissedEvents(schema: GraphQLSchema): MissedEvents {
  let schemaWithoutResolvers: GraphQLSchema | undefined;
  return ({ operation, variables, logField }, { from, to }) => {
    // No subgraph resolves this event.
    schemaWithoutResolvers ??= buildASTSchema(parse(printSchema(schema)), { assumeValid: true });
    // Cursors are opaque here, so the number of events in the gap is unknown.
    const event = { cursor: to, missed: { from, to, count: null, reason: 'QUEUE_OVERFLOW' } };
    const result = execute({
      schema: schemaWithoutResolvers,
      document: operation.document,
      variableValues: variables,
      rootValue: { [logField.subscriptionField]: event },
    });
    return Buffer.from(JSON.stringify(result));
  };
}
