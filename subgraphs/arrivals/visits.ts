import { hash } from 'node:crypto';
import { normalIMONumber, normalUNLocationCode } from '@landfall/matching/claims/normal-values.ts';
import type { VisitStats } from '#platform/store/arrival-store.ts';
import { type AlertKind, type AlertView, alertKinds } from './alerts.ts';
import { documentKeyOf } from './arrival/arrival.ts';
import type { ArrivalVisitMatch } from './generated/schema.ts';
import type { ArrivalEvidence, NoticeEvidence } from './model.ts';
import { codeTerms } from './terms.ts';

/**
 * Returns the visit of a ship to a port to which an arrival belongs. It depends only on what one view shows of the arrival: the
 * reference of the port call of the matched events, otherwise the record of the matched call; without either ship, port and import
 * voyage as the notice states them. Of several references or records it is the same one for all arrivals of the visit.
 */
export function visitOf({ notice, schedule, port }: ArrivalEvidence): { readonly key: string; readonly match: ArrivalVisitMatch } {
  const { arrivalLeg, portOfDischarge } = notice;
  const { call } = schedule;
  const IMONumber = normalIMONumber(arrivalLeg?.vesselIMONumber) ?? normalIMONumber(call?.vesselIMONumber);
  const code = normalUNLocationCode(portOfDischarge?.UNLocationCode);
  const [portCall] = port.events
    .flatMap(({ partner, portCallID }) => (portCallID === undefined ? [] : JSON.stringify([partner, portCallID])))
    .toSorted();
  // Partners may use a reference again for another ship.
  if (portCall !== undefined) return { match: 'PORT', key: keyOf('PORT', IMONumber, portCall) };
  // The last one is of a vessel's schedule if there is one.
  const record = call?.records
    .map(({ partner, recordKey }) => JSON.stringify([recordKey, partner]))
    .toSorted()
    .at(-1);
  if (record !== undefined) return { match: 'SCHEDULE', key: keyOf('SCHEDULE', IMONumber, code ?? call?.UNLocationCode, record) };
  const ship = IMONumber ?? nameOf(arrivalLeg?.vesselName);
  const voyage = nameOf(arrivalLeg?.carrierImportVoyageNumber ?? arrivalLeg?.universalImportVoyageReference);
  // Without ship and voyage nothing states that two documents arrive together.
  const carrier = ship === undefined ? (notice.carrierCode ?? notice.partner) : undefined;
  const document = ship === undefined && voyage === undefined ? documentKeyOf(notice) : undefined;
  return { match: 'UNMATCHED', key: keyOf('UNMATCHED', ship, code ?? nameOf(portOfDischarge?.locationName), voyage, carrier, document) };
}

function keyOf(...parts: readonly (string | undefined)[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 16);
}

function nameOf(text: string | undefined): string | undefined {
  return codeTerms('word', text)[0];
}

/** Returns what an arrival adds to the sums of its visit, which {@link sumsOf} reads. @param of.alerts those that need attention */
export function statsOf(
  { containers }: Pick<NoticeEvidence, 'containers'>,
  { alerts, isUrgent }: { readonly alerts: readonly AlertView[]; readonly isUrgent: boolean },
): string {
  return [containers.length, Number(isUrgent), ...alerts.map(({ kind }) => kind).toSorted()].join(' ');
}

/** The sums of a visit. */
export type VisitSums = ReturnType<typeof sumsOf>;

/** Adds up the arrivals of a visit. @param groups at least one */
export function sumsOf(groups: readonly VisitStats[]) {
  const timeOf = ({ first }: VisitStats) => first.bestTimeMs ?? Number.POSITIVE_INFINITY;
  const counts = new Map<string, number>();
  const sums = { arrivalCount: 0, containerCount: 0, isUrgent: false };
  for (const { count, stats } of groups) {
    const [containers, isUrgent, ...kinds] = stats.split(' ');
    sums.arrivalCount += count;
    sums.containerCount += count * Number(containers);
    sums.isUrgent ||= isUrgent === '1';
    for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + count);
  }
  return {
    ...sums,
    ranks: groups.map(({ rank }) => rank),
    /** The alerts that need attention. */
    alertCounts: alertKinds.flatMap((kind): { kind: AlertKind; count: number }[] => {
      const count = counts.get(kind);
      return count === undefined ? [] : [{ kind, count }];
    }),
    /** The arrival with the earliest best known time. */
    firstId: groups.reduce((first, one) => (timeOf(one) < timeOf(first) ? one : first)).first.arrivalId,
  };
}
