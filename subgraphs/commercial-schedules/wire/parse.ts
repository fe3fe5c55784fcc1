import { readSubgraphDocument } from '#platform/graphql/subgraph-sdl.ts';
import { type Corrections, corrected } from '#platform/partners/quirks.ts';
import { standardTypesOf, trimmed, withAttributes } from '#platform/wire/sdl-types.ts';
import { cleanedTo, findShapeViolations, maxViolations, type SchemaViolation } from '#platform/wire/shape-check.ts';
import { code, filledList, matching, type ObjectShape, object, string } from '#platform/wire/shapes.ts';
import type { ScheduleQuery, ScheduleRecord } from '../model.ts';
import { passageViolationsOf } from './passages.ts';

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

/**
 * The shape of each kind of row, Commercial Schedules 1.0.4. Every valid object of 1.0.0 to 1.0.3 is also valid in 1.0.4.
 */
export const shapes: Record<ScheduleQuery['endpoint'], ObjectShape> = {
  'point-to-point-routes': typeOf('PointToPoint'),
  'port-schedules': typeOf('PortSchedule'),
  'vessel-schedules': typeOf('ServiceSchedule'),
};

/** Maximum depth, greater than that of any schedule. A document of thousands of levels could not be serialized. */
export const maxRowDepth = 64;

/** A checked row of a Producer's answer. */
export interface ParsedRow {
  readonly document: object;
  /** `$` in the paths is the row. */
  readonly violations: readonly SchemaViolation[];
  /** Members that the standard does not name. */
  readonly unknown: readonly SchemaViolation[];
  /** The part that the typed model can represent; the document itself if it has no violations. */
  readonly record: ScheduleRecord;
}

/**
 * Checks one element of an answer against Commercial Schedules 1.0.4.
 *
 * @param written as `parseExactly` returned it, so that it is published without rounding; never changed
 * @param corrections those of the partner's file, which are applied first
 * @returns undefined when it is not an object, or nested deeper than {@link maxRowDepth} levels
 */
export function parseRow(endpoint: ScheduleQuery['endpoint'], written: unknown, corrections: Corrections = {}): ParsedRow | undefined {
  if (isDeeperThan(maxRowDepth, written)) return undefined;
  const value = corrected(corrections, written, shapes[endpoint]);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const unknown: SchemaViolation[] = [];
  const violations = findShapeViolations(shapes[endpoint], value, undefined, unknown);
  const record = (violations.length === 0 ? value : cleanedTo(shapes[endpoint], value)) as ScheduleRecord;
  violations.push(...passageViolationsOf(endpoint, record).slice(0, maxViolations - violations.length));
  return { document: value, violations, unknown, record };
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}
