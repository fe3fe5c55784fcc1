import {
  type CallRecord,
  callRecordsOfPortSchedule,
  callRecordsOfVesselSchedules,
  type EventRecord,
  eventRecordOf,
} from '@landfall/matching/claims/records.ts';
import { matchKeyOfCall, matchKeyOfNotice } from '@landfall/matching/keys/match-key.ts';
import { type EventMatchSet, matchEvents } from '@landfall/matching/match-events.ts';
import { matchCalls, type VisitMatchSet } from '@landfall/matching/match-visits.ts';
import type { SourceAnswer } from '@landfall/matching/outcome.ts';
import type { ComparisonRules, PartnerCarriers } from '@landfall/matching/rules/comparison-rules.ts';
import { createComparisonRules } from '@landfall/matching/rules/comparison-rules.ts';
import { createVisitIndex } from '@landfall/matching/visits/candidate-index.ts';

/** One company by both of its codes. */
export const acme = {
  id: 'acme',
  carriers: [
    { carrierCode: 'MSK', carrierCodeListProvider: 'SMDG' },
    { carrierCode: 'MAEU', carrierCodeListProvider: 'NMFTA' },
  ],
} satisfies PartnerCarriers;
/** Another company, which sails on the same ships. */
export const bolt: PartnerCarriers = {
  id: 'bolt',
  carriers: [
    { carrierCode: 'BLT', carrierCodeListProvider: 'SMDG' },
    { carrierCode: 'BOLT', carrierCodeListProvider: 'NMFTA' },
  ],
};

export const defaultRules: ComparisonRules = createComparisonRules([acme, bolt]);

/** A JSON object as sent by partners. */
export type Wire = Record<string, unknown>;

/** Attributes of a leg's `vesselVoyage`. */
export const fullVoyage = {
  vesselIMONumber: '9321483',
  vesselName: 'King of the Seas',
  carrierServiceCode: 'FE1',
  universalServiceReference: 'SR12345A',
  carrierImportVoyageNumber: '649E',
  universalImportVoyageReference: '2649E',
};

/** Creates a notice of cargo for Singapore on 28 December 2026, with the given attributes replaced. */
export function noticeWith({
  voyage = fullVoyage,
  date = '2026-12-28',
  ...others
}: { voyage?: Wire; date?: string | null } & Wire = {}): Wire {
  return {
    issueDateTime: '2026-12-20T08:00:00Z',
    transportDocumentReference: 'TD1',
    carrierCode: 'MAEU',
    carrierCodeListProvider: 'NMFTA',
    transport: {
      portOfDischarge: { UNLocationCode: 'SGSIN' },
      ...(date === null ? {} : { portOfDischargeArrivalDate: { value: date, classifier: 'EST' } }),
      legs: [{ modeOfTransport: 'VESSEL', vesselVoyage: voyage }],
    },
    ...others,
  };
}

/** Attributes that differ from the call of {@link vesselScheduleWith}. */
export interface CallParts {
  readonly call?: Wire;
  readonly location?: Wire;
  readonly vessel?: Wire | undefined;
  readonly schedule?: Wire;
  readonly service?: Wire;
  readonly arrival?: string;
  readonly partner?: string;
}

/**
 * Creates a vessel schedule with one call: King of the Seas at Singapore, estimated for the evening of 28 December
 * 2026.
 */
export function vesselScheduleWith({
  call,
  location,
  vessel = ship,
  schedule,
  service,
  arrival = '2026-12-28T22:00:00+08:00',
}: CallParts = {}): Wire {
  return {
    carrierServiceName: 'Great Lion Service',
    carrierServiceCode: 'FE1',
    universalServiceReference: 'SR12345A',
    ...service,
    vesselSchedules: [
      {
        vessel,
        isDummyVessel: false,
        ...schedule,
        transportCalls: [
          {
            transportCallReference: 'CALL-1',
            carrierImportVoyageNumber: '649E',
            carrierExportVoyageNumber: '649E',
            universalImportVoyageReference: '2649E',
            universalExportVoyageReference: '2649E',
            location: { UNLocationCode: 'SGSIN', ...location },
            timestamps: [{ eventTypeCode: 'ARRI', eventClassifierCode: 'EST', eventDateTime: arrival }],
            ...call,
          },
        ],
      },
    ],
  };
}

const ship = { vesselIMONumber: '9321483', name: 'King of the Seas' };

