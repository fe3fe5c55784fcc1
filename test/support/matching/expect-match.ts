import type { CallClaim, CarrierNumbers, Facility, RecordKind, StatedTime } from '@landfall/matching/claims/call-claim.ts';
import { withExpectedActuals } from '@landfall/matching/claims/days.ts';
import { normalKeys, normalNumbers } from '@landfall/matching/claims/normal-values.ts';
import type { CallRecord, EventRecord, NoticeRecord } from '@landfall/matching/claims/records.ts';
import { type MatchKey, matchKeyOfCall } from '@landfall/matching/keys/match-key.ts';
import { createNoticeIndex, matchNotices } from '@landfall/matching/match-notices.ts';
import { matchRoutes, type RouteRecord } from '@landfall/matching/match-routes.ts';
import { announcedOf, eventMatchKeyOf, matchCalls, matchVisits, missingOf } from '@landfall/matching/match-visits.ts';
import type { SourceAnswer } from '@landfall/matching/outcome.ts';
import type { Assessment } from '@landfall/matching/rules/assess.ts';
import { createComparisonRules } from '@landfall/matching/rules/comparison-rules.ts';
import { createVisitIndex } from '@landfall/matching/visits/candidate-index.ts';
import { mergeIntoVisits } from '@landfall/matching/visits/visits.ts';
import { describe, expect, test } from 'vitest';

/** The statement of one record, in December 2026, at Singapore unless another port is named. */
export interface Stated {
  /**
   * Partner that supplied the record: `maeu`, `bolt`, `hub`, which sends data of any carrier, or another one, whose file
   * names no carriers. @default 'maeu', for events 'port'
   */
  readonly by?: string;
  readonly kind?: RecordKind;
  readonly vessel?: string;
  readonly name?: string;
  readonly isDummyVessel?: boolean;
  readonly port?: string | null;
  /** Code list and code. */
  readonly terminal?: string;
  readonly reference?: string;
  readonly visit?: string;
  readonly customs?: string;
  readonly portCallID?: string;
  readonly terminalCallID?: string;
  readonly portCallServiceID?: string;
  /** Universal service, import and export voyage reference: `SR12345A 2649E/2702W`; `-` where one is not stated. */
  readonly universal?: string;
  /** Carrier, import and export voyage number: `MAEU 649E/702W`; `?` where no carrier is stated, `partner` for the partner's. */
  readonly voyage?: string | readonly string[];
  /** Carrier's service code. */
  readonly service?: string;
  /** Classifier, day and hour: `PLN 24, EST 28 08:00`. */
  readonly arrives?: string;
  readonly leaves?: string;
  /** Of an event or a notice: the times of its earlier versions, as in `arrives`. */
  readonly arrivedBefore?: string;
  /** Of a notice or an event: the day in December on which it was stated. @default not known */
  readonly stated?: number;
  /** Of a notice: ports of loading and discharge; of a route: places of receipt and delivery. */
  readonly tradeLane?: readonly [string, string];
  readonly isOmitted?: boolean;
  /** Hours from 20 December, 08:00 at Singapore, to the event's last update. */
  readonly updated?: number;
  readonly isFYI?: boolean;
  readonly isCanceled?: boolean;
}

/**
 * One case of a rule: a match key, its candidates, and the expected result. Events of a notice beside calls are found through
 * its unique call, if it has one.
 */
export interface MatchCase {
  readonly when: string;
  readonly notice?: Stated;
  readonly loading?: Stated;
  readonly call?: Stated;
  /** The notice whose unique match the call is. */
  readonly announcedBy?: Stated;
  /** Other calls of the ship around the call. */
  readonly siblings?: readonly Stated[];
  readonly event?: Stated;
  readonly calls?: readonly Stated[];
  readonly events?: readonly Stated[];
  readonly notices?: readonly Stated[];
  /** Routes, each with its places and its call at the port of discharge. */
  readonly routes?: readonly Stated[];
  readonly sources?: readonly SourceAnswer[];
  /**
   * The expected outcome and, for the best candidate, its confidence, rule and reasons:
   * `UNIQUE STRONG VESSEL_CARRIER_VOYAGE_AND_PORT`. A unique candidate among several must be listed first. Without a
   * match key: the number of visits. For routes: the confidence of the first one.
   */
  readonly is: string;
  /** Whether the expected result also names the rule that decided, and what is missing. */
  readonly isExplained?: boolean;
}

/** Tests a rule by a table of cases. */
export function expectMatch(rule: string, cases: readonly MatchCase[]): void {
  describe(rule, () => {
    test.each(cases.map((each) => [each.when, each.is, each] as const))('%s: %s', (_, is, each) => {
      expect(resultOf(each)).toBe(is);
    });
  });
}

