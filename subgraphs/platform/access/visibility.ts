import type { LogName, StoredVersion, VersionFilter } from '../store/version-store.ts';
import type { Entitlement, PartyCode } from './entitlement.ts';

/** What of one log a caller may see: one predicate, as a part of the store's questions and as a check on what is held already. */
export interface Visibility {
  /** A part of every question to the store; undefined: everything is visible. */
  readonly filter: VersionFilter | undefined;
  /** Whether there is nothing to be seen, whatever the log holds. */
  readonly isBlind: boolean;
  /**
   * Whether versions of one thing may differ in it. Then a thing and all its versions are there for the caller only
   * while its current version is visible: who is no party any more sees what somebody sees who never was one. When a
   * thing was first received, and so its place in lists, belongs to the thing, whoever could see it then.
   */
  readonly isPerVersion: boolean;
  /** Whether a version is visible by itself; means what `filter` means. */
  readonly shows: (version: Pick<StoredVersion, 'terms'>) => boolean;
  /** Whether anything of a partner may be visible, and so whether it is asked and named. */
  readonly showsPartner: (partner: string) => boolean;
}

/** Says what of a log an entitlement shows. Made once for each. */
export function visibilityOf(log: LogName, entitlement: Entitlement): Visibility {
  const ofLogs = made.get(entitlement) ?? new Map<LogName, Visibility>();
  made.set(entitlement, ofLogs);
  const held = ofLogs.get(log);
  if (held !== undefined) return held;
  const visibility = createVisibility(conditionsOf(log, entitlement), {
    isPerVersion: log !== 'port-call-events' && entitlement.parties !== '*',
    maySee: (partner) => maySeePartner(entitlement, partner),
  });
  ofLogs.set(log, visibility);
  return visibility;
}

/** Whether an entitlement names the partner. To a caller one that it does not name is like one that does not exist. */
export function maySeePartner({ partners }: Entitlement, partner: string): boolean {
  return partners === '*' || partners.includes(partner);
}

/** The index term of versions that name a party. Codes compare exactly, within their list. */
export function partyTermOf({ codeListProvider, partyCode }: PartyCode): string {
  return `party:${codeListProvider}\n${partyCode}`.toWellFormed();
}

const made = new WeakMap<Entitlement, Map<LogName, Visibility>>();

/** Of each set a version has one term at least. */
function conditionsOf(log: LogName, { partners, parties, portCalls }: Entitlement): readonly (readonly string[])[] {
  const ofPartners = partners === '*' ? [] : [partners.map((partner) => `partner:${partner}`)];
  // Events name no parties. Whoever may see any of them may see all of its partners.
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
