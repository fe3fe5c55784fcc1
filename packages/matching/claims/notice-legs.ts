import { listAt, textAt, valueAt } from '@landfall/dcsa/wire-values.ts';
import { normalUNLocationCode } from './normal-values.ts';

/** The end of the sea transport: the call that discharges the cargo, or the one that loads it. */
export type NoticeEnd = 'DISCHARGE' | 'LOAD';

/**
 * The rule that chose the legs: by their location, which is the port; by their sequence number, which is the last (or
 * first); or by their position.
 */
export type LegRule = 'PORT_OF_LEG' | 'SEQUENCE_NUMBER' | 'POSITION' | 'NO_LEG';

/** Legs by their index in `transport.legs`; several if the notice does not determine which one is meant. */
export interface ChosenLegs {
  readonly rule: LegRule;
  readonly legs: readonly [number, ...number[]] | readonly [];
}

/**
 * Chooses the leg on which the cargo arrives at the port of discharge, or for `LOAD` the one on which it leaves the
 * port of loading. A notice may omit locations, modes and sequence numbers, so the rule is returned with the legs.
 */
export function chooseLegs(notice: unknown, end: NoticeEnd): ChosenLegs {
  const legs = listAt(notice, 'transport', 'legs');
  const places = legs.map((_, place) => place);
  const [portName, locationName] = end === 'DISCHARGE' ? ['portOfDischarge', 'dischargeLocation'] : ['portOfLoading', 'loadLocation'];
  const port = normalUNLocationCode(textAt(notice, 'transport', portName, 'UNLocationCode'));
  const atPort = places.filter(
    (place) => port !== undefined && normalUNLocationCode(textAt(legs[place], locationName, 'UNLocationCode')) === port,
  );
  if (isFilled(atPort)) {
    // A leg by truck that ends in the port names no ship, and would make the sea leg ambiguous.
    const withVessel = atPort.filter((place) => namesVessel(legs[place]));
    return { rule: 'PORT_OF_LEG', legs: isFilled(withVessel) ? withVessel : atPort };
  }
  const atSea = places.filter((place) => {
    const mode = valueAt(legs[place], ['modeOfTransport']) ?? undefined;
    return namesVessel(legs[place]) && (mode === undefined || mode === 'VESSEL');
  });
  if (!isFilled(atSea)) return { rule: 'NO_LEG', legs: [] };
  const stages = atSea.map((place) => valueAt(legs[place], ['transportPlanStageSequenceNumber']));
  if (stages.every((stage) => typeof stage === 'number')) {
    const wanted = end === 'DISCHARGE' ? Math.max(...stages) : Math.min(...stages);
    const chosen = atSea.filter((_, index) => stages[index] === wanted);
    if (isFilled(chosen)) return { rule: 'SEQUENCE_NUMBER', legs: chosen };
  }
  return { rule: 'POSITION', legs: [(end === 'DISCHARGE' ? atSea.at(-1) : undefined) ?? atSea[0]] };
}

function namesVessel(leg: unknown): boolean {
  const vesselVoyage = valueAt(leg, ['vesselVoyage']);
  return typeof vesselVoyage === 'object' && vesselVoyage !== null && Object.keys(vesselVoyage).length > 0;
}

function isFilled(places: readonly number[]): places is readonly [number, ...number[]] {
  return places.length > 0;
}
