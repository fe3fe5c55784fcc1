import type { RecordedRequest, ScriptedAnswer } from '../support/fake-partner.ts';

/**
 * What one partner does beside the standard, and what must come out of Landfall. Each folder of `test/partners` has one
 * as `habit.ts`, beside `partner.yaml`, the file of that partner.
 */
export interface Habit {
  /** What an integration engineer sees of the partner. A line of the table in docs/partners.md. */
  readonly sees: string;
  /** The line of the partner's file that makes Landfall read it. Absent: it is read without a line. */
  readonly line?: string;
  /** Environment of Landfall: the secrets to which `partner.yaml` refers. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** Answers a request. @param before requests that were answered before this one */
  answer(request: RecordedRequest, before: readonly RecordedRequest[]): ScriptedAnswer;
  /** Notices that are pushed before the first query. */
  readonly notices?: readonly object[];
  /** Values for `partners check --with`, for which the partner has rows. */
  readonly with?: Readonly<Record<string, string>>;
  /** What the report of `partners check` has to say, when the file has no such line. */
  readonly reported?: readonly RegExp[];
  /** Queries in their order. */
  readonly asks: readonly Asked[];
}

export interface Asked {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  /** The data must match this object. */
  readonly data: object;
}

/** Rows of vessel schedules with these service codes. */
export function services(...codes: readonly string[]): object[] {
  return codes.map((code) => ({ carrierServiceName: code, carrierServiceCode: code, vesselSchedules: [] }));
}

/** The codes `S1` to `S<count>`, from the one after `offset`. */
export function codes(count: number, offset = 0): string[] {
  return Array.from({ length: count }, (_, index) => `S${offset + index + 1}`);
}

/** Asks for the services of a ship; all must be there, and the source must say this. */
export function asksServices(expected: readonly string[], source: object = { status: 'OK' }): Asked {
  return {
    query: `{ vesselSchedules(filter: { vesselIMONumber: "9321483" }, first: 500, maxAgeSeconds: 0) {
      nodes { carrierServiceCode } sources { status feedback { severity message } } } }`,
    data: { vesselSchedules: { nodes: expected.map((carrierServiceCode) => ({ carrierServiceCode })), sources: [source] } },
  };
}

/** A date, this many days after today (UTC). */
export function day(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

/** RFC 3339 in UTC, this many days after today at this time. */
export function at(days: number, time = '03:00'): string {
  return `${day(days)}T${time}:00Z`;
}

/** One call of the voyage 649E of the ship 9321483; the port is Rotterdam, if not named. */
export function call(timestamps: readonly object[], more: object = {}): object {
  return { carrierImportVoyageNumber: '649E', location: { UNLocationCode: 'NLRTM' }, timestamps, ...more };
}

/** A timestamp of an arrival. */
export function arrival(eventClassifierCode: string, eventDateTime: string): object {
  return { eventTypeCode: 'ARRI', eventClassifierCode, eventDateTime };
}

/** Rows of vessel schedules: one voyage with these calls. */
export function voyage(...transportCalls: readonly object[]): object[] {
  return voyageOf({ vesselIMONumber: '9321483', name: 'COFFEE STAR' }, ...transportCalls);
}

/** The same, with what a Producer states about the ship. */
export function voyageOf(vessel: object, ...transportCalls: readonly object[]): object[] {
  return [{ carrierServiceName: 'FE1', carrierServiceCode: 'FE1', vesselSchedules: [{ vessel, transportCalls }] }];
}

/** A notice of carrier NSTR for the ship 9321483, voyage 649E, expected on this day, in Rotterdam if no port is named. */
export function notice(transportDocumentReference: string, expectedDay: string, more: object = {}, UNLocationCode = 'NLRTM'): object {
  return {
    transportDocumentReference,
    issueDateTime: at(0, '00:00'),
    carrierCode: 'NSTR',
    carrierCodeListProvider: 'NMFTA',
    transport: {
      portOfDischarge: { UNLocationCode },
      portOfDischargeArrivalDate: { value: expectedDay, classifier: 'EST' },
      legs: [
        {
          modeOfTransport: 'VESSEL',
          vesselVoyage: { vesselName: 'COFFEE STAR', vesselIMONumber: '9321483', carrierImportVoyageNumber: '649E' },
        },
      ],
    },
    ...more,
  };
}

/** Asks for the call of a pushed notice. */
export function asksCall(transportDocumentReference: string, arrivalCall: object): Asked {
  return {
    query: `query ($ref: String!) { arrivalNotices(filter: { transportDocumentReferences: [$ref] }) { nodes { current { arrivalCall {
      outcome unique { dayDistance matchedOn { attribute spelledDifferently } call { times { eventTypeCode eventClassifierCode dateTime } } } sources { partner { id } status feedback { severity message } } } } } } }`,
    variables: { ref: transportDocumentReference },
    data: { arrivalNotices: { nodes: [{ current: { arrivalCall } }] } },
  };
}
