import { execute, type GraphQLFieldResolver, getNamedType, getNullableType, isEnumType, isLeafType, isListType } from 'graphql';
import { apiSchema, type WebhookLog } from '#platform/access/webhook-document.ts';
import { logKeys } from '#platform/subscriptions/log-operation.ts';
import { createFindOperation } from './documents.ts';

const sampleTime = '2026-12-20T08:00:00.000Z';

/** Sample values of the scalars; a date-time is a string, too. */
const scalars: Readonly<Record<string, unknown>> = {
  ...{ Boolean: true, Int: 1, Float: 1, ID: 'sample', String: 'sample', Date: sampleTime.slice(0, 10), DateTime: sampleTime, JSON: {} },
};

/**
 * Returns a body in the form that a webhook is sent, with sample values instead of an event's: each list has one
 * element, and the cursor is `sample`.
 */
export async function sampleBodyOf(log: WebhookLog, document: string | undefined): Promise<Buffer> {
  const { query, responseKey } = createFindOperation()(log, document);
  const sample: GraphQLFieldResolver<unknown, unknown> = (_source, _arguments, _context, { returnType, fieldName }) => {
    // An event has either content or a report of missed events.
    if (fieldName === 'missed') return null;
    const type = getNamedType(returnType);
    const value = isEnumType(type) ? type.getValues()[0]?.value : isLeafType(type) ? scalars[type.name] : {};
    return isListType(getNullableType(returnType)) ? [value] : value;
  };
  const { data } = await execute({ schema: apiSchema(), document: query.document, fieldResolver: sample });
  const page = data?.[logKeys.log] as { readonly events: readonly unknown[] };
  return Buffer.from(JSON.stringify({ data: { [responseKey]: page.events[0] } }));
}
