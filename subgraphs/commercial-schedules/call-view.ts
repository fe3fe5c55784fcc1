import { LandfallError } from '#platform/errors.ts';
import { globalIdOf, parseGlobalId } from '#platform/log/global-id.ts';
import type { CallClaim, StatedTime } from '#platform/matching/claims/call-claim.ts';
import { certaintyOf, millisecondsOf } from '#platform/matching/claims/days.ts';
import type { CallRecord } from '#platform/matching/claims/records.ts';
import { portOf, vesselOf } from '#platform/matching/claims/vessels-and-ports.ts';
import { matchKeyOfCall } from '#platform/matching/keys/match-key.ts';
import { encodeMatchKey } from '#platform/matching/keys/match-key-text.ts';
import { encodeMatchQuery, readMatchKey } from '#platform/matching/keys/match-query.ts';
import { matchKeyStringOf } from './matching/match-keys.ts';
import type { Call } from './matching/matches.ts';
import type { Queries } from './queries.ts';

/** Resolves what the schema shows of a merged call. */
export const callFields = {
  __resolveReference: async ({ id }: { readonly id: string }, { questions }: { readonly questions: Queries }): Promise<Call> => {
    const parsed = parseGlobalId(id);
    const keySet = parsed?.typeName === 'TransportCall' ? readMatchKey(parsed.key) : undefined;
    const { found } = keySet === undefined ? { found: undefined } : await questions.callsOf(encodeMatchQuery(encodeMatchKey(keySet), {}));
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
  portCallEvents: (call: Call) => ({ keySet: matchKeyStringOf(call) }),
  arrivalNotices: (call: Call) => ({ keySet: matchKeyStringOf(call) }),
};

/** Resolves what the schema shows of one source's statement. */
export const callRecordFields = {
  kind: ({ statement }: CallRecord) => statement.kind as 'VESSEL_SCHEDULE' | 'PORT_SCHEDULE' | 'POINT_TO_POINT',
  vesselIMONumber: ({ statement }: CallRecord) => statement.vesselIMONumber,
  vesselName: ({ statement }: CallRecord) => statement.vesselName,
  isDummyVessel: ({ statement }: CallRecord) => statement.isDummyVessel,
  UNLocationCode: ({ statement }: CallRecord) => statement.UNLocationCode,
  facilityCode: ({ statement }: CallRecord) => statement.facility?.facilityCode,
  facilityCodeListProvider: ({ statement }: CallRecord) => statement.facility?.facilityCodeListProvider,
  transportCallReference: ({ statement }: CallRecord) => statement.transportCallReference,
  portVisitReference: ({ statement }: CallRecord) => statement.portVisitReference,
  universalServiceReference: ({ statement }: CallRecord) => statement.universalServiceReference,
  universalImportVoyageReference: ({ statement }: CallRecord) => statement.universalImportVoyageReference,
  universalExportVoyageReference: ({ statement }: CallRecord) => statement.universalExportVoyageReference,
  numbers: ({ statement }: CallRecord) =>
    statement.numbers.map(({ owner, ...numbers }) => (typeof owner === 'object' ? { ...owner, ...numbers } : numbers)),
  times: (record: CallRecord) =>
    timesOf(record)
      .sort(byCertainty)
      .map(({ shown }) => shown),
};

/** The records with references. Port schedules have none and are not always asked for; with or without, the call is the same. */
function identifyingOf({ records }: Call): Call['records'] {
  const [first, ...others] = records.filter(({ statement }) => statement.kind === 'VESSEL_SCHEDULE');
  return first === undefined ? records : [first, ...others];
}

/** The value that all who have one agree on. */
function onlyOf({ records }: Call, read: (statement: CallClaim) => string | undefined): string | undefined {
  const [only, ...others] = new Set(records.flatMap(({ statement }) => read(statement) ?? []));
  return others.length === 0 ? only : undefined;
}

interface TimeOfRecord {
  readonly time: StatedTime;
  readonly shown: {
    readonly partner: string;
    readonly eventTypeCode: 'ARRI' | 'DEPA';
    readonly eventClassifierCode?: string | undefined;
    readonly dateTime: string;
    readonly retrievedAt?: string | undefined;
  };
}

function timesOf({ partner, retrievedAt, statement }: CallRecord): TimeOfRecord[] {
  return statement.times.map((time) => {
    const eventTypeCode = time.kind === 'DEPARTURE' ? 'DEPA' : 'ARRI';
    return { time, shown: { partner, eventTypeCode, eventClassifierCode: time.classifier, dateTime: time.text, retrievedAt } };
  });
}

function byCertainty({ time: left }: TimeOfRecord, { time: right }: TimeOfRecord): number {
  return certaintyOf(left) - certaintyOf(right) || millisecondsOf(left) - millisecondsOf(right);
}
