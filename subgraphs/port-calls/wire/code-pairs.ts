import type { SchemaViolation } from '#platform/wire/shape-check.ts';
import type { PortCallEventContent } from './parse.ts';

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
const codePairs: Readonly<Record<string, CodePairs>> = {
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

/**
 * Finds codes of an event that are unknown or do not fit together. The pairs are guidance in the text of the standard,
 * and its own sample violates them. So they are reported to the sender and never a reason for rejection.
 */
export function findOddCodes({ portCallService: service = {}, timestamp }: PortCallEventContent): SchemaViolation[] {
  const type = service.portCallServiceTypeCode;
  if (type === undefined) return [];
  const pairs = Object.hasOwn(codePairs, type) ? codePairs[type] : undefined;
  if (pairs === undefined)
    return [{ path: '$.portCallService.portCallServiceTypeCode', message: `is not a known kind of service: ${shown(type)}` }];
  const odd: SchemaViolation[] = [];
  const check = (path: string, code: string | undefined, known: readonly string[] | undefined) => {
    if (code === undefined || known === undefined || known.includes(code)) return;
    const expected = known.length === 0 ? 'none' : `one of ${known.join(', ')}`;
    odd.push({ path, message: `expected ${expected} with ${type}, got ${shown(code)}` });
  };
  check('$.portCallService.portCallServiceEventTypeCode', service.portCallServiceEventTypeCode, pairs.eventTypes);
  check('$.portCallService.portCallPhaseTypeCode', service.portCallPhaseTypeCode, pairs.phases);
  check('$.portCallService.facilityTypeCode', service.facilityTypeCode, pairs.facilityTypes);
  check('$.timestamp.classifierCode', timestamp?.classifierCode, pairs.classifiers);
  return odd;
}

function shown(code: string): string {
  return JSON.stringify(code.slice(0, 50));
}
