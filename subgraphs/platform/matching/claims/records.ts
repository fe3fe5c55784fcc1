import { instantOf } from '../../time/instant.ts';
import type { CallClaim } from './call-claim.ts';
import { claimOfEvent } from './event-claim.ts';
import { claimsOfNotice } from './notice-claims.ts';
import { claimsOfPointToPoint, claimsOfPortSchedule, claimsOfVesselSchedules } from './schedule-claims.ts';
import { textAt, valueAt } from './wire-values.ts';

/** The source of a record: half of the numbers mean nothing without it. */
export interface RecordStamp {
  readonly partner: string;
  /** As the partner stated it. */
  readonly apiVersion?: string | undefined;
  /** When it was fetched, RFC 3339: the only age of a schedule. */
  readonly retrievedAt?: string | undefined;
}

/** The record of one source about one call: a candidate of `matchCalls`. */
export interface CallRecord extends RecordStamp {
  readonly claim: CallClaim;
  /** The parsed object as received: `ServiceSchedule`, `PortSchedule` or `PointToPoint`; `claim.at` is the place in it. */
  readonly wire: unknown;
}

/** A port call event: a candidate of `matchEvents`. */
export interface EventRecord extends RecordStamp {
  readonly claim: CallClaim;
  readonly wire: unknown;
  /** Ids that hold events of one visit together within their source. */
  readonly portCallID?: string | undefined;
  readonly terminalCallID?: string | undefined;
  /** `eventUpdatedDateTime` as an instant that orders as text; empty when the event has none. */
  readonly updatedAt: string;
  /** Whether the visit is omitted; undefined if the event does not state it. */
  readonly isOmitted?: boolean | undefined;
  /** The same of the call at the terminal. */
  readonly isTerminalCallOmitted?: boolean | undefined;
  /** For information only, canceled or declined: shown, but no current time. */
  readonly isFYI: boolean;
  readonly isCanceled: boolean;
  readonly isDeclined: boolean;
}

/** A notice as one answer to "which notices belong to this call?": a candidate of `matchNotices`. */
export interface NoticeRecord extends RecordStamp {
  readonly claims: readonly [CallClaim, ...CallClaim[]];
  readonly wire: unknown;
  readonly transportDocumentReference: string;
  readonly typeLabel: string;
  /** `issueDateTime` as an instant that orders as text. */
  readonly issuedAt: string;
}

/** Makes the candidates out of a parsed `ServiceSchedule`: one per transport call. */
export function callRecordsOfVesselSchedules(serviceSchedule: unknown, stamp: RecordStamp): readonly CallRecord[] {
  return claimsOfVesselSchedules(serviceSchedule, stamp.partner).map((claim) => ({ ...stamp, claim, wire: serviceSchedule }));
}

/** Makes the candidates out of a parsed `PortSchedule`: one per ship's call. */
export function callRecordsOfPortSchedule(portSchedule: unknown, stamp: RecordStamp): readonly CallRecord[] {
  return claimsOfPortSchedule(portSchedule, stamp.partner).map((claim) => ({ ...stamp, claim, wire: portSchedule }));
}

/** Makes the candidates out of a parsed `PointToPoint`: one per end of each leg at sea and per call in between. */
export function callRecordsOfPointToPoint(pointToPoint: unknown, stamp: RecordStamp): readonly CallRecord[] {
  return claimsOfPointToPoint(pointToPoint, stamp.partner).map((claim) => ({ ...stamp, claim, wire: pointToPoint }));
}

/** Makes the candidate out of a parsed port call event. */
export function eventRecordOf(event: unknown, stamp: RecordStamp): EventRecord {
  return {
    ...stamp,
    claim: claimOfEvent(event, stamp.partner),
    wire: event,
    portCallID: textAt(event, 'portCall', 'portCallID'),
    terminalCallID: textAt(event, 'terminalCall', 'terminalCallID'),
    updatedAt: instantOf(textAt(event, 'eventUpdatedDateTime') ?? '') ?? '',
    isOmitted: booleanAt(event, 'portCall', 'isOmitted'),
    isTerminalCallOmitted: booleanAt(event, 'terminalCall', 'isOmitted'),
    isFYI: booleanAt(event, 'isFYI') ?? false,
    isCanceled: booleanAt(event, 'portCallService', 'isCanceled') ?? false,
    isDeclined: booleanAt(event, 'portCallService', 'isDeclined') ?? false,
  };
}

/** Makes the candidate out of a parsed arrival notice. */
export function noticeRecordOf(notice: unknown, stamp: RecordStamp): NoticeRecord {
  return {
    ...stamp,
    claims: claimsOfNotice(notice, stamp.partner).claims,
    wire: notice,
    transportDocumentReference: textAt(notice, 'transportDocumentReference') ?? '',
    typeLabel: textAt(notice, 'typeLabel') ?? '',
    issuedAt: instantOf(textAt(notice, 'issueDateTime') ?? '') ?? '',
  };
}

function booleanAt(source: unknown, ...path: readonly string[]): boolean | undefined {
  const value = valueAt(source, path);
  return typeof value === 'boolean' ? value : undefined;
}
