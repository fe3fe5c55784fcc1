import type {
  BoardAlertFragment,
  BoardArrivalFragment,
  BoardContainerFragment,
  BoardSideFragment,
  BoardTimeFragment,
  BoardVisitFragment,
} from '../../client/generated/operations.ts';
import type { ArrivalKey } from './view-state.ts';

/**
 * The arrival that one notice announces, as the board reads it, what of it concerns one of its containers, or the first arrival of a
 * ship.
 */
export type Arrival = BoardArrivalFragment & { readonly box?: Box | undefined; readonly visit?: BoardVisitFragment };
export type Container = BoardContainerFragment;

/** A container as a row of its own. */
export interface Box extends Container {
  /** The arrival with all of its containers. */
  readonly of: Arrival;
}

/**
 * Returns what of an arrival concerns one container: its day, its mark, and the alerts that are not about others. The cargo of a
 * notice that names no container is the arrival itself.
 */
export function boxOf(container: Container, arrival: Arrival): Arrival {
  const { lastFree, isCollected, equipmentReference } = container;
  if (equipmentReference === null) return arrival;
  return {
    ...arrival,
    box: { ...container, of: arrival },
    lastFree,
    isCollected,
    equipmentReferences: [equipmentReference],
    pickupNumbers: container.pickupNumber === null ? [] : [container.pickupNumber],
    openAlerts: arrival.openAlerts.filter(
      ({ equipmentReferences: named }) => named.length === 0 || named.some((each) => each === equipmentReference),
    ),
  };
}

/** What can be marked: an alert, a ship, a container, or the whole cargo of a notice. */
export interface Markable {
  /** Global id. */
  readonly id: string;
  readonly arrival: Arrival;
  /** Of a ship: which of its alerts were shown. */
  readonly alertsSeen?: string;
}

/** What can be marked as collected: a container by its number, or the whole cargo of a notice. */
export interface Collectable extends Markable {
  readonly equipmentReference?: string | null;
  readonly isCollected: boolean;
}
export type Alert = BoardAlertFragment;
export type Side = BoardSideFragment;
export type StatedTime = BoardTimeFragment;

/** The fields of a document's arrival that every row has. */
export type Notice = Pick<Arrival, 'id' | 'typeLabel' | 'isCollected'>;

/** One row of the board: the arrivals of one document, which has a notice for each party or language, or one of its containers. */
export interface Row {
  /** `documentKey` of the arrivals, for a container with its number. */
  readonly id: string;
  /** The arrival that the row shows: the first one in the order of the list. */
  readonly arrival: Arrival;
  /** All arrivals of the document that are loaded, beginning with the shown one. */
  readonly arrivals: readonly Arrival[];
  /** All arrivals of the document, whether or not they are loaded. */
  readonly notices: readonly Notice[];
  /** The open alerts that are not marked, each fact once: first those that need attention, then deadlines, then by severity. */
  readonly alerts: readonly Alert[];
}

/**
 * Groups arrivals by document, in the order of the first arrival of each. Rows that have not changed are the same
 * objects.
 */
export function rowsOf(arrivals: Iterable<Arrival>, before: ReadonlyMap<string, Row> = new Map()): Row[] {
  const groups = new Map<string, Arrival[]>();
  for (const arrival of arrivals) {
    const key = rowIdOf(arrival);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [arrival]);
    else group.push(arrival);
  }
  return [...groups].map(([id, group]) => {
    const held = before.get(id);
    const isSame = held?.arrivals.length === group.length && held.arrivals.every((arrival, at) => arrival === group[at]);
    return isSame ? held : rowOf(id, group);
  });
}

export function rowIdOf({ documentKey, box, visit }: Arrival): string {
  return visit?.id ?? (box === undefined ? documentKey : `${documentKey} ${box.equipmentReference}`);
}

