import type { CallClaim } from '@landfall/matching/claims/call-claim.ts';
import { certaintyOf, millisecondsOf } from '@landfall/matching/claims/days.ts';
import type { CallRecord } from '@landfall/matching/claims/records.ts';
import { matchKeyOfCall } from '@landfall/matching/keys/match-key.ts';
import { encodeMatchKey } from '@landfall/matching/keys/match-key-text.ts';
import { constantFields } from '#platform/cache/constant-fields.ts';
import { LandfallError } from '#platform/errors.ts';
import { partnerField, portOf, vesselOf } from '#platform/graphql/shared-types.ts';
import { globalIdOf, parseGlobalId } from '#platform/log/global-id.ts';
import { encodeMatchQuery, readMatchKey } from '#platform/matching/match-sets.ts';
import { eventMatchKeyStringOf, matchKeyStringOf } from './matching/match-keys.ts';
import type { Call } from './matching/matches.ts';
import type { Queries } from './queries.ts';

/** Resolves the fields of a merged call. */
export const callFields = constantFields({
  __resolveReference: async ({ id }: { readonly id: string }, { queries }: { readonly queries: Queries }): Promise<Call> => {
    const parsed = parseGlobalId(id);
    const matchKey = parsed?.typeName === 'TransportCall' ? readMatchKey(parsed.key) : undefined;
    const { found } = matchKey === undefined ? { found: undefined } : await queries.callsOf(encodeMatchQuery(encodeMatchKey(matchKey), {}));
    const [best] = found?.candidates ?? [];
    if (best === undefined) throw new LandfallError('NOT_FOUND', 'No schedule contains this call now.');
    return best.visit;
  },
  id: (call: Call) => globalIdOf('TransportCall', encodeMatchKey(matchKeyOfCall(identifyingOf(call)))),
  vessel: (call: Call) => vesselOf(onlyOf(call, ({ vesselIMONumber }) => vesselIMONumber)),
  port: (call: Call) => portOf(onlyOf(call, ({ UNLocationCode }) => UNLocationCode)),
  times: ({ records }: Call) =>
    records
      .flatMap(timesOf)
      .sort(byCertainty)
      .map(({ shown }) => shown),
  portCallEvents: (call: Call) => ({ matchKey: eventMatchKeyStringOf(call) }),
  arrivalNotices: (call: Call) => ({ matchKey: matchKeyStringOf(call) }),
});

/** Resolves the fields of one source's claim. */
export const callRecordFields = constantFields({
  ...partnerField,
  kind: ({ claim }: CallRecord) => claim.kind as 'VESSEL_SCHEDULE' | 'PORT_SCHEDULE' | 'POINT_TO_POINT',
  vesselIMONumber: ({ claim }: CallRecord) => claim.vesselIMONumber,
  vesselName: ({ claim }: CallRecord) => claim.vesselName,
  isDummyVessel: ({ claim }: CallRecord) => claim.isDummyVessel,
  UNLocationCode: ({ claim }: CallRecord) => claim.UNLocationCode,
  facilityCode: ({ claim }: CallRecord) => claim.facility?.facilityCode,
  facilityCodeListProvider: ({ claim }: CallRecord) => claim.facility?.facilityCodeListProvider,
  transportCallReference: ({ claim }: CallRecord) => claim.transportCallReference,
  portVisitReference: ({ claim }: CallRecord) => claim.portVisitReference,
  universalServiceReference: ({ claim }: CallRecord) => claim.universalServiceReference,
  universalImportVoyageReference: ({ claim }: CallRecord) => claim.universalImportVoyageReference,
  universalExportVoyageReference: ({ claim }: CallRecord) => claim.universalExportVoyageReference,
  numbers: ({ claim }: CallRecord) =>
    claim.numbers.map(({ owner, ...numbers }) => (typeof owner === 'object' ? { ...owner, ...numbers } : numbers)),
  times: (record: CallRecord) =>
    timesOf(record)
      .sort(byCertainty)
      .map(({ shown }) => shown),
});

/**
 * Returns the records with references. Port schedules have none and are not always requested; the call is the same with
 * or without them.
 */
function identifyingOf({ records }: Call): Call['records'] {
  const [first, ...others] = records.filter(({ claim }) => claim.kind === 'VESSEL_SCHEDULE');
  return first === undefined ? records : [first, ...others];
}

/** Returns the value if all records that have one agree on it. */
function onlyOf({ records }: Call, read: (claim: CallClaim) => string | undefined): string | undefined {
  const [only, ...others] = new Set(records.flatMap(({ claim }) => read(claim) ?? []));
  return others.length === 0 ? only : undefined;
}

type TimeOfRecord = ReturnType<typeof timesOf>[number];

/** A time of a call, as one source states it. */
export type CallTime = TimeOfRecord['shown'];

function timesOf({ partner, retrievedAt, claim }: CallRecord) {
  return claim.times.map((time) => {
    const eventTypeCode = time.kind === 'DEPARTURE' ? ('DEPA' as const) : ('ARRI' as const);
    return { time, shown: { partner, eventTypeCode, eventClassifierCode: time.classifier, dateTime: time.text, retrievedAt } };
  });
}

function byCertainty({ time: left }: TimeOfRecord, { time: right }: TimeOfRecord): number {
  return certaintyOf(left) - certaintyOf(right) || millisecondsOf(left) - millisecondsOf(right);
}
