import { readSubgraphDocument } from '#platform/graphql/subgraph-sdl.ts';
import { standardTypesOf, withAttributes } from '#platform/wire/sdl-types.ts';
import { knownCode } from '#platform/wire/shapes.ts';

/** The codes that the standard allows with a service type. An empty list allows none, undefined allows any. */
interface CodePairs {
  readonly classifiers: readonly string[];
  readonly eventTypes: readonly string[];
  readonly phases?: readonly string[];
  readonly facilityTypes?: readonly string[];
}

const negotiable = ['EST', 'REQ', 'PLN', 'ACT'];
const actual = ['ACT'];
const startAndEnd = ['STRT', 'CMPL'];
const berth = { facilityTypes: ['BRTH'] };
const alongside = { phases: ['ALGS'], ...berth };
const moving = { phases: ['INBD', 'SHIF', 'OUTB'] };

/** Service types of Port Call 2.0.0, with the codes that the text of the standard pairs them with. */
export const codePairs: Readonly<Record<string, CodePairs>> = {
  BERTH: { classifiers: negotiable, eventTypes: ['ARRI', 'DEPA'], phases: ['INBD', 'ALGS', 'OUTB'], ...berth },
  CARGO_OPERATIONS: { classifiers: negotiable, eventTypes: startAndEnd, ...alongside },
  PILOTAGE: { classifiers: negotiable, eventTypes: startAndEnd, ...moving, facilityTypes: ['PBPL', 'BRTH'] },
  TOWAGE: { classifiers: negotiable, eventTypes: startAndEnd, ...moving, facilityTypes: ['PBPL', 'BRTH'] },
  MOORING: { classifiers: negotiable, eventTypes: startAndEnd, ...moving, ...berth },
  BUNKERING: { classifiers: negotiable, eventTypes: startAndEnd, ...alongside },
  PILOT_BOARDING_PLACE: { classifiers: negotiable, eventTypes: ['ARRI'], phases: ['INBD'], facilityTypes: ['PBPL'] },
  ANCHORAGE: { classifiers: negotiable, eventTypes: startAndEnd, phases: [], facilityTypes: ['ANCH'] },
  SLUDGE: { classifiers: negotiable, eventTypes: startAndEnd, phases: [], ...berth },
  SEA_PASSAGE: { classifiers: actual, eventTypes: startAndEnd, phases: ['INBD', 'OUTB'] },
  ALL_FAST: { classifiers: actual, eventTypes: ['ARRI'], ...alongside },
  GANGWAY_DOWN_AND_SECURE: { classifiers: actual, eventTypes: ['ARRI'], ...alongside },
  VESSEL_READY_FOR_CARGO_OPERATIONS: { classifiers: actual, eventTypes: ['ARRI'], ...alongside },
  VESSEL_READY_TO_SAIL: { classifiers: actual, eventTypes: ['ARRI'], ...alongside },
  DISCHARGE_CARGO_OPERATIONS: { classifiers: actual, eventTypes: startAndEnd, ...alongside },
  LOADING_CARGO_OPERATIONS: { classifiers: actual, eventTypes: startAndEnd, ...alongside },
  LASHING: { classifiers: actual, eventTypes: startAndEnd, ...alongside },
  SAFETY: { classifiers: actual, eventTypes: ['DEPA'], ...alongside },
  ANCHORAGE_OPERATIONS: { classifiers: actual, eventTypes: startAndEnd, phases: [], facilityTypes: ['BRTH', 'ANCH'] },
  SHORE_POWER: { classifiers: actual, eventTypes: startAndEnd, ...alongside },
  MOVES: { classifiers: [], eventTypes: ['ARRI'], phases: [] },
};

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
  PortCallService: (type) => withAttributes(type, { portCallServiceTypeCode: knownCode(50, ...Object.keys(codePairs)) }),
});

/**
 * The shape of an event, Port Call 2.0.0. No attribute is required, and no code list is closed. Its identifier and its time
 * of change identify a version; its local times are those of the port.
 */
export const event = typeOf('PortCallEvent');
