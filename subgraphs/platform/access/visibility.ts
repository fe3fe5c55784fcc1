import type { LogName, StoredVersion } from '../store/version-store.ts';
import type { SchemaViolation } from '../wire/shape-check.ts';
import type { Entitlement, PartyCode } from './entitlement.ts';

/** The part of one log that a caller may see, as a filter for the store's queries and as a check of single versions. */
export type Visibility = ReturnType<typeof createVisibility>;

/** Returns the visibility of a log under an entitlement. Memoized. */
export function visibilityOf(log: LogName, entitlement: Entitlement): Visibility {
  const ofLogs = made.get(entitlement) ?? new Map<LogName, Visibility>();
  made.set(entitlement, ofLogs);
  const known = ofLogs.get(log);
  if (known !== undefined) return known;
  const visibility = createVisibility(conditionsOf(log, entitlement), {
    isPerVersion: log !== 'port-call-events' && entitlement.parties !== '*',
    maySee: (partner) => maySeePartner(entitlement, partner),
  });
  ofLogs.set(log, visibility);
  return visibility;
}

/** Returns whether an entitlement names the partner. For a caller, any other partner does not exist. */
export function maySeePartner({ partners }: Entitlement, partner: string): boolean {
  return partners === '*' || partners.includes(partner);
}

/** Returns the index term of versions that name a party. Codes are compared exactly, within their code list. */
export function partyTermOf({ codeListProvider, partyCode }: PartyCode): string {
  return `party:${codeListProvider}\n${partyCode}`.toWellFormed();
}

const made = new WeakMap<Entitlement, Map<LogName, Visibility>>();

/** Returns sets of terms; a visible version has at least one term of each set. */
function conditionsOf(log: LogName, { partners, parties, portCalls }: Entitlement): readonly (readonly string[])[] {
  const ofPartners = partners === '*' ? [] : [partners.map((partner) => `partner:${partner}`)];
  // Port call events name no parties.
  if (log === 'port-call-events') return portCalls ? ofPartners : [[]];
  return parties === '*' ? ofPartners : [...ofPartners, parties.map(partyTermOf)];
}

function createVisibility(
  conditions: readonly (readonly string[])[],
  { isPerVersion, maySee }: { readonly isPerVersion: boolean; readonly maySee: (partner: string) => boolean },
) {
  const sets = conditions.map((terms) => new Set(terms));
  const isBlind = sets.some(({ size }) => size === 0);
  return {
    /** Part of every query of the store; undefined if everything is visible. */
    filter: conditions.length === 0 ? undefined : { all: conditions },
    /** Whether nothing is visible, whatever the log contains. */
    isBlind,
    /**
     * Whether versions of one entity may differ in visibility. If so, an entity and all its versions are visible only
     * while its current version is: a former party sees what a caller sees that never was a party. The time of first
     * receipt, and therefore the position in lists, belongs to the entity, regardless of who could see it then.
     */
    isPerVersion,
    /** Whether a single version is visible; equivalent to `filter`. */
    shows: ({ terms }: Pick<StoredVersion, 'terms'>) => sets.every((set) => terms.some((term) => set.has(term))),
    /** Whether any data of a partner may be visible, and therefore whether the partner is requested and named. */
    showsPartner: (partner: string) => !isBlind && maySee(partner),
  };
}

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
  return violations.filter(({ path }) => !isHiddenPath(path, hidden));
}

/** Returns whether a JSONPath leads to, or into, a hidden attribute. */
export function isHiddenPath(path: string, hidden: AttributeNames): boolean {
  return hidden.size > 0 && path.split(/[.[]/).some((step) => hidden.has(step));
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