const rules = createComparisonRules([
  { id: 'maeu', carriers: [carrierOf('MAEU'), carrierOf('MSK@SMDG')] },
  { id: 'bolt', carriers: [carrierOf('BOLT'), carrierOf('BLT@SMDG')], portAliases: { SGSNP: 'SGSIN' } },
  { id: 'hub', carriers: 'ANY' },
]);

function resultOf(each: MatchCase): string {
  const { notice, calls, events, notices, routes, sources = ['ANSWERED'] } = each;
  const context = { rules, sources };
  const left = keyClaimOf(each);
  if (left === undefined) {
    const visits = mergeIntoVisits(calls?.map(callOf) ?? events?.map(eventOf) ?? [], rules);
    const sizes = visits.map(({ records }) => records.length).toSorted();
    if (sizes.length === 1) return '1 visit';
    return sizes.some((size) => size > 1) ? `${sizes.length} visits of ${sizes.join(' and ')} records` : `${sizes.length} visits`;
  }
  const matchKey = notice && calls && events ? throughSchedule(left, calls) : matchKeyOf(left, each);
  if (routes !== undefined) {
    const [from = '', to = ''] = notice?.tradeLane ?? [];
    const tradeLane = {
      from: [{ path: 'transport.portOfLoading.UNLocationCode', value: from }],
      to: [{ path: 'transport.portOfDischarge.UNLocationCode', value: to }],
    } as const;
    return matchRoutes({ ...matchKey, tradeLane }, routes.map(routeOf), context)[0]?.confidence ?? 'NONE';
  }
  if (notices !== undefined) {
    const found = matchNotices(matchKey, createNoticeIndex(notices.map(noticeOf), rules), context);
    return resultText(found.outcome, found.notices[0]);
  }
  const records = events === undefined ? (calls ?? []).map(callOf) : events.map(eventOf);
  const found =
    events === undefined
      ? matchCalls(matchKey, createVisitIndex(records as CallRecord[], rules), context)
      : matchVisits(matchKey, createVisitIndex(records as EventRecord[], rules), context);
  const [best] = found.candidates;
  if (found.unique !== undefined && records[0] !== undefined && !found.unique.visit.records.some((record) => record === records[0])) {
    return `UNIQUE, but not the first one listed: ${best?.rule}`;
  }
  const terminal = found.outcome === found.terminalOutcome ? '' : ` (terminal: ${found.terminalOutcome})`;
  const missing = missingOf(found).map((attribute) => ` ${attribute}`);
  const explanation = each.isExplained === true ? ` by ${found.doubt}${missing.length > 0 ? `, missing${missing.join('')}` : ''}` : '';
  return resultText(found.outcome, best) + terminal + explanation;
}

function matchKeyOf(left: CallClaim, { call, announcedBy, siblings = [] }: MatchCase): MatchKey {
  if (call === undefined) return { claims: [left] };
  const record = callOf(call);
  const ofNotice: MatchKey | undefined = announcedBy && { claims: [claimOf('NOTICE', announcedBy)] };
  const [match] = ofNotice ? matchCalls(ofNotice, createVisitIndex([record], rules), { rules, sources: ['ANSWERED'] }).candidates : [];
  return matchKeyOfCall(
    [record],
    ofNotice && match ? announcedOf(ofNotice, match) : [],
    siblings.map((sibling) => [callOf(sibling).claim]),
  );
}

function throughSchedule(left: CallClaim, calls: readonly Stated[]): MatchKey {
  const matchKey: MatchKey = { claims: [left] };
  const found = matchCalls(matchKey, createVisitIndex(calls.map(callOf), rules), { rules, sources: ['ANSWERED'] });
  return eventMatchKeyOf({ matchKey, found });
}

function keyClaimOf({ notice, loading, call, event }: MatchCase): CallClaim | undefined {
  if (notice !== undefined) return claimOf('NOTICE', notice);
  if (loading !== undefined) return { ...claimOf('NOTICE', loading), sides: 'EXPORT' };
  if (call !== undefined) return claimOf('VESSEL_SCHEDULE', call);
  return event && claimOf('EVENT', event);
}

function resultText(outcome: string, best: Assessment | undefined): string {
  // It follows from the outcome; its own table states when it applies.
  const reasons = best?.reasons.filter((reason) => reason !== 'TOO_LITTLE_EVIDENCE') ?? [];
  return best === undefined ? outcome : [outcome, best.confidence, best.rule, ...reasons].join(' ');
}

function callOf(stated: Stated): CallRecord {
  const claim = claimOf('VESSEL_SCHEDULE', stated);
  return { partner: claim.partner, claim, wire: stated };
}