/** Returns the records of {@link vesselScheduleWith}, from Acme unless another partner is named. */
export function callWith(parts: CallParts = {}): CallRecord {
  const [record] = callRecordsOfVesselSchedules(vesselScheduleWith(parts), { partner: parts.partner ?? 'acme' });
  if (record === undefined) throw new Error('the sample has a call');
  return record;
}

/** Creates a port schedule of Acme with one call that lists Acme's and Bolt's numbers. */
export function portScheduleCall({ schedule, partner = 'acme' }: { schedule?: Wire; partner?: string } = {}): CallRecord {
  const numbers = (carrierCode: string, code: string, voyage: string) => ({
    carrierCode,
    carrierCodeListProvider: 'SMDG',
    carrierServiceName: 'Loop',
    carrierServiceCode: code,
    carrierImportVoyageNumber: voyage,
    carrierExportVoyageNumber: voyage,
  });
  const wire = {
    location: { UNLocationCode: 'SGSIN', facilitySMDGCode: 'PSA' },
    vesselSchedules: [
      {
        servicePartners: [numbers('MSK', 'FE1', '649E'), numbers('BLT', 'LION', '077')],
        vessel: ship,
        isDummyVessel: false,
        timestamps: [{ eventTypeCode: 'ARRI', eventClassifierCode: 'EST', eventDateTime: '2026-12-28T21:00:00+08:00' }],
        ...schedule,
      },
    ],
  };
  const [record] = callRecordsOfPortSchedule(wire, { partner });
  if (record === undefined) throw new Error('the sample has a call');
  return record;
}

/** Attributes that differ from the event of {@link eventWith}. */
export interface EventParts {
  readonly event?: Wire;
  readonly portCall?: Wire;
  readonly terminalCall?: Wire;
  readonly service?: Wire;
  readonly vessel?: Wire;
  readonly timestamp?: Wire;
  readonly partner?: string;
}

/** Creates an event of Singapore's port: the same ship's estimated arrival at the berth on 28 December. */
export function eventWith({ event, portCall, terminalCall, service, vessel, timestamp, partner = 'port' }: EventParts = {}): EventRecord {
  const wire = {
    eventID: '8b0b6c1e-2f7a-4a6f-9a51-0d6a2f1f4c11',
    eventUpdatedDateTime: '2026-12-20T07:30:00Z',
    portCall: { portCallID: 'visit-1', UNLocationCode: 'SGSIN', ...portCall },
    terminalCall: {
      terminalCallReference: 'CALL-1',
      serviceCodeOrReference: { carrierServiceCode: 'FE1', universalServiceReference: 'SR12345A' },
      importVoyageNumberOrReference: { carrierVoyageNumber: '649E', universalVoyageReference: '2649E' },
      ...terminalCall,
    },
    portCallService: { portCallServiceTypeCode: 'BERTH', portCallServiceEventTypeCode: 'ARRI', ...service },
    vessel: { vesselIMONumber: '9321483', vesselName: 'King of the Seas', ...vessel },
    timestamp: { classifierCode: 'EST', serviceDateTime: '2026-12-28T14:00:00Z', ...timestamp },
    ...event,
  };
  return eventRecordOf(wire, { partner });
}

/** How partners were requested for a match. */
export interface PartnerRequests {
  readonly rules?: ComparisonRules;
  readonly sources?: readonly SourceAnswer[];
  readonly partner?: string;
}

/** Matches a notice with calls. */
export function callsOf(notice: Wire, records: readonly CallRecord[], requests: PartnerRequests = {}): VisitMatchSet<CallRecord> {
  const { rules = defaultRules, sources = ['ANSWERED'], partner = 'acme' } = requests;
  return matchCalls(matchKeyOfNotice(notice, { partner }), createVisitIndex(records, rules), { rules, sources });
}

/** Matches a notice with events. */
export function eventsOf(notice: Wire, records: readonly EventRecord[], requests: PartnerRequests = {}): EventMatchSet {
  const { rules = defaultRules, sources = ['ANSWERED'], partner = 'acme' } = requests;
  return matchEvents(matchKeyOfNotice(notice, { partner }), createVisitIndex(records, rules), { rules, sources });
}

/** Matches a call with events. */
export function eventsOfCall(call: CallRecord, records: readonly EventRecord[], requests: PartnerRequests = {}): EventMatchSet {
  const { rules = defaultRules, sources = ['ANSWERED'] } = requests;
  return matchEvents(matchKeyOfCall([call]), createVisitIndex(records, rules), { rules, sources });
}
