import { openSandboxCarrier } from '@landfall/sandbox/carrier.ts';
import type { SandboxProfile } from '@landfall/sandbox/profile.ts';
import type { parseRow } from '../../../subgraphs/commercial-schedules/wire/parse.ts';

export type Endpoint = Parameters<typeof parseRow>[0];
export type Query = Readonly<Record<string, string>>;

export interface Place {
  readonly location: { readonly UNLocationCode: string };
  readonly dateTime: string;
}
export interface Route {
  readonly placeOfReceipt: Place;
  readonly placeOfDelivery: Place;
  readonly receiptTypeAtOrigin: string;
  readonly deliveryTypeAtDestination: string;
  readonly cutOffTimes: readonly CutOff[];
  readonly legs: readonly object[];
}
export interface CutOff {
  readonly cutOffDateTimeCode: string;
}
export interface Schedule {
  readonly cutOffTimes?: readonly CutOff[];
  readonly servicePartners: readonly { readonly carrierCode: string; readonly carrierImportVoyageNumber: string }[];
  readonly timestamps: readonly Timestamp[];
}
export interface PortSchedule {
  readonly location: { readonly facilitySMDGCode: string };
  readonly vesselSchedules: readonly Schedule[];
}
export interface Timestamp {
  readonly eventTypeCode: string;
  readonly eventDateTime: string;
}
export interface TransportCall {
  readonly transportCallReference: string;
  readonly carrierImportVoyageNumber: string;
  readonly carrierExportVoyageNumber: string;
  readonly universalImportVoyageReference: string;
  readonly universalExportVoyageReference: string;
  readonly location: { readonly UNLocationCode: string; readonly facilitySMDGCode: string };
  readonly timestamps: readonly Timestamp[];
}
export interface ServiceSchedule {
  readonly carrierServiceCode: string;
  readonly universalServiceReference: string;
  readonly vesselSchedules: readonly {
    readonly vessel: { readonly vesselIMONumber: string; readonly name: string };
    readonly transportCalls: readonly TransportCall[];
  }[];
}

export interface Answered<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: unknown;
  /** Empty if the body is not an array. */
  readonly rows: readonly T[];
}

/** Opens a carrier that can be queried for schedules. */
export async function openProducer(profile: SandboxProfile) {
  const carrier = await openSandboxCarrier(profile);
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const sendQuery = async <T = unknown>(endpoint: Endpoint, query: Query): Promise<Answered<T>> => {
    const headers = { 'x-api-key': profile.ownKey, 'api-version': '1' };
    const answer = await fetch(`${carrier.url}/v1/${endpoint}?${new URLSearchParams(query)}`, { headers });
    const text = await answer.text();
    const body: unknown = JSON.parse(text);
    return { status: answer.status, headers: answer.headers, text, body, rows: (Array.isArray(body) ? body : []) as T[] };
  };
  return {
    url: carrier.url,
    day,
    query: sendQuery,
    /** Returns a value for each parameter, from the carrier's own answers. */
    valuesFor: async (tradeLane: Query, port: string) => {
      const routes = await sendQuery<Route>('point-to-point-routes', tradeLane);
      const services = await sendQuery<ServiceSchedule>('vessel-schedules', {
        UNLocationCode: port,
        startDate: day(-7),
        endDate: day(14),
        responseScope: 'MATCHED_CALLS',
      });
      const [route, service] = [routes.rows.find(({ legs }) => legs.length === 1), services.rows[0]];
      const [ship] = service?.vesselSchedules ?? [];
      const [call] = ship?.transportCalls ?? [];
      if (route === undefined || service === undefined || ship === undefined || call === undefined) throw new Error('nothing offered');
      const [departs, arrives] = [route.placeOfReceipt.dateTime.slice(0, 10), route.placeOfDelivery.dateTime.slice(0, 10)];
      const values: Query = {
        departureStartDate: departs,
        departureEndDate: departs,
        arrivalStartDate: arrives,
        arrivalEndDate: arrives,
        maxTranshipment: '1',
        receiptTypeAtOrigin: 'SD',
        deliveryTypeAtDestination: 'CY',
        UNLocationCode: port,
        date: day(0),
        carrierServiceCode: service.carrierServiceCode,
        universalServiceReference: service.universalServiceReference,
        vesselIMONumber: ship.vessel.vesselIMONumber,
        carrierVoyageNumber: call.carrierImportVoyageNumber,
        universalVoyageReference: call.universalImportVoyageReference,
        facilitySMDGCode: call.location.facilitySMDGCode,
      };
      return { values };
    },
    [Symbol.asyncDispose]: () => carrier[Symbol.asyncDispose](),
  };
}
