import { globalIdOf, parseGlobalId } from '#platform/log/global-id.ts';

/** Identity of a notice, and therefore of its arrival. */
export interface NoticeIdentity {
  readonly partner: string;
  readonly transportDocumentReference: string;
  /** An empty label counts as absent. */
  readonly typeLabel?: string | null | undefined;
}

/** Returns the id of an arrival in the store: the entity id of its notice. */
export function arrivalIdOf({ partner, transportDocumentReference, typeLabel }: NoticeIdentity): string {
  return JSON.stringify(typeLabel ? [partner, transportDocumentReference, typeLabel] : [partner, transportDocumentReference]);
}

/** Returns the global id of an arrival. */
export function globalIdOfArrival(arrivalId: string): string {
  return globalIdOf('Arrival', arrivalId);
}

/** Parses a global id created by {@link globalIdOfArrival}; undefined for any other string. */
export function parseArrivalId(id: string): string | undefined {
  const parsed = parseGlobalId(id);
  return parsed?.typeName === 'Arrival' ? parsed.key : undefined;
}

/** Returns the arrival of the notice with this global id; undefined for any other string. */
export function arrivalIdOfNotice(id: string): string | undefined {
  const parsed = parseGlobalId(id);
  return parsed?.typeName === 'ArrivalNotice' ? parsed.key : undefined;
}

/**
 * Returns the entity id of an alert of one view in the log. Its first part is the arrival, which is erased together
 * with its alerts.
 */
export function alertEntityIdOf(arrivalId: string, view: string, alertId: string): string {
  return JSON.stringify([arrivalId, `${view}/${alertId}`]);
}
