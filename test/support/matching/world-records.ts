import { listAt, valueAt } from '@landfall/dcsa/wire-values.ts';
import {
  type CallRecord,
  callRecordsOfPointToPoint,
  callRecordsOfPortSchedule,
  callRecordsOfVesselSchedules,
  type EventRecord,
  eventRecordOf,
} from '@landfall/matching/claims/records.ts';
import type { ComparisonRules } from '@landfall/matching/rules/comparison-rules.ts';
import { createComparisonRules } from '@landfall/matching/rules/comparison-rules.ts';
import type { WorldCall } from '../world/sailing.ts';
import type { Wire } from '../world/schedules.ts';
import type { World } from '../world/world.ts';

/** The data of a world for a caller that requests everything from every partner, without limits and truncation. */
export interface WorldRecords {
  readonly rules: ComparisonRules;
  /** Vessel and port schedules of the Producers that have these endpoints. */
  readonly schedules: readonly CallRecord[];
  readonly routes: readonly CallRecord[];
  readonly events: readonly EventRecord[];
  callOf(record: CallRecord | EventRecord): WorldCall | undefined;
  areOf(records: readonly (CallRecord | EventRecord)[], call: WorldCall | undefined): boolean;
}

/** Collects all statements of the partners of a world. */
export function recordsOfWorld(world: World): WorldRecords {
  const callOf = ({ claim, wire }: CallRecord | EventRecord) => world.truth.callOf(partOf(claim, wire));
  return {
    rules: createComparisonRules(world.carriers.map(partnerOf)),
    // A vessel schedule of the same carrier marks the passages.
    schedules: world.carriers.flatMap((carrier) => schedulesOf(world, carrier)).filter((record) => callOf(record)?.isPassage !== true),
    routes: world.carriers.flatMap((carrier) =>
      world.pointToPointOf(carrier).flatMap((wire) => callRecordsOfPointToPoint(wire, { partner: carrier.id })),
    ),
    events: world.eventPublishers.flatMap((partner) => {
      const versions = new Map<unknown, Wire[]>();
      for (const event of world.eventsOf(partner)) {
        versions.set(event['eventID'], [event, ...(versions.get(event['eventID']) ?? [])]);
      }
      return [...versions.values()].map(([current, ...earlier]) => eventRecordOf(current, { partner }, earlier));
    }),
    callOf,
    areOf: (records, call) => records.every((record) => callOf(record) === call),
  };
}

function partnerOf({ id, SMDG, NMFTA }: World['carriers'][number]) {
  return {
    id,
    carriers: [
      { carrierCode: SMDG, carrierCodeListProvider: 'SMDG' },
      { carrierCode: NMFTA, carrierCodeListProvider: 'NMFTA' },
    ],
  };
}

function schedulesOf(world: World, carrier: World['carriers'][number]): readonly CallRecord[] {
  const stamp = { partner: carrier.id };
  const { lacks = [] } = world.habitsOf(carrier).producer;
  const vesselSchedules = lacks.includes('vessel-schedules') ? [] : world.vesselSchedulesOf(carrier);
  const portSchedules = lacks.includes('port-schedules') ? [] : world.portSchedulesOf(carrier);
  return [
    ...vesselSchedules.flatMap((wire) => callRecordsOfVesselSchedules(wire, stamp)),
    ...portSchedules.flatMap((wire) => callRecordsOfPortSchedule(wire, stamp)),
  ];
}

/** Returns the object for which the world knows the call: a part of the record, or the whole event. */
function partOf({ kind, at: [first = 0, second = 0] }: CallRecord['claim'], wire: unknown): object {
  const part = (): unknown => {
    switch (kind) {
      case 'VESSEL_SCHEDULE':
        return listAt(listAt(wire, 'vesselSchedules')[first], 'transportCalls')[second];
      case 'PORT_SCHEDULE':
        return listAt(wire, 'vesselSchedules')[first];
      case 'POINT_TO_POINT':
        return valueAt(listAt(wire, 'legs')[first], [second === -1 ? 'arrival' : 'departure']);
      case 'NOTICE':
      case 'EVENT':
        return wire;
    }
  };
  return part() as object;
}
