import type { LogName, StoredVersion, VersionFilter } from '../store/version-store.ts';
import type { Entitlement, PartyCode } from './entitlement.ts';

/** The part of one log that a caller may see, as a filter for the store's queries and as a check of single versions. */
export interface Visibility {
  /** Part of every query of the store; undefined if everything is visible. */
  readonly filter: VersionFilter | undefined;
  /** Whether nothing is visible, whatever the log contains. */
  readonly isBlind: boolean;
  /**
   * Whether versions of one entity may differ in visibility. If so, an entity and all its versions are visible only
   * while its current version is: a former party sees what a caller sees that never was a party. The time of first
   * receipt, and therefore the position in lists, belongs to the entity, regardless of who could see it then.
   */
  readonly isPerVersion: boolean;
  /** Whether a single version is visible; equivalent to `filter`. */
  readonly shows: (version: Pick<StoredVersion, 'terms'>) => boolean;
  /** Whether any data of a partner may be visible, and therefore whether the partner is requested and named. */
  readonly showsPartner: (partner: string) => boolean;
}

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
  { isPerVersion, maySee }: Pick<Visibility, 'isPerVersion'> & { readonly maySee: (partner: string) => boolean },
): Visibility {
  const sets = conditions.map((terms) => new Set(terms));
  const isBlind = sets.some(({ size }) => size === 0);
  return {
    filter: conditions.length === 0 ? undefined : { all: conditions },
    isBlind,
    isPerVersion,
    shows: ({ terms }) => sets.every((set) => terms.some((term) => set.has(term))),
    showsPartner: (partner) => !isBlind && maySee(partner),
  };
}
