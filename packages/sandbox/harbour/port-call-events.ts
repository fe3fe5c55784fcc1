import { hash } from 'node:crypto';
import { type Call, voyageNumberOf } from '../fleet/calls.ts';
import { hourMs } from '../fleet/times.ts';

/** A port call event in the form in which it is sent, Port Call 2.0.0. */
export type PortCallEvent = ReturnType<typeof eventOf> & {
  readonly replyToEventID?: string;
  readonly portCall: { readonly isOmitted?: boolean };
  readonly portCallService?: object;
  readonly timestamp?: { readonly classifierCode: string; readonly serviceDateTime: string; readonly remark?: string };
  readonly movesForecasts?: readonly object[];
};

/** What an event states about a service. */
export interface Statement {
  readonly service: keyof typeof services;
  readonly classifierCode: 'EST' | 'REQ' | 'PLN' | 'ACT';
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly remark?: string | undefined;
  /** The event to which it responds. */
  readonly replyTo?: PortCallEvent | undefined;
}

/** A ship takes its pilot at its scheduled arrival, and is at its berth this much later. */
const berthLagMs = 3 * hourMs;

/** The services that the harbours report, by the codes of the standard. */
const services = {
  PILOT: { type: 'PILOT_BOARDING_PLACE', event: 'ARRI', phase: 'INBD', facility: 'PBPL', lagMs: 0 },
  BERTH: { type: 'BERTH', event: 'ARRI', phase: 'INBD', facility: 'BRTH', lagMs: berthLagMs },
  // The cranes of the demo are fast: the ship is discharged seconds after it has berthed.
  DISCHARGE: { type: 'DISCHARGE_CARGO_OPERATIONS', event: 'CMPL', phase: 'ALGS', facility: 'BRTH', lagMs: berthLagMs },
} as const;

/** Returns the current time of a service of a call. */
export function timeOf(service: Statement['service'], { arrival }: Call): number {
  return arrival + services[service].lagMs;
}

/** Returns the scheduled arrival of a ship that berths at an instant. */
export function arrivalForBerthAt(instant: number): number {
  return instant - berthLagMs;
}

/** Creates an event about the time of a service. @param now time of the statement, in milliseconds since 1970 */
export function timestampEvent(call: Call, { service, classifierCode, at, remark, replyTo }: Statement, now: number): PortCallEvent {
  const { type, event, phase, facility } = services[service];
  return {
    ...(replyTo === undefined ? {} : { replyToEventID: replyTo.eventID }),
    ...eventOf(call, `${type} ${classifierCode}`, now),
    portCallService: {
      portCallServiceID: uuidOf(`${call.transportCallReference} ${type}`),
      portCallServiceTypeCode: type,
      portCallServiceEventTypeCode: event,
      portCallPhaseTypeCode: phase,
      facilityTypeCode: facility,
      serviceLocation: {
        UNLocationCode: call.port.UNLocationCode,
        ...(facility === 'BRTH' ? { facility: { facilityCode: call.terminal.facilityCode, facilityCodeListProvider: 'SMDG' } } : {}),
      },
    },
    timestamp: { classifierCode, serviceDateTime: minuteText(at), ...(remark === undefined ? {} : { remark }) },
  };
}

/** Creates an event that states that the ship omits the port. */
export function omissionEvent(call: Call, now: number): PortCallEvent {
  const event = eventOf(call, 'omitted', now);
  return { ...event, portCall: { ...event.portCall, isOmitted: true } };
}

/** Creates a forecast of the container moves for each carrier with slots on the ship. */
export function movesEvent(call: Call, now: number): PortCallEvent {
  const seed = Number.parseInt(uuidOf(call.transportCallReference).slice(0, 4), 16);
  return {
    ...eventOf(call, 'MOVES', now),
    portCallService: {
      portCallServiceID: uuidOf(`${call.transportCallReference} MOVES`),
      portCallServiceTypeCode: 'MOVES',
      portCallServiceEventTypeCode: 'ARRI',
    },
    movesForecasts: call.loop.partners.map(({ carrierCode, carrierCodeListProvider }, index) => ({
      carrierCode,
      carrierCodeListProvider,
      restowUnits: { totalUnits: 4 + (seed % 20) },
      dischargeUnits: {
        ladenUnits: { size20Units: 60 + ((seed >> index) % 140), size40Units: 150 + ((seed >> index) % 300) },
        pluggedReeferUnits: { totalUnits: seed % 30 },
      },
      loadUnits: { emptyUnits: { size40Units: 80 + ((seed >> index) % 90) } },
    })),
  };
}

/** Creates the attributes that all events of a call share. The numbers are those of the ship's operator. */
function eventOf(call: Call, about: string, now: number) {
  const { loop, port, vessel, transportCallReference, importVoyage, exportVoyage } = call;
  const [operator] = loop.partners;
  const voyage = (of: Call['importVoyage']) => ({
    carrierVoyageNumber: voyageNumberOf(operator, of),
    universalVoyageReference: of.universalVoyageReference,
  });
  return {
    eventID: uuidOf(`${transportCallReference} ${about} ${now}`),
    eventUpdatedDateTime: new Date(now).toISOString(),
    isFYI: false,
    portCall: {
      portCallID: uuidOf(call.portVisitReference),
      portVisitReference: call.portVisitReference,
      UNLocationCode: port.UNLocationCode,
    },
    terminalCall: {
      terminalCallID: uuidOf(transportCallReference),
      terminalCallReference: transportCallReference,
      sequenceNumber: 1,
      carrierServiceName: operator.carrierServiceName,
      serviceCodeOrReference: {
        carrierServiceCode: operator.carrierServiceCode,
        universalServiceReference: loop.universalServiceReference,
      },
      importVoyageNumberOrReference: voyage(importVoyage),
      exportVoyageNumberOrReference: voyage(exportVoyage),
    },
    vessel: {
      vesselIMONumber: vessel.vesselIMONumber,
      vesselName: vessel.vesselName,
      vesselCallSign: vessel.vesselCallSign,
      vesselTypeCode: 'CONT',
    },
  };
}

/** Formats an instant in UTC, because ports send no local offset. */
function minuteText(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 16)}:00Z`;
}

/** Returns equal UUIDs (version 8: custom) for equal strings. */
function uuidOf(text: string): string {
  const digits = hash('sha256', text, 'hex');
  return [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`, `a${digits.slice(17, 20)}`, digits.slice(20, 32)].join('-');
}
