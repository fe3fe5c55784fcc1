import { type GraphQLSchema, parse, SingleFieldSubscriptionsRule, specifiedRules, validate } from 'graphql';
import type { ValidatedOperation } from '#platform/graphql/engine.ts';
import { acceptDocument, operationIn } from '#platform/operations/check-request.ts';

/**
 * Parses and validates a document, and returns its operation in the form in which engines receive it.
 *
 * @throws {GraphQLError} the first violation
 */
export function validatedOperation(schema: GraphQLSchema, source: string, name?: string): ValidatedOperation {
  const document = parse(source);
  // `logOperationOf` rejects subscriptions of other forms.
  const [violation] = validate(
    schema,
    document,
    specifiedRules.filter((rule) => rule !== SingleFieldSubscriptionsRule),
  );
  if (violation !== undefined) throw violation;
  acceptDocument(document, { source, hash: '' }, 0);
  const operation = operationIn(document, name);
  if ('kind' in operation) return operation;
  throw operation[0] ?? new Error('expected an operation');
}
