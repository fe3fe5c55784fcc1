import { type NewVersion, type PageQuery, termBytes } from './version-store.ts';

/**
 * The contract of the store of arrivals: the known state of each arrival, the marks of tenants, and up to which number
 * each followed log has been evaluated. Everything except the marks is derived from the logs. Writes are as durable as
 * those of the version store.
 */

/** The beginning of the scopes of tenants. */
export const tenantScopes = 'tenant:';

export type Scopes = readonly [string, ...string[]];

/** The entry of an arrival in lists that show the same of it. */
export interface ArrivalEntry {
  /** The lists: some audiences, each as `<view>/<thresholds>`, or one tenant with marks, as `tenant:<name>`. Each is in one entry. */
  readonly scopes: Scopes;
  /** Those of the row's terms by which only these lists are filtered. Not stored, and absent when an entry is read. */
  readonly terms?: readonly string[] | undefined;
  /**
   * Urgency: arrivals with a greater rank come first in the order ATTENTION. An integer: 0 to 3 without a deadline, greater
   * with one.
   */
  readonly rank: number;
  /** The best known time as an instant. Entries without it are last in every order by time. */
  readonly bestTimeMs?: number | undefined;
  /**
   * The local day of the best known time, `YYYY-MM-DD`; present exactly if that time is. The two are at most a day
   * apart.
   */
  readonly bestDay?: string | undefined;
  /** The local last free day, `YYYY-MM-DD`. Entries without it are last in the order LAST_FREE_DAY. */
  readonly lastFreeDay?: string | undefined;
  readonly changedAtMs: number;
  readonly isOpen: boolean;
  /** True exactly if the rank is greater than 0. */
  readonly needsAttention: boolean;
  /** True only for an entry that needs attention. */
  readonly isUrgent: boolean;
  /** Key of the visit of the ship. Entries without it, which were written by earlier versions, are in no list of visits. */
  readonly visit?: string | undefined;
  /** What the arrival adds to the sums of its visit, as text. Opaque to the store, which counts equal ones. */
  readonly stats?: string | undefined;
}

/** The stored state of one arrival. */
export interface ArrivalRow {
  /** The entity id of the notice. */
  readonly arrivalId: string;
  readonly partner: string;
  /** Lines of JSON. Only the first one is the arrival's own: with equal other lines, arrivals of one group share these. */
  readonly document: string;
  /**
   * The group of arrivals about which the sides state the same, whatever they will state. Absent in rows of earlier versions
   * and for an arrival that is in no group.
   */
  readonly group?: string | undefined;
  /** Only in rows of earlier versions: the document contains transitions that are not in the log of alerts yet. */
  readonly hasPending?: true | undefined;
  /** When the schedules were last answered; undefined while they are not requested. */
  readonly wakeAtMs?: number | undefined;
  /** When the schedules are requested next. */
  readonly queryAtMs?: number | undefined;
  /** Since when a request for the schedules has had no response; undefined while none is open. */
  readonly queriedAtMs?: number | undefined;
  /** Exact terms, `<kind>:<value>`, as in the version store. */
  readonly terms: readonly string[];
  /** Further exact terms, but no words: those that arrivals of the group share as they share lines. */
  readonly sharedTerms?: readonly string[] | undefined;
  readonly entries: readonly ArrivalEntry[];
}

/** A stored arrival with all of its terms. Its revision grows with each write and each change of its shared lines, from 1. */
export interface StoredArrival extends Omit<ArrivalRow, 'sharedTerms'> {
  readonly revision: number;
}

/** Arrivals of one group that share their lines, and in some stores also the terms that may be shared and the entries. */
export interface SharingArrivals {
  /** Identifies the shared lines. Opaque. */
  readonly shared: string;
  /** One of the arrivals, and its revision. */
  readonly arrivalId: string;
  readonly revision: number;
  /** Their number. */
  readonly count: number;
  /** The latest wake-up and request for schedules among them; undefined if one of them has none. */
  readonly wakeAtMs?: number | undefined;
  readonly queryAtMs?: number | undefined;
}

/** Some arrivals that share their lines. */
export interface SharedArrivals {
  readonly lines: string;
  readonly arrivals: readonly (Pick<StoredArrival, 'arrivalId' | 'revision' | 'wakeAtMs'> & {
    /** The first line of the document. */
    readonly own: string;
  })[];
}

