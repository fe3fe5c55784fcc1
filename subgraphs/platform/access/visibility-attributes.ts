import type { LogName } from '../store/version-store.ts';
import type { SchemaViolation } from '../wire/shape-check.ts';
import type { Entitlement } from './entitlement.ts';

/** Names of attributes, at whatever depth they stand. */
export type AttributeNames = ReadonlySet<string>;

const none: AttributeNames = new Set();

/** Money, and the file that may show it: nobody can tell what is printed on a partner's page. */
const charges: AttributeNames = new Set(['charges', 'arrivalNoticeVisualization']);

/** How many containers each carrier has on a ship: nothing for those who are let in as parties to single shipments. */
const volumes: AttributeNames = new Set(['movesForecasts']);

/** Says which attributes of a log's documents an entitlement hides. Equal sets are one object. */
export function hiddenAttributesOf(log: LogName, entitlement: Entitlement): AttributeNames {
  if (log === 'port-call-events') return entitlement.parties === '*' ? none : volumes;
  return entitlement.charges ? none : charges;
}

/** Keeps one thing for each set of hidden attributes; there are as many as {@link hiddenAttributesOf} knows. */
export function eachHidden<V>(create: (hidden: AttributeNames) => V): (hidden: AttributeNames) => V {
  const made = new Map<AttributeNames, V>();
  return (hidden) => {
    const held = made.get(hidden) ?? create(hidden);
    made.set(hidden, held);
    return held;
  };
}

/**
 * Gives a document without some attributes. They are gone, not empty: nothing tells that they were there. Doing it twice
 * changes nothing more.
 *
 * @param value as `JSON.parse` gave it; never changed, and shared with the result where nothing is hidden
 */
export function withoutAttributes<T>(value: T, hidden: AttributeNames): T {
  return (hidden.size === 0 ? value : without(value, hidden)) as T;
}

/** Leaves out the faults that lie in hidden attributes: their messages show values. */
export function faultsOutside(faults: readonly SchemaViolation[], hidden: AttributeNames): readonly SchemaViolation[] {
  if (hidden.size === 0) return faults;
  return faults.filter(({ path }) => !path.split(/[.[]/).some((step) => hidden.has(step)));
}

function without(value: unknown, hidden: AttributeNames): unknown {
  if (Array.isArray(value)) {
    const elements = value.map((element) => without(element, hidden));
    return elements.every((element, index) => element === value[index]) ? value : elements;
  }
  if (typeof value !== 'object' || value === null) return value;
  const attributes = Object.entries(value);
  const shown = attributes.flatMap(([name, held]) => (hidden.has(name) ? [] : [[name, without(held, hidden)] as const]));
  const isWhole = shown.length === attributes.length && shown.every(([, held], index) => held === attributes[index]?.[1]);
  return isWhole ? value : Object.fromEntries(shown);
}
