import { eventNumber, noticeNumber } from './pushes.ts';

/** The identifiers of one port call of the soak in all three standards. */
export interface SoakCall {
  readonly number: number;
  readonly UNLocationCode: string;
  readonly vesselIMONumber: string;
  readonly vesselName: string;
  readonly voyage: string;
  readonly day: string;
}

const ports = ['NLRTM', 'BEANR', 'DEHAM', 'SGSIN', 'FRLEH', 'GBFXT', 'ESALG', 'ITGOA', 'GRPIR', 'MYPKG', 'CNSHA', 'KRPUS'];
const carrierServiceCode = 'SOAK';
const universalServiceReference = 'SR00417B';

/** Creates a call of a separate ship, within two weeks of all others. */
export function callNumber(number: number): SoakCall {
  return {
    number,
    UNLocationCode: ports[number % ports.length] ?? 'NLRTM',
    vesselIMONumber: String(9_000_000 + number),
    vesselName: `SOAK SHIP ${number}`,
    voyage: `${100 + number}N`,
    day: `2026-05-${String(10 + (number % 14)).padStart(2, '0')}`,
  };
}

/**
 * Creates a version of a notice (about 4 KB) of cargo that is discharged at the call. @param version later ones are
 * newer
 */
export function noticeOf(call: SoakCall, number: number, version: number): Record<string, unknown> {
  const notice = noticeNumber(number, timeOf(version));
  const { UNLocationCode, vesselIMONumber, vesselName, voyage, day } = call;
  return {
    ...notice,
    versionLabel: `Issue ${version}`,
    transport: {
      portOfLoading: { UNLocationCode: 'BRSSZ' },
      portOfDischarge: { UNLocationCode },
      portOfDischargeArrivalDate: { value: day, classifier: 'EST' },
      legs: [
        {
          loadLocation: { UNLocationCode: 'BRSSZ' },
          dischargeLocation: { UNLocationCode },
          modeOfTransport: 'VESSEL',
          vesselVoyage: { vesselIMONumber, vesselName, carrierServiceCode, universalServiceReference, carrierImportVoyageNumber: voyage },
        },
      ],
    },
  };
}

/** Creates a version of an event (about 1 KB) of the call. @param kind which of the call's events */
export function eventOf(call: SoakCall, kind: number, version: number): Record<string, unknown> {
  const { UNLocationCode, vesselIMONumber, vesselName, voyage } = call;
  const id = (of: number) => `00000000-0000-4000-8000-${String(of).padStart(4, '0')}${String(call.number).padStart(8, '0')}`;
  const event = eventNumber(call.number);
  return {
    ...event,
    eventID: id(100 + kind),
    eventUpdatedDateTime: timeOf(version),
    portCall: { portCallID: id(1), portVisitReference: `${UNLocationCode}${call.number}`, UNLocationCode },
    terminalCall: {
      terminalCallID: id(2),
      terminalCallReference: `SOAK-CALL-${call.number}`,
      serviceCodeOrReference: { carrierServiceCode, universalServiceReference },
      importVoyageNumberOrReference: { carrierVoyageNumber: voyage },
    },
    vessel: { vesselIMONumber, vesselName },
    timestamp: { classifierCode: 'EST', serviceDateTime: `${call.day}T0${version % 10}:00:00Z` },
  };
}

/** Returns the answer of the soak's carrier to a request for the schedules of a port. */
export function schedulesAt(calls: readonly SoakCall[], port: string): object[] {
  return calls
    .filter(({ UNLocationCode }) => UNLocationCode === port)
    .map(({ UNLocationCode, vesselIMONumber, vesselName, voyage, day, number }) => ({
      carrierServiceName: 'Soak Loop',
      carrierServiceCode,
      universalServiceReference,
      vesselSchedules: [
        {
          vessel: { vesselIMONumber, name: vesselName },
          isDummyVessel: false,
          transportCalls: [
            {
              transportCallReference: `SOAK-CALL-${number}`,
              carrierImportVoyageNumber: voyage,
              location: { UNLocationCode },
              timestamps: [{ eventTypeCode: 'ARRI', eventClassifierCode: 'PLN', eventDateTime: `${day}T06:00:00+02:00` }],
            },
          ],
        },
      ],
    }));
}

/** Adds a second for each version. */
function timeOf(version: number): string {
  return new Date(Date.UTC(2026, 4, 1) + version * 1_000).toISOString().replace('.000Z', 'Z');
}