function eventOf(stated: Stated): EventRecord {
  const claim = claimOf('EVENT', stated);
  const updatedAt = new Date(Date.UTC(2026, 11, 20, stated.updated ?? 0)).toISOString();
  const { isOmitted, portCallID, terminalCallID, portCallServiceID, isFYI = false, isCanceled = false } = stated;
  return {
    partner: claim.partner,
    claim,
    wire: stated,
    updatedAt,
    isOmitted,
    portCallID,
    terminalCallID,
    portCallServiceID,
    isFYI,
    isCanceled,
    isDeclined: false,
  };
}

function noticeOf(stated: Stated, place: number): NoticeRecord {
  const claim = claimOf('NOTICE', stated);
  const transportDocumentReference = `TD${place}`;
  return { partner: claim.partner, claims: [claim], wire: stated, transportDocumentReference, typeLabel: '', issuedAt: '' };
}

function routeOf(stated: Stated): RouteRecord {
  const [placeOfReceipt, placeOfDelivery] = (stated.tradeLane ?? []).map((UNLocationCode) => ({ location: { UNLocationCode } }));
  const claim: CallClaim = { ...claimOf('POINT_TO_POINT', stated), sides: 'IMPORT' };
  return { route: { placeOfReceipt, placeOfDelivery }, partner: claim.partner, calls: [{ partner: claim.partner, claim, wire: stated }] };
}

function claimOf(defaultKind: RecordKind, stated: Stated): CallClaim {
  const kind = stated.kind ?? defaultKind;
  const partner = stated.by ?? (kind === 'EVENT' ? 'port' : 'maeu');
  const [service, universalImport, universalExport] = partsOf(stated.universal);
  const voyages =
    stated.voyage === undefined ? (stated.service === undefined ? [] : [`${kind === 'EVENT' ? '?' : 'MAEU'} -`]) : [stated.voyage].flat();
  const claim: CallClaim = {
    kind,
    at: [0, 0],
    partner,
    sides: kind === 'NOTICE' ? 'IMPORT' : 'BOTH',
    isDummyVessel: stated.isDummyVessel === true,
    ...normalKeys({
      vesselIMONumber: stated.vessel,
      vesselName: stated.name,
      UNLocationCode: stated.port === null ? undefined : (stated.port ?? 'SGSIN'),
      transportCallReference: stated.reference,
      portVisitReference: stated.visit,
      callReferenceNumber: stated.customs,
      universalServiceReference: service,
      universalImportVoyageReference: universalImport,
      universalExportVoyageReference: universalExport,
    }),
    facility: facilityOf(stated.terminal),
    numbers: voyages.flatMap((voyage, index) => numbersOf(voyage, stated.service, index) ?? []),
    times: [...timesOf('ARRIVAL', stated.arrives, kind), ...timesOf('DEPARTURE', stated.leaves, kind)],
    earlierTimes: stated.arrivedBefore === undefined ? undefined : timesOf('ARRIVAL', stated.arrivedBefore, kind),
  };
  return stated.stated === undefined ? claim : withExpectedActuals(claim, new Date(Date.UTC(2026, 11, stated.stated)).toISOString());
}

/** Splits `OWNER IMPORT/EXPORT`. */
function partsOf(text = ''): readonly (string | undefined)[] {
  return text.split(/[ /]/).map((part) => (part === '-' || part === '' ? undefined : part));
}

function numbersOf(voyage: string, carrierServiceCode: string | undefined, index: number): CarrierNumbers | undefined {
  const [owner = '?', carrierImportVoyageNumber, carrierExportVoyageNumber] = partsOf(voyage);
  const carrier = owner === '?' ? undefined : owner === 'partner' ? (owner.toUpperCase() as 'PARTNER') : carrierOf(owner);
  return normalNumbers({ owner: carrier, index, carrierServiceCode, carrierImportVoyageNumber, carrierExportVoyageNumber });
}

function carrierOf(text: string) {
  const [carrierCode = '', carrierCodeListProvider = 'NMFTA'] = text.split('@');
  return { carrierCode, carrierCodeListProvider };
}

function facilityOf(terminal: string | undefined): Facility | undefined {
  const [facilityCodeListProvider = '', facilityCode = ''] = terminal?.split(' ') ?? [];
  return terminal === undefined ? undefined : { facilityCode, facilityCodeListProvider };
}

/**
 * Parses times. Days after the 31st are in January 2027. A notice states days, a schedule local times, an event
 * instants.
 */
function timesOf(timeKind: StatedTime['kind'], times: string | undefined, kind: RecordKind): readonly StatedTime[] {
  return (times?.split(', ') ?? []).map((time, index) => {
    const [classifier, day, hour = '12:00'] = time.split(' ');
    const date = new Date(Date.UTC(2026, 11, Number(day))).toISOString().slice(0, 10);
    const local = `${date}T${hour}:00+08:00`;
    const text = kind === 'NOTICE' ? date : kind === 'EVENT' ? new Date(local).toISOString() : local;
    return { kind: timeKind, classifier, text, index };
  });
}