/** Returns the name of what a row is: of a ship, a container or a document. */
export function referenceOf({ visit, vesselName, box, transportDocumentReference }: Arrival): string {
  return (visit && vesselName) ?? box?.equipmentReference ?? transportDocumentReference;
}

/** Returns what the mark *collected* of rows is set on. */
export function collectablesOf(rows: readonly Row[]): Collectable[] {
  return rows.flatMap(({ arrival, notices }) => {
    // Containers of a ship are collected one by one.
    if (arrival.visit !== undefined) return [];
    return arrival.box ? [{ ...arrival.box, arrival }] : notices.map((notice) => cargoOf(notice, arrival));
  });
}

/** Returns the whole cargo of a notice, which may be another one of the document. */
export function cargoOf(notice: Notice, arrival: Arrival): Collectable {
  return { ...notice, arrival: { ...arrival, id: notice.id } };
}

function rowOf(id: string, arrivals: readonly Arrival[]): Row {
  const [arrival] = arrivals;
  if (arrival === undefined) throw new Error('A row has at least one arrival.');
  const notices = new Map([...arrivals.flatMap(({ sameDocument }) => sameDocument), ...arrivals].map((notice) => [notice.id, notice]));
  return { id, arrival, arrivals, notices: [...notices.values()].sort(byLabel), alerts: alertsOf(arrivals) };
}

const severities = ['ACT_NOW', 'LOOK', 'INFO'] as const;
/** Of equally severe alerts, the latest comes first. */
export const bySeverity = (left: Alert, right: Alert): number =>
  severities.indexOf(left.severity) - severities.indexOf(right.severity) || (left.raisedAt < right.raisedAt ? 1 : -1);
/** Kinds with a deadline, by which the server orders rows first. */
const deadlines: ReadonlySet<string> = new Set(['LAST_FREE_DAY_PASSED', 'LAST_FREE_DAY_NEAR', 'OVERDUE']);
/** Kinds that report progress, listed after those that may require a decision. */
export const progress: ReadonlySet<Alert['kind']> = new Set(['RELEASED', 'ARRIVED', 'BERTHED', 'DISCHARGE_COMPLETED']);

function byLabel(left: Notice, right: Notice): number {
  return (left.typeLabel ?? '').localeCompare(right.typeLabel ?? '');
}

/** Returns whether an alert is neither acknowledged nor snoozed, and its arrival is not collected. */
export function isUnmarked({ acknowledgedAt, snoozedUntil }: Alert, { isCollected }: Arrival): boolean {
  return !isCollected && acknowledgedAt === null && snoozedUntil === null;
}

/** Returns alerts without duplicates: notices of one document often state the same fact. */
function alertsOf(arrivals: readonly Arrival[]): Alert[] {
  const facts = new Map<string, Alert>();
  for (const arrival of arrivals) {
    for (const alert of arrival.openAlerts) {
      const { kind, subject, before, after } = alert;
      const fact = JSON.stringify([kind, subject, before?.text, after?.text]);
      if (isUnmarked(alert, arrival) && !facts.has(fact)) facts.set(fact, alert);
    }
  }
  return [...facts.values()].sort(
    (left, right) =>
      Number(right.needsAttention) - Number(left.needsAttention) ||
      Number(deadlines.has(right.kind)) - Number(deadlines.has(left.kind)) ||
      severities.indexOf(left.severity) - severities.indexOf(right.severity) ||
      Number(progress.has(left.kind)) - Number(progress.has(right.kind)) ||
      bySeverity(left, right),
  );
}

/** Returns what identifies the arrival in the address of a page. */
export function keyOf({ partner, transportDocumentReference, typeLabel }: Arrival): ArrivalKey {
  return typeLabel === null ? [partner.id, transportDocumentReference] : [partner.id, transportDocumentReference, typeLabel];
}

/** Returns whether one of the arrivals of a row has the id. */
export function hasArrival({ notices }: Row, id: string): boolean {
  return notices.some((notice) => notice.id === id);
}
