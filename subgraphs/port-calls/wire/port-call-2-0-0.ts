import { readSubgraphDocument } from '#platform/graphql/subgraph-sdl.ts';
import { standardTypesOf, withAttributes } from '#platform/wire/sdl-types.ts';
import { knownCode } from '#platform/wire/shapes.ts';

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
export const event = typeOf('PortCallEvent');
