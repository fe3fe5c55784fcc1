import { instantOf } from '@landfall/dcsa/instant.ts';
import { textAt, valueAt } from '@landfall/dcsa/wire-values.ts';
import type { CallClaim } from './call-claim.ts';
import { claimOfEvent } from './event-claim.ts';
import { claimsOfNotice, type LegOptions } from './notice-claims.ts';
import { claimsOfPointToPoint, claimsOfPortSchedule, claimsOfVesselSchedules } from './schedule-claims.ts';

/** The source of a record, without which many of its numbers have no meaning. */
export interface RecordStamp {
  readonly partner: string;
  /** API version as stated by the partner. */
  readonly apiVersion?: string | undefined;
  /** When the record was fetched, RFC 3339; the only available age of a schedule. */
  readonly retrievedAt?: string | undefined;
}

// Literals do not begin with a spread: the V8 of Node 20 would give each of their objects a hidden class of its own, which
// takes more memory than the object.

/** The record of one source about one call: a candidate of `matchCalls`. */
export interface CallRecord extends RecordStamp {
  readonly claim: CallClaim;
  /**
   * The parsed object as received: `ServiceSchedule`, `PortSchedule` or `PointToPoint`; `claim.at` is the position in
   * it.
   */
  readonly wire: unknown;
}

/** A port call event: a candidate of `matchEvents`. */
export interface EventRecord extends RecordStamp {
  readonly claim: CallClaim;
  readonly wire: unknown;
  /** Id that events of one visit from the same source have in common. */
  readonly portCallID?: string | undefined;
  readonly terminalCallID?: string | undefined;
  readonly portCallServiceID?: string | undefined;
  /** `eventUpdatedDateTime` in a form whose text order is the order of time; empty if the event has none. */
  readonly updatedAt: string;
  /** Whether the visit is omitted; undefined if the event does not state it. */
  readonly isOmitted?: boolean | undefined;
  /** Whether the call at the terminal is omitted; undefined if the event does not state it. */
  readonly isTerminalCallOmitted?: boolean | undefined;
  /** Whether the event is for information only, canceled or declined: it is shown, but gives no current time. */
  readonly isFYI: boolean;
  readonly isCanceled: boolean;
  readonly isDeclined: boolean;
}

/** A notice that may belong to a call: a candidate of `matchNotices`. */
export interface NoticeRecord extends RecordStamp {
  readonly claims: readonly [CallClaim, ...CallClaim[]];
  readonly wire: unknown;
  readonly transportDocumentReference: string;
  readonly typeLabel: string;
  /** `issueDateTime` in a form whose text order is the order of time. */
  readonly issuedAt: string;
}

/** Returns the candidates in a parsed `ServiceSchedule`: one per transport call with cargo. */
export function callRecordsOfVesselSchedules(serviceSchedule: unknown, stamp: RecordStamp): readonly CallRecord[] {
  return claimsOfVesselSchedules(serviceSchedule, stamp.partner).map((claim) => ({ claim, wire: serviceSchedule, ...stamp }));
}

/** Returns the candidates in a parsed `PortSchedule`: one per ship's call. */
export function callRecordsOfPortSchedule(portSchedule: unknown, stamp: RecordStamp): readonly CallRecord[] {
  return claimsOfPortSchedule(portSchedule, stamp.partner).map((claim) => ({ claim, wire: portSchedule, ...stamp }));
}

/** Returns the candidates in a parsed `PointToPoint`: one per end of each leg at sea and per intermediate call. */
export function callRecordsOfPointToPoint(pointToPoint: unknown, stamp: RecordStamp): readonly CallRecord[] {
  return claimsOfPointToPoint(pointToPoint, stamp.partner).map((claim) => ({ claim, wire: pointToPoint, ...stamp }));
}

/**
 * Returns the candidate for a parsed port call event.
 *
 * @param earlier the earlier versions of the event
 */
export function eventRecordOf(event: unknown, stamp: RecordStamp, earlier: readonly unknown[] = []): EventRecord {
  return {
    claim: claimOfEvent(event, stamp.partner, earlier),
    wire: event,
    ...stamp,
    portCallID: textAt(event, 'portCall', 'portCallID'),
    terminalCallID: textAt(event, 'terminalCall', 'terminalCallID'),
    portCallServiceID: textAt(event, 'portCallService', 'portCallServiceID'),
    updatedAt: instantOf(textAt(event, 'eventUpdatedDateTime') ?? '') ?? '',
    isOmitted: booleanAt(event, 'portCall', 'isOmitted'),
    isTerminalCallOmitted: booleanAt(event, 'terminalCall', 'isOmitted'),
    isFYI: booleanAt(event, 'isFYI') ?? false,
    isCanceled: booleanAt(event, 'portCallService', 'isCanceled') ?? false,
    isDeclined: booleanAt(event, 'portCallService', 'isDeclined') ?? false,
  };
}

/** Returns the candidate for a parsed arrival notice, with what its earlier versions stated. */
export function noticeRecordOf(
  notice: unknown,
  stamp: RecordStamp,
  { portOf, earlier }: Pick<LegOptions, 'portOf' | 'earlier'> = {},
): NoticeRecord {
  return {
    claims: claimsOfNotice(notice, stamp.partner, { portOf, earlier }).claims,
    wire: notice,
    ...stamp,
    transportDocumentReference: textAt(notice, 'transportDocumentReference') ?? '',
    typeLabel: textAt(notice, 'typeLabel') ?? '',
    issuedAt: instantOf(textAt(notice, 'issueDateTime') ?? '') ?? '',
  };
}

function booleanAt(source: unknown, ...path: readonly string[]): boolean | undefined {
  const value = valueAt(source, path);
  return typeof value === 'boolean' ? value : undefined;
}
