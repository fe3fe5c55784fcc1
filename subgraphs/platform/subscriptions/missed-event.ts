import { buildASTSchema, execute, type GraphQLSchema, parse, printSchema } from 'graphql';
import type { ValidatedOperation, Variables } from '../graphql/engine.ts';
import type { LogField } from './log-fields.ts';

/** A gap in what one subscriber was sent: behind `from` (null: nothing was sent before), up to and with `to`. */
export interface Gap {
  readonly from: string | null;
  readonly to: string;
}

/** Words a gap as an event, in the shape that a subscription selected. */
export type MissedEvents = (subscription: { operation: ValidatedOperation; variables: Variables; twin: LogField }, gap: Gap) => Buffer;

/** @param schema what clients see */
export function createMissedEvents(schema: GraphQLSchema): MissedEvents {
  let plain: GraphQLSchema | undefined;
  return ({ operation, variables, twin }, { from, to }) => {
    // A copy without resolvers: the event is made here, no subgraph knows of it.
    plain ??= buildASTSchema(parse(printSchema(schema)), { assumeValid: true });
    // How many numbers of the log the gap holds is not known here: cursors are opaque.
    const event = { cursor: to, missed: { from, to, count: null, reason: 'QUEUE_OVERFLOW' } };
    const result = execute({
      schema: plain,
      document: operation.document,
      variableValues: variables,
      rootValue: { [twin.subscriptionField]: event },
    });
    return Buffer.from(JSON.stringify(result));
  };
}
