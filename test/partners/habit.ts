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
  /** Answers a request. @param before requests that were answered before this one */
  answer(request: RecordedRequest, before: readonly RecordedRequest[]): ScriptedAnswer;
  /** Queries in their order. */
  readonly asks: readonly Asked[];
}

export interface Asked {
  readonly query: string;
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
