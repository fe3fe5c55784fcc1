import type { CallClaim } from '@landfall/matching/claims/call-claim.ts';
import type { CallRecord } from '@landfall/matching/claims/records.ts';
import type { MatchKey } from '@landfall/matching/keys/match-key.ts';
import type { MatchedCall } from '../../../subgraphs/commercial-schedules/matching/match-page.ts';
import type { CallRequest } from '../../../subgraphs/commercial-schedules/matching/match-requests.ts';
import type { ScheduleRow } from '../../../subgraphs/commercial-schedules/model.ts';
import type { WorldCarrier } from '../world/fleet.ts';

/** What is known about a notice before a partner is queried. */
export interface KnownBefore {
  readonly matchKey: MatchKey;
  /** The match set of the notice without the partner's answer. */
  readonly call: MatchedCall;
  readonly carriers: readonly WorldCarrier[];
  /** A carrier that has not been queried and may share the service. */
  readonly next: WorldCarrier | undefined;
}

/** Returns what a partner may answer to a request if the notice is right. */
export type PossibleRows = (request: CallRequest) => readonly ScheduleRow[];

/**
 * Returns the ways in which partners may confirm a notice. They state its ship and its voyage: of a call on its day that
 * no answer has contained, or of one of the candidates, with the times of that candidate.
 */
export function possibleRowsFor(known: KnownBefore): readonly PossibleRows[] {
  const ofCandidates = known.call.found.candidates.map(({ visit: { records } }): PossibleRows => {
    return (request) => [rowOf(request, known, records.find((record) => isOwn(record, request)) ?? records[0])];
  });
  return [(request) => (hasExcluded(request, known) ? [] : [rowOf(request, known)]), ...ofCandidates];
}

/**
 * Returns whether the partner has stated a call that excludes another one: of the voyage with another ship, or of the
 * ship, which calls again after three days at the earliest.
 */
function hasExcluded(request: CallRequest, { call: { found } }: KnownBefore): boolean {
  return found.candidates.some(({ basis, isContradictedByShip, isInWindow, isSameShip, dayDistance = Number.NaN, visit }) => {
    const isOnVoyage = basis === 'VOYAGE' && isContradictedByShip && isInWindow !== false;
    return (isOnVoyage || (isSameShip && Math.abs(dayDistance) < 3)) && visit.records.some((record) => isOwn(record, request));
  });
}

/**
 * Returns the row of a call at which the notice is right. A partner repeats the ship and the universal voyage that it has
 * stated of the call, because all its answers are from one moment; but a number may be mistyped in one of them, and port
 * schedules may name another carrier of the service, which may know better.
 *
 * @param like a record of the call, if it is a candidate
 */
function rowOf(request: CallRequest, { matchKey, carriers, next }: KnownBefore, like?: CallRecord): ScheduleRow {
  const [notice] = matchKey.claims;
  const own = like !== undefined && isOwn(like, request) ? like.claim : undefined;
  const repeatsShip = own !== undefined && namesShip(own);
  const { vesselIMONumber, vesselName } = repeatsShip ? own : notice;
  const ship = { vessel: { vesselIMONumber, name: vesselName } };
  const { universalImportVoyageReference } = own?.universalImportVoyageReference === undefined ? notice : own;
  const { universalServiceReference } = own?.universalServiceReference === undefined ? notice : own;
  const { times, facility } = like?.claim ?? notice;
  const location = { UNLocationCode: notice.UNLocationCode, facilitySMDGCode: facility?.facilityCode };
  const [numbers = { carrierServiceCode: undefined, carrierImportVoyageNumber: undefined }] = notice.numbers;
  const { carrierServiceCode, carrierImportVoyageNumber } = numbers;
  const timestamps = times.map(timestampOf);
  if (request.topic.endpoint === 'vessel-schedules') {
    const isIssuer = request.partner === notice.partner;
    const transportCall = { universalImportVoyageReference, location, timestamps, ...(isIssuer ? { carrierImportVoyageNumber } : {}) };
    const service = { universalServiceReference, ...(isIssuer ? { carrierServiceCode } : {}) };
    return rowWith({ ...service, vesselSchedules: [{ ...ship, transportCalls: [transportCall] }] });
  }
  const others = carriers.filter(({ id }) => id === request.partner || (repeatsShip && id === next?.id));
  const issuer = carriers
    .filter(({ id }) => id === notice.partner)
    .map((carrier) => ({ ...codeOf(carrier), carrierServiceCode, carrierImportVoyageNumber }));
  const servicePartners = [...issuer, ...others.filter(({ id }) => id !== notice.partner).map(codeOf)];
  const schedule = { ...ship, servicePartners, universalServiceReference, universalImportVoyageReference, timestamps };
  return rowWith({ location, vesselSchedules: [schedule] });
}

function isOwn({ partner }: CallRecord, request: CallRequest): boolean {
  return partner === request.partner;
}

function namesShip({ vesselIMONumber, vesselName, isDummyVessel }: CallClaim): boolean {
  return !isDummyVessel && (vesselIMONumber ?? vesselName) !== undefined;
}

/** Returns a carrier in the list of those that share a service, under a name for the service. */
function codeOf({ SMDG }: WorldCarrier): object {
  return { carrierCode: SMDG, carrierCodeListProvider: 'SMDG', carrierServiceCode: `${SMDG}-SERVICE` };
}

function timestampOf({ kind, classifier = 'EST', text }: CallClaim['times'][number]): object {
  return {
    eventTypeCode: kind === 'DEPARTURE' ? 'DEPA' : 'ARRI',
    eventClassifierCode: classifier,
    eventDateTime: text.length === 'YYYY-MM-DD'.length ? `${text}T12:00:00Z` : text,
  };
}

function rowWith(document: object): ScheduleRow {
  return { document, violations: [], byteLength: 0 };
}
