import type { LogName } from '../store/version-store.ts';
import type { SchemaViolation } from '../wire/shape-check.ts';
import type { Entitlement } from './entitlement.ts';

/** Names of attributes at any depth. */
export type AttributeNames = ReadonlySet<string>;

const none: AttributeNames = new Set();

/** Charges, and the visualization, which may show charges. */
const charges: AttributeNames = new Set(['charges', 'arrivalNoticeVisualization']);

/** Each carrier's number of containers on a ship, hidden from callers that are parties to single shipments. */
const volumes: AttributeNames = new Set(['movesForecasts']);

/** Returns the attributes of a log's documents that an entitlement hides. Equal sets are the same object. */
export function hiddenAttributesOf(log: LogName, entitlement: Entitlement): AttributeNames {
  if (log === 'port-call-events') return entitlement.parties === '*' ? none : volumes;
  return entitlement.charges ? none : charges;
}

/** Memoizes a value for each set of hidden attributes; {@link hiddenAttributesOf} returns only a few sets. */
export function eachHidden<V>(create: (hidden: AttributeNames) => V): (hidden: AttributeNames) => V {
  const made = new Map<AttributeNames, V>();
  return (hidden) => {
    const value = made.get(hidden) ?? create(hidden);
    made.set(hidden, value);
    return value;
  };
}

/**
 * Returns a document without some attributes. They are absent, not empty, so nothing shows that they existed.
 *
 * @param value as returned by `JSON.parse`; never changed, and shared with the result if nothing is hidden
 */
export function withoutAttributes<T>(value: T, hidden: AttributeNames): T {
  return (hidden.size === 0 ? value : without(value, hidden)) as T;
}

/** Removes the violations of hidden attributes, because their messages show values. */
export function violationsOutside(violations: readonly SchemaViolation[], hidden: AttributeNames): readonly SchemaViolation[] {
  if (hidden.size === 0) return violations;
  return violations.filter(({ path }) => !path.split(/[.[]/).some((step) => hidden.has(step)));
}

function without(value: unknown, hidden: AttributeNames): unknown {
  if (Array.isArray(value)) {
    const elements = value.map((element) => without(element, hidden));
    return elements.every((element, index) => element === value[index]) ? value : elements;
  }
  if (typeof value !== 'object' || value === null) return value;
  const attributes = Object.entries(value);
  const shown = attributes.flatMap(([name, member]) => (hidden.has(name) ? [] : [[name, without(member, hidden)] as const]));
  const isWhole = shown.length === attributes.length && shown.every(([, member], index) => member === attributes[index]?.[1]);
  return isWhole ? value : Object.fromEntries(shown);
}
