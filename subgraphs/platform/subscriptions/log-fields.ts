import { type GraphQLObjectType, type GraphQLSchema, getNamedType, isObjectType } from 'graphql';
import { LandfallError } from '../errors.ts';
import { type LogName, logNames } from '../store/version-store.ts';

/** A subscription field, and the query field that reads the same log page by page. */
export interface LogField {
  readonly subscriptionField: string;
  readonly logField: string;
  readonly log: LogName;
}

/** Log fields by the name of the subscription field. */
export type LogFields = ReadonlyMap<string, LogField>;

/** The subscription field and the query field of each log. */
const fieldsOfLogs: Readonly<Record<LogName, readonly [subscriptionField: string, logField: string]>> = {
  'arrival-notice-versions': ['arrivalNoticeVersionReceived', 'arrivalNoticeVersionLog'],
  'arrival-notice-notifications': ['arrivalNoticeNotificationReceived', 'arrivalNoticeNotificationLog'],
  'port-call-events': ['portCallEventReceived', 'portCallEventLog'],
  'arrival-alerts': ['arrivalAlertRaised', 'arrivalAlertLog'],
};

/**
 * Pairs every subscription field of a schema with the query field of its log.
 *
 * @throws {LandfallError} CONFIG_INVALID if a subscription field has no log field that returns the same events
 */
export function logFieldsOf(schema: GraphQLSchema): LogFields {
  const logFields = new Map<string, LogField>();
  const queries = schema.getQueryType()?.getFields() ?? {};
  for (const { name, type, args } of Object.values(schema.getSubscriptionType()?.getFields() ?? {})) {
    const log = logNames.find((each) => fieldsOfLogs[each][0] === name);
    if (log === undefined) throw new LandfallError('CONFIG_INVALID', `Subscription.${name} is the field of no log.`);
    const [, logField] = fieldsOfLogs[log];
    const query = queries[logField];
    const page = query && getNamedType(query.type);
    const events = isObjectType(page) ? getNamedType(fieldOf(page, 'events')) : undefined;
    const required = [...args.map((argument) => argument.name), 'after', 'first'];
    const missing = required.filter((argument) => !query?.args.some((candidate) => candidate.name === argument));
    if (
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
    logFields.set(name, { subscriptionField: name, logField, log });
  }
  return logFields;
}

function fieldOf(type: GraphQLObjectType, name: string) {
  return type.getFields()[name]?.type;
}
