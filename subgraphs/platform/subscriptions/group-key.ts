import { type DocumentNode, type GraphQLSchema, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import type { Caller } from '../access/entitlement.ts';
import type { LogOperation } from './log-operation.ts';

/**
 * Returns a key that is equal for subscriptions whose events have the same content, given equal variables: the same
 * selection under the same rights. The key of a subscription for which partners may be requested contains the tenant,
 * because the requests count against its quota. So does the key of a subscription that shows arrivals or alerts, which
 * depend on a tenant's thresholds and marks.
 */
export type GroupKeyOf = (operation: LogOperation, caller: Caller) => string;

/** @param schema the public schema */
export function createGroupKeys(schema: GraphQLSchema): GroupKeyOf {
  const ofOneTenant = new WeakMap<LogOperation, boolean>();
  return (operation, caller) => {
    const isOfOneTenant = ofOneTenant.get(operation) ?? dependsOnTenant(schema, operation.query.document);
    ofOneTenant.set(operation, isOfOneTenant);
    return [isOfOneTenant ? caller.tenant : '', caller.key, operation.key].join('\n');
  };
}

/** Types whose objects a tenant's thresholds and marks affect. */
const tenantTypes: ReadonlySet<string> = new Set(['Arrival', 'ArrivalAlert', 'ArrivalAlertPayload']);

/**
 * Returns whether an operation selects a field for which partners may be requested, that is, one with the argument
 * `maxAgeSeconds`, or one that a tenant's thresholds and marks affect.
 */
function dependsOnTenant(schema: GraphQLSchema, document: DocumentNode): boolean {
  const types = new TypeInfo(schema);
  let isFound = false;
  const visitField = () => {
    isFound ||= types.getFieldDef()?.args.some(({ name }) => name === 'maxAgeSeconds') ?? false;
    isFound ||= tenantTypes.has(types.getParentType()?.name ?? '');
  };
  visit(document, visitWithTypeInfo(types, { Field: visitField }));
  return isFound;
}