/** A change of arrivals that share their lines. */
export interface AlikeChange extends Pick<ArrivalRow, 'queryAtMs' | 'queriedAtMs'> {
  readonly group: string;
  /** All lines of their documents but the first one. */
  readonly lines: string;
  /** Undefined if they stay as they are. */
  readonly entries: readonly ArrivalEntry[] | undefined;
  /** Changes of the shared terms. */
  readonly addedTerms: readonly string[];
  readonly removedTerms: readonly string[];
  readonly arrivals: readonly (Pick<StoredArrival, 'arrivalId' | 'revision' | 'wakeAtMs'> & Pick<ArrivalWrite, 'alerts'>)[];
}

/** `ACKNOWLEDGED` and `SNOOZED` are marks on an alert, `COLLECTED` is one on the arrival or on a container of its document. */
export type MarkKind = 'ACKNOWLEDGED' | 'SNOOZED' | 'COLLECTED';

/** Identity of a mark. */
export interface MarkKey {
  readonly tenant: string;
  /** The arrival; for a mark that holds in all arrivals of a document, {@link documentIdOf}. */
  readonly arrivalId: string;
  /** Id of the alert; for a mark on the arrival its own id; for a mark on a container its name. */
  readonly target: string;
  readonly kind: MarkKind;
}

/** A tenant's mark on an alert or an arrival. */
export interface ArrivalMark extends MarkKey {
  /** RFC 3339 in UTC with milliseconds, as all times here. */
  readonly at: string;
  /** When a snoozed alert needs attention again. */
  readonly until?: string | undefined;
  /** The user who set the mark, as named by the credential. */
  readonly by?: string | undefined;
}

/** A write of one arrival, with the alerts that it raises and closes, and the marks that its entries are derived from. */
export interface ArrivalWrite {
  readonly row: ArrivalRow;
  /** The revision that was read; 0 for a new arrival. */
  readonly revision: number;
  /** New entries of the log of alerts. One that is already in the log is not added again. */
  readonly alerts?: readonly NewVersion[] | undefined;
  /** A mark with the key of a stored one replaces it. */
  readonly putMarks?: readonly ArrivalMark[] | undefined;
  readonly removeMarks?: readonly MarkKey[] | undefined;
}

/**
 * `ATTENTION`: greatest rank first, then by best known time, earliest first. `BEST_TIME`: earliest first.
 * `LAST_CHANGE`: latest first. `LAST_FREE_DAY`: earliest first, then by best known time. Arrivals with equal values are
 * in a fixed order.
 */
export type ArrivalOrder = 'ATTENTION' | 'BEST_TIME' | 'LAST_CHANGE' | 'LAST_FREE_DAY';

/** Conditions on arrivals, combined with AND. */
export interface ArrivalFilter {
  /**
   * The arrival has at least one term of each set. An empty set matches nothing. The rights of a caller are such sets
   * too.
   */
  readonly all?: readonly (readonly string[])[] | undefined;
  /**
   * For each set, the arrival has a term of a word, `word:` or `partyWord:`, that begins with one of its strings. This finds
   * only terms shorter than 200 bytes.
   */
  readonly beginnings?: readonly (readonly string[])[] | undefined;
  readonly isOpen?: boolean | undefined;
  readonly needsAttention?: boolean | undefined;
  readonly isUrgent?: boolean | undefined;
  /** Bounds of {@link ArrivalEntry.bestDay}, inclusive. */
  readonly bestDayFrom?: string | undefined;
  readonly bestDayTo?: string | undefined;
  /** Bounds of {@link ArrivalEntry.lastFreeDay}, inclusive. */
  readonly lastFreeDayFrom?: string | undefined;
  readonly lastFreeDayTo?: string | undefined;
  /** Exclusive. */
  readonly changedAfterMs?: number | undefined;
  /** Values of {@link ArrivalEntry.visit}. An empty list matches nothing. */
  readonly visits?: readonly string[] | undefined;
}

/** The arrivals of one scope that match a filter. */
export interface ArrivalSelection {
  readonly scope: string;
  /** A scope of a tenant, whose entries take precedence over those of `scope` where an arrival has entries in both. */
  readonly overriding?: string | undefined;
  readonly filter?: ArrivalFilter | undefined;
}

