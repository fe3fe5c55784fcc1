import { readSubgraphDocument } from '#platform/graphql/subgraph-sdl.ts';
import { standardTypesOf, withAttributes } from '#platform/wire/sdl-types.ts';
import { cleanedTo, findShapeViolations, type SchemaViolation, type ViolationBudget } from '#platform/wire/shape-check.ts';
import { knownCode } from '#platform/wire/shapes.ts';
import type { PortCallEvent } from '../generated/schema.ts';

/** Service types of Port Call 2.0.0. The text of the standard pairs them with other codes as guidance, which its own sample does not follow. */
export const serviceTypes = [
  'BERTH',
  'CARGO_OPERATIONS',
  'PILOTAGE',
  'TOWAGE',
  'MOORING',
  'BUNKERING',
  'PILOT_BOARDING_PLACE',
  'ANCHORAGE',
  'SLUDGE',
  'SEA_PASSAGE',
  'ALL_FAST',
  'GANGWAY_DOWN_AND_SECURE',
  'VESSEL_READY_FOR_CARGO_OPERATIONS',
  'VESSEL_READY_TO_SAIL',
  'DISCHARGE_CARGO_OPERATIONS',
  'LOADING_CARGO_OPERATIONS',
  'LASHING',
  'SAFETY',
  'ANCHORAGE_OPERATIONS',
  'SHORE_POWER',
  'MOVES',
];

const names = { PortCallEvent: 'Event', PortCallVessel: 'Vessel', PortCallTimestamp: 'Timestamp' };
const typeOf = standardTypesOf(readSubgraphDocument('port-calls'), names, {
  Address: (type) => withAttributes(type, { addressLines: undefined }),
  Facility: (type) => withAttributes(type, { facilityName: undefined }),
  PortCallEvent: (type) => ({
    ...type,
    identity: ['eventID', 'eventUpdatedDateTime'],
    ports: [
      ['portCall', 'UNLocationCode'],
      ['portCallService', 'serviceLocation', 'UNLocationCode'],
    ],
  }),
  PortCallService: (type) => withAttributes(type, { portCallServiceTypeCode: knownCode(50, ...serviceTypes) }),
});

/**
 * The shape of an event, Port Call 2.0.0. No attribute is required, and no code list is closed. Its identifier and its time
 * of change identify a version; its local times are those of the port.
 */
export const eventShape = typeOf('PortCallEvent');

/** A type of the schema as partners state it: any attribute may be absent. */
type Stated<T> = T extends readonly (infer Element)[]
  ? readonly Stated<Element>[]
  : T extends object
    ? { readonly [Name in keyof Omit<T, '__typename'>]?: Stated<NonNullable<T[Name]>> }
    : T;

type ContentName = 'eventID' | 'replyToEventID' | 'eventUpdatedDateTime' | 'isFYI' | 'timestamp' | 'movesForecasts';
type PartName = 'portCall' | 'terminalCall' | 'portCallService' | 'vessel';

/** A port call event in the typed model, Port Call 2.0.0. */
export type PortCallEventContent = Stated<Pick<PortCallEvent, ContentName | PartName>>;

/** Finds where an event deviates from the schema of Port Call 2.0.0. `$` in the paths is the event; `unknown` gets members that are not in it. */
export function findViolations(value: unknown, budget?: ViolationBudget, unknown?: SchemaViolation[]): SchemaViolation[] {
  return findShapeViolations(eventShape, value, budget, unknown);
}

/**
 * Returns the part of an event that the typed model can represent.
 *
 * @param value as `JSON.parse` returned it; never changed
 * @param violations result of {@link findViolations}; if empty, `value` itself is returned
 */
export function cleanOf(value: unknown, violations: readonly SchemaViolation[]): PortCallEventContent {
  return (violations.length === 0 ? value : (cleanedTo(eventShape, value) ?? {})) as PortCallEventContent;
}
