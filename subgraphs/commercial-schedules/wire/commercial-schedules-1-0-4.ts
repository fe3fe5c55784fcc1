import { readSubgraphDocument } from '#platform/graphql/subgraph-sdl.ts';
import { standardTypesOf, trimmed, withAttributes } from '#platform/wire/sdl-types.ts';
import { code, filledList, matching, object, string } from '#platform/wire/shapes.ts';

const names = {
  RouteLeg: 'Leg',
  RouteLocation: 'Location',
  ScheduledCall: 'TransportCall',
  CallTimestamp: 'Timestamp',
  ScheduledVessel: 'Vessel',
};

const typeOf = standardTypesOf(readSubgraphDocument('commercial-schedules'), names, {
  Address: () => {
    const countryCode = matching('^[A-Z]{2}$', 2);
    const lines = { street: string(70), streetNumber: string(50), floor: trimmed(50), postCode: string(10), city: trimmed(35) };
    return object('Address', { ...lines, stateRegion: string(65), countryCode }, ['street', 'city', 'countryCode']);
  },
  Facility: () => {
    const attributes = { facilityCode: trimmed(6), facilityCodeListProvider: code('BIC', 'SMDG') };
    return object('Facility', attributes, Object.keys(attributes));
  },
  OtherTransport: (type) => ({ ...type, isOpen: false }),
  // The union of its kinds: attributes of the same name have the same shape in all of them.
  RouteTransport: () => {
    const modes = code('VESSEL', 'BARGE', 'RAIL', 'TRUCK', 'RAIL_TRUCK', 'BARGE_TRUCK', 'BARGE_RAIL', 'MULTIMODAL');
    const attributes = Object.fromEntries(transports.flatMap((transport) => [...transport.attributes]));
    return { ...object('Transport', { ...attributes, modeOfTransport: modes }, ['modeOfTransport']), variants: transports };
  },
  PointToPoint: (type) => {
    const endOfRoute = withAttributes(typeOf('RoutePlace'), { transportCallReference: undefined });
    const ports = [['placeOfReceipt', 'location', 'UNLocationCode']];
    return { ...withAttributes(type, { placeOfReceipt: endOfRoute, placeOfDelivery: endOfRoute }), ports };
  },
  RouteLeg: (type) => ({ ...type, ports: [['departure', 'location', 'UNLocationCode']] }),
  Schedule: (type) => {
    const required = ['carrierServiceName', 'carrierServiceCode', 'carrierImportVoyageNumber', 'carrierExportVoyageNumber'];
    return withAttributes(type, { servicePartners: filledList({ ...typeOf('ServicePartner'), required }) });
  },
});

/** The three kinds of transport of a leg, distinguished by `modeOfTransport`. */
export const transports = ['VesselTransport', 'BargeTransport', 'OtherTransport'].map(typeOf);

/** The shape of a route, Commercial Schedules 1.0.4. Every valid object of 1.0.0 to 1.0.3 is also valid in 1.0.4. */
export const pointToPoint = typeOf('PointToPoint');

/** The shape of a port schedule, Commercial Schedules 1.0.4. */
export const portSchedule = typeOf('PortSchedule');

/** The shape of a service schedule, Commercial Schedules 1.0.4. */
export const serviceSchedule = typeOf('ServiceSchedule');