/** An arrival in a list. */
export interface ListedArrival {
  readonly arrival: StoredArrival;
  readonly entry: ArrivalEntry;
  /** Position of the arrival in the order of the query, for `from`. Opaque outside the store. */
  readonly position: string;
}

/** A visit in a list: the arrivals with its key. */
export interface ListedVisit {
  readonly visit: string;
  /** Position of the visit in the order of the query, for `from`. Opaque outside the store. */
  readonly position: string;
}

/** The arrivals of a visit with equal rank and stats. */
export interface VisitStats {
  readonly visit: string;
  readonly rank: number;
  readonly stats: string;
  /** Their number. */
  readonly count: number;
  /** The one with the earliest best known time. */
  readonly first: { readonly arrivalId: string; readonly bestTimeMs?: number | undefined };
}

/**
 * Stores arrivals, marks and positions. Every method may throw `StoreUnavailableError`, and has then written either
 * nothing or everything.
 */
export interface ArrivalStore {
  find(arrivalIds: readonly string[]): Promise<(StoredArrival | undefined)[]>;
  /**
   * Writes each arrival with its entries, alerts and marks in one step, unless another writer has changed it since it was
   * read. Each arrival may be in the list once.
   *
   * @returns for each write whether it was applied
   */
  write(writes: readonly ArrivalWrite[]): Promise<boolean[]>;
  /** Removes arrivals with their entries and marks, the last one of a document with the document's. Unknown ids are ignored. */
  remove(arrivalIds: readonly string[]): Promise<void>;

  /** Finds arrivals whose wake-up or request for schedules is due, the earliest first. */
  dueBy(kind: 'wake' | 'query', throughMs: number, limit: number): Promise<StoredArrival[]>;
  /** Returns the earliest `queriedAtMs` of all arrivals. */
  earliestQueriedMs(): Promise<number | undefined>;
  /** Finds arrivals with at least one of the terms that share their lines. Those that share them with none are left out. */
  sharingByTerms(terms: readonly string[]): Promise<SharingArrivals[]>;
  /** Returns the ids of the arrivals with at least one of the terms that share lines, in order. */
  idsSharing(shared: string, terms: readonly string[]): Promise<string[]>;
  /** Reads those of some arrivals that share these lines. */
  findSharing(shared: string, arrivalIds: readonly string[]): Promise<SharedArrivals>;
  /**
   * Writes the same change of some arrivals that share their lines, each in one step with its alerts, unless another writer has
   * changed it since it was read.
   *
   * @returns for each arrival whether it was applied
   */
  changeAlike(change: AlikeChange): Promise<boolean[]>;
  /**
   * Replaces all lines but the first one in the arrivals that share them with a stored one, unless it or the lines have changed since
   * it was read. Nothing is written for each arrival.
   *
   * @returns whether it was applied
   */
  replaceShared(stored: Pick<StoredArrival, 'arrivalId' | 'revision'>, lines: string): Promise<boolean>;
  /**
   * Finds arrivals with at least one of the terms, by id. @param query.after id of the last arrival of the previous
   * page; `notShared` identifies lines whose arrivals are left out
   */
  findByTerms(query: {
    readonly terms: readonly string[];
    readonly notShared?: readonly string[] | undefined;
    readonly after?: string | undefined;
    readonly limit: number;
  }): Promise<StoredArrival[]>;
  /** Reads all arrivals, by id. @param query.after id of the last arrival of the previous page */
  scan(query: { readonly after?: string | undefined; readonly limit: number }): Promise<StoredArrival[]>;

  /** Lists arrivals, one page of an order. @throws {LandfallError} CURSOR_INVALID for a position of another order */
  list(query: PageQuery & ArrivalSelection & { readonly order: ArrivalOrder }): Promise<ListedArrival[]>;
  /** Counts what {@link list} lists, up to `limit`, without loading documents. */
  count(query: ArrivalSelection & { readonly limit: number }): Promise<number>;
  /**
   * Lists the visits of the arrivals that {@link list} lists, in the order of the first arrival of each, without loading documents.
   */
  listVisits(query: PageQuery & ArrivalSelection & { readonly order: ArrivalOrder }): Promise<ListedVisit[]>;
  /** Counts what {@link listVisits} lists, up to `limit`. */
  countVisits(query: ArrivalSelection & { readonly limit: number }): Promise<number>;
  /** Counts the arrivals of some visits, without loading documents. */
  statsOfVisits(query: ArrivalSelection & { readonly visits: readonly string[] }): Promise<VisitStats[]>;

