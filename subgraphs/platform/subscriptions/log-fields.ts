import { type GraphQLObjectType, type GraphQLSchema, getNamedType, isObjectType } from 'graphql';
import { LandfallError } from '../errors.ts';

/** A subscription field, and the query field that reads the same log page by page. */
export interface LogField {
  /** Such as `arrivalNoticeVersionReceived`. */
  readonly subscriptionField: string;
  /** Such as `arrivalNoticeVersionLog`. */
  readonly logField: string;
  /** Name of the log, such as `arrival-notice-versions`. */
  readonly log: string;
}

/** Log fields by the name of the subscription field. */
export type LogFields = ReadonlyMap<string, LogField>;

/** Suffixes of the names of subscription fields. */
const suffixes = ['Received', 'Raised'];

/**
 * Pairs every subscription field `xReceived` or `xRaised` with the query field `xLog` of the log `x-s`.
 *
 * @throws {LandfallError} CONFIG_INVALID if a subscription field has no log field that returns the same events
 */
export function logFieldsOf(schema: GraphQLSchema): LogFields {
  const logFields = new Map<string, LogField>();
  const queries = schema.getQueryType()?.getFields() ?? {};
  for (const { name, type, args } of Object.values(schema.getSubscriptionType()?.getFields() ?? {})) {
    const suffix = suffixes.find((ending) => name.endsWith(ending)) ?? '';
    const stem = name.slice(0, name.length - suffix.length);
    const logField = `${stem}Log`;
    const query = queries[logField];
    const page = query && getNamedType(query.type);
    const events = isObjectType(page) ? getNamedType(fieldOf(page, 'events')) : undefined;
    const required = [...args.map((argument) => argument.name), 'after', 'first'];
    const missing = required.filter((argument) => !query?.args.some((candidate) => candidate.name === argument));
    if (
      stem === name ||
      events !== getNamedType(type) ||
      !isObjectType(page) ||
      !fieldOf(page, 'cursor') ||
      !fieldOf(page, 'hasMore') ||
      missing.length > 0
    ) {
      throw new LandfallError(
        'CONFIG_INVALID',
        `Subscription.${name} needs a field Query.${logField} with the same arguments and first, which returns events, cursor and hasMore.`,
      );
    }
    logFields.set(name, { subscriptionField: name, logField, log: logNameOf(stem) });
  }
  return logFields;
}

function fieldOf(type: GraphQLObjectType, name: string) {
  return type.getFields()[name]?.type;
}

/** Converts `arrivalNoticeVersion` to `arrival-notice-versions`. */
function logNameOf(stem: string): string {
  return `${stem.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}s`;
}
