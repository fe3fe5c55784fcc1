import { textAt } from '@landfall/dcsa/wire-values.ts';
import { placeholder } from '../world/voyage-numbers.ts';
import type { CallMatch, CallSet, EventSet, NoticeRow, NoticeSet, RecordRow } from './answers.ts';
import type { TrueNotice, Truth } from './truth.ts';

/** How an answer compares with the truth. `OPEN`: it does not name a single record, which is never wrong. */
export type Verdict = 'RIGHT' | 'WRONG' | 'OPEN';

/** Checks a named call, which is right if every record in it belongs to the true call. */
export function verdictOfCall(match: CallMatch | null, call: TrueNotice['call'] | undefined, truth: Truth): Verdict {
  if (match === null) return 'OPEN';
  return match.call.records.every((record) => truth.callsOfRecord(record).has(call as TrueNotice['call'])) ? 'RIGHT' : 'WRONG';
}

/** Checks events of one visit, which are right if each belongs to the true call. */
export function verdictOfEvents(set: EventSet | undefined, call: TrueNotice['call'], truth: Truth): Verdict {
  if (set?.outcome !== 'UNIQUE') return 'OPEN';
  return set.events.every(({ event }) => truth.callOfEvent(event.eventID) === call) ? 'RIGHT' : 'WRONG';
}

/** Checks notices, which are right if each one without a contradiction belongs to the true call. */
export function verdictOfNotices(set: NoticeSet | undefined, call: TrueNotice['call'] | undefined, truth: Truth): Verdict {
  if (set?.outcome !== 'UNIQUE') return 'OPEN';
  return wronglyOfferedOf(set, call, truth).length === 0 ? 'RIGHT' : 'WRONG';
}

/** Returns the notices of other calls without a contradiction. */
export function wronglyOfferedOf({ notices }: NoticeSet, call: TrueNotice['call'] | undefined, truth: Truth): readonly TrueNotice[] {
  return notices
    .filter(({ contradictions }) => contradictions.every(({ attribute }) => attribute === 'FACILITY'))
    .map(({ version }) => truth.noticeOf(version))
    .filter((notice) => notice.call !== call);
}

/**
 * Returns the records of a returned call that state another ship or voyage than the notice although no contradiction is
 * reported.
 */
export function hiddenContradictionsOf({ arrivalCall: { unique } }: NoticeRow['current'], notice: TrueNotice, truth: Truth): string[] {
  if (unique === null) return [];
  const stated = new Set(unique.contradictions.map(({ attribute }) => attribute));
  const carrier = truth.world.carriers.find(({ id }) => id === notice.partner);
  const own = [carrier?.SMDG, carrier?.NMFTA];
  const ship = textAt(notice.voyage, 'vesselIMONumber')?.trim();
  const number = textAt(notice.voyage, 'carrierImportVoyageNumber')?.trim().toUpperCase();
  const service = textAt(notice.voyage, 'universalServiceReference');
  const voyage = textAt(notice.voyage, 'universalImportVoyageReference');
  const isOwn = (record: RecordRow, { carrierCode, carrierCodeListProvider }: RecordRow['numbers'][number]) =>
    record.kind === 'VESSEL_SCHEDULE'
      ? record.partner.id === notice.partner
      : carrierCode !== null && own[carrierCodeListProvider === 'SMDG' ? 0 : 1] === carrierCode;
  return unique.call.records.flatMap((record) => {
    const said: string[] = [];
    const differs = (attribute: string, left: string | undefined, right: string | null) => {
      if (left !== undefined && right !== null && left !== right && !stated.has(attribute))
        said.push(`${attribute}: ${left}, and ${right} of ${record.partner.id}`);
    };
    differs('VESSEL_IMO_NUMBER', ship, record.vesselIMONumber);
    if (service === record.universalServiceReference) {
      differs('UNIVERSAL_IMPORT_VOYAGE_REFERENCE', voyage, record.universalImportVoyageReference);
    }
    for (const numbers of record.numbers) {
      const other = numbers.carrierImportVoyageNumber?.toUpperCase() ?? null;
      if (!isOwn(record, numbers) || number === placeholder || other === placeholder) continue;
      differs('CARRIER_IMPORT_VOYAGE_NUMBER', number, other);
    }
    return said;
  });
}

/** Returns everything in a row that does not depend on when or where it was queried. */
export function contentOf({ current: { arrivalCall, portCallEvents } }: NoticeRow): object {
  const visit = (set: EventSet | undefined) => ({
    outcome: set?.outcome,
    events: set?.events.map(({ event }) => event.eventID).toSorted(),
  });
  const recordsOf = ({ call }: CallMatch) => call.records.map((record) => JSON.stringify(record)).toSorted();
  return {
    outcome: arrivalCall.outcome,
    records: arrivalCall.unique === null ? [] : recordsOf(arrivalCall.unique),
    throughCall: visit(arrivalCall.unique?.call.portCallEvents),
    direct: visit(portCallEvents),
  };
}

/** Returns the true meaning of an answer: its outcome, and the calls to which its records belong. */
export function meaningOf({ outcome, unique }: CallSet, truth: Truth): string {
  const calls = (unique?.call.records ?? []).flatMap((record) => [...truth.callsOfRecord(record)].map((call) => call?.id));
  return `${outcome} ${[...new Set(calls)].toSorted().join()}`;
}