  /** Finds marks on arrivals, their alerts and their documents, by arrival, tenant, target and kind. @param tenant default: of all tenants */
  findMarks(arrivalIds: readonly string[], tenant?: string): Promise<ArrivalMark[]>;

  /** Returns up to which number a followed log has been evaluated; 0 if it never was. */
  position(log: string): Promise<number>;
  /** Raises the position of a log. A smaller number than the stored one changes nothing. */
  advance(log: string, position: number): Promise<void>;
}

/** Returns all terms of an arrival, each shared one once. */
export function allTermsOf({ terms, sharedTerms = [] }: Pick<ArrivalRow, 'terms' | 'sharedTerms'>): readonly string[] {
  const own = new Set(terms);
  const added = sharedTerms.filter((term) => !own.has(term));
  return added.length === 0 ? terms : [...terms, ...added];
}

/** Returns entries as they are stored, without their terms. */
export function storedEntriesOf(entries: ArrivalRow['entries']): ArrivalRow['entries'] {
  return entries.map(({ terms: _, ...entry }) => entry);
}

/** Returns entries as they were stored. Earlier versions have stored one for each scope. */
export function entriesIn(stored: readonly (ArrivalEntry | EarlierEntry)[]): ArrivalRow['entries'] {
  return stored.map((entry) => {
    if ('scopes' in entry) return entry;
    const { scope, ...shown } = entry;
    return { scopes: [scope], ...shown };
  });
}

interface EarlierEntry extends Omit<ArrivalEntry, 'scopes'> {
  readonly scope: string;
}

/** Divides the document of an arrival into its own line and the lines that it may share; undefined if there are none. */
export function linesOf(document: string): { readonly own: string; readonly lines: string | undefined } {
  const end = document.indexOf('\n');
  return end < 0 ? { own: document, lines: undefined } : { own: document.slice(0, end), lines: document.slice(end + 1) };
}

/** Returns the beginning of the ids of all arrivals of the document of an arrival: its partner and its number. */
export function documentPrefixOf(arrivalId: string): string {
  return /^\["(?:[^"\\]|\\.)*","(?:[^"\\]|\\.)*"/.exec(arrivalId)?.[0] ?? arrivalId;
}

/** Returns the id under which marks are stored that hold in all arrivals of the document of an arrival. */
export function documentIdOf(arrivalId: string): string {
  return `document:${documentPrefixOf(arrivalId)}`;
}

/** Returns those of some marks that are on an arrival, its alerts or its document. */
export function marksOn(arrivalId: string, marks: readonly ArrivalMark[]): ArrivalMark[] {
  if (marks.length === 0) return [];
  const documentId = documentIdOf(arrivalId);
  return marks.filter((mark) => mark.arrivalId === arrivalId || mark.arrivalId === documentId);
}

/** Returns the index term of an arrival's alerts in the log of alerts. */
export function arrivalTermOf(arrivalId: string): string {
  return `arrival:${arrivalId}`.toWellFormed();
}

/** Returns the entity id of an alert in the log of alerts. It begins with the arrival, which contains the partner. */
export function alertEntityIdOf(arrivalId: string, alertId: string): string {
  return JSON.stringify([arrivalId, alertId]);
}

/** Returns the arrival of an alert, by its entity id. */
export function arrivalIdOfAlert(entityId: string): string {
  return JSON.parse(entityId)[0];
}

/** Memory of an arrival without its document, its terms and its entries, and of one entry, in bytes. */
const [arrivalBytes, entryBytes] = [600, 200];

/** Estimates the memory of an arrival, in bytes. */
export function bytesOfArrival({ document, terms, entries }: Pick<StoredArrival, 'document' | 'terms' | 'entries'>): number {
  return arrivalBytes + document.length + terms.length * termBytes + entries.length * entryBytes;
}
