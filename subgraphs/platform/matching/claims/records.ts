import { instantOf } from '../../time/instant.ts';
import type { CallClaim } from './call-claim.ts';
import { claimOfEvent } from './event-claim.ts';
import { claimsOfNotice } from './notice-claims.ts';
import { claimsOfPointToPoint, claimsOfPortSchedule, claimsOfVesselSchedules } from './schedule-claims.ts';
import { textAt, valueAt } from './wire-values.ts';

/** Where a record comes from. Never lost on the way: half of the numbers mean nothing without it. */
export interface RecordStamp {
  readonly partner: string;
  /** As the partner stated it. */
  readonly apiVersion?: string | undefined;
  /** When we got it, RFC 3339: the only age that a schedule has. */
  readonly retrievedAt?: string | undefined;
}

/** What one source says about one call: a candidate of `matchCalls`. */
export interface CallRecord extends RecordStamp {
  readonly claim: CallClaim;
  /** The parsed object as received: `ServiceSchedule`, `PortSchedule` or `PointToPoint`; `claim.at` says where in it. */
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
  /** The visit is skipped, or is not after all; undefined when the event does not say. */
  readonly isOmitted?: boolean | undefined;
  /** The same of the call at the terminal. */
  readonly isTerminalCallOmitted?: boolean | undefined;
  /** Addressed to somebody else, withdrawn or refused: shown, but no current time. */
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
