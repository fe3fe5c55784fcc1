import type { CallClaim, StatedTime } from '../claims/call-claim.ts';
import { bestTimeOf, millisecondsOf } from '../claims/days.ts';
import { agreementBits, hasAll, universalImportVoyage } from '../rules/agreements.ts';
import { type Comparison, compareClaims, type MatchRules } from '../rules/comparison.ts';
import { keyBits } from '../rules/comparison-builder.ts';

/** A record on its way into a visit. */
export interface RecordNode<R> {
  readonly record: R;
  readonly claim: CallClaim;
  /** The claim without its times and its place in the record. */
  readonly bare: CallClaim;
  /** Equal for records that say the same, times and place apart. */
  readonly key: string;
  /** Orders the nodes by their content. */
  readonly text: string;
  readonly portCallID: string | undefined;
  readonly times: readonly NodeTime[];
}

/** A time in milliseconds since 1970, and with which others it is compared: those of one kind and one timeClass. */
export interface NodeTime {
  readonly kind: StatedTime['kind'];
  readonly timeClass: string;
  readonly ms: number;
}

/** A reason to merge two nodes, by their places. */
export interface Link {
  readonly from: number;
  readonly to: number;
}

/** What pairs of nodes establish, looked up once per pair of different claims. */
export interface Pairs {
  comparisonOf(left: RecordNode<unknown>, right: RecordNode<unknown>): Comparison;
  /** Whether nothing speaks against one call. */
  areCompatible(left: RecordNode<unknown>, right: RecordNode<unknown>): boolean;
}

/** Makes the look-up of pairs for one merge. */
export function createPairs(rules: MatchRules): Pairs {
  const known = new Map<string, Map<string, Comparison>>();
  const comparisonOf = (left: RecordNode<unknown>, right: RecordNode<unknown>): Comparison => {
    const ofLeft = known.get(left.key) ?? new Map<string, Comparison>();
    known.set(left.key, ofLeft);
    const comparison = ofLeft.get(right.key) ?? compareClaims([left.bare, right.bare], rules);
    ofLeft.set(right.key, comparison);
    return comparison;
  };
  return {
    comparisonOf,
    areCompatible: (left, right) => {
      if (left.key === right.key) return true;
      const { differing, isShipUnassigned } = comparisonOf(left, right);
      return (differing & (isShipUnassigned ? separatingWithoutShip : separating)) === 0;
    },
  };
}

/** The times of a claim, each under its classifier and the most certain of a kind also under a name of its own. */
export function nodeTimesOf(claim: CallClaim): readonly NodeTime[] {
  const times = claim.times.map((time) => ({ kind: time.kind, timeClass: time.classifier ?? '', ms: millisecondsOf(time) }));
  const best = (['ARRIVAL', 'DEPARTURE'] as const).flatMap((kind) => {
    const time = bestTimeOf(claim, kind);
    return time === undefined ? [] : [{ kind, timeClass: 'BEST', ms: millisecondsOf(time) }];
  });
  return [...times, ...best];
}

/** Finds the reasons to merge, the strongest and closest first. The nodes are in the order of their texts. */
export function linksBetween(
  nodes: readonly RecordNode<unknown>[],
  { pairs, rules }: { readonly pairs: Pairs; readonly rules: MatchRules },
): readonly Link[] {
  const best = new Map<number, RankedLink>();
  const add = (rank: number, gapMs: number, [one, other]: readonly [number, number]) => {
    const [from, to] = one < other ? [one, other] : [other, one];
    const held = best.get(from * nodes.length + to);
    if (held !== undefined && (held.rank < rank || (held.rank === rank && held.gapMs <= gapMs))) return;
    best.set(from * nodes.length + to, { from, to, rank, gapMs });
  };
  for (const [rank, keyOf] of identities.entries()) {
    for (const group of groupsBy(nodes, keyOf)) {
      for (const [index, from] of group.entries()) {
        for (const to of group.slice(index + 1, index + 1 + maxNeighbours)) add(rank, 0, [from, to]);
      }
    }
  }
  for (const group of shipsAtPorts(nodes)) addTimeLinks(group, { nodes, pairs, reachMs: rules.windows.mergeHours * hourMs, add });
  return [...best.values()].toSorted(
    (left, right) => left.rank - right.rank || left.gapMs - right.gapMs || left.from - right.from || left.to - right.to,
  );
}

interface RankedLink extends Link {
  readonly rank: number;
  readonly gapMs: number;
}

interface TimeLinking {
  readonly nodes: readonly RecordNode<unknown>[];
  readonly pairs: Pairs;
  readonly reachMs: number;
  readonly add: (rank: number, gapMs: number, link: readonly [number, number]) => void;
}

function addTimeLinks(group: readonly number[], { nodes, pairs, reachMs, add }: TimeLinking): void {
  const entries = group
    .flatMap((place) => {
      const node = nodes[place];
      return node === undefined ? [] : node.times.map((time) => ({ place, node, time }));
    })
    .toSorted((left, right) => left.time.ms - right.time.ms);
  for (const [index, { place, node, time }] of entries.entries()) {
    for (let next = index + 1; next < entries.length && next <= index + maxNeighbours; next += 1) {
      const later = entries[next];
      if (later === undefined || later.time.ms - time.ms > reachMs) break;
      if (later.place === place) continue;
      const gapMs = later.time.ms - time.ms;
      if (isSameTime(time, later.time) || isSameStay([node, time], [later.node, later.time])) {
        const comparison = pairs.comparisonOf(node, later.node);
        if (!isSameShip(comparison)) continue;
        const isOne = areAllNear(node.times, later.node.times, reachMs) || isSamePlan([node, time], [later.node, later.time], comparison);
        if (isOne) add(identities.length, gapMs, [place, later.place]);
      } else if (gapMs <= shiftHours * hourMs && isShift(time, later.time) && isShifted(pairs.comparisonOf(node, later.node))) {
        add(identities.length + 1, gapMs, [place, later.place]);
      }
    }
  }
}

const hourMs = 3_600_000;
/** Between two terminals a ship shifts in hours; in half a day none sails to another port and back. */
const shiftHours = 12;
/** A ship has a few dozen records around one hour at most; a flood of forged ones must not cost its square. */
const maxNeighbours = 64;

/** Contradictions that make two calls of two claims. Terminals are told apart within the visit. */
const separating =
  keyBits.UN_LOCATION_CODE |
  keyBits.PORT_VISIT_REFERENCE |
  keyBits.VESSEL_IMO_NUMBER |
  keyBits.VESSEL_NAME |
  keyBits.UNIVERSAL_IMPORT_VOYAGE_REFERENCE |
  keyBits.UNIVERSAL_EXPORT_VOYAGE_REFERENCE |
  keyBits.CARRIER_IMPORT_VOYAGE_NUMBER |
  keyBits.CARRIER_EXPORT_VOYAGE_NUMBER;

/** Where no ship holds two claims together, they have to be of one service: carriers reuse voyage numbers in others. */
const separatingWithoutShip = separating | keyBits.UNIVERSAL_SERVICE_REFERENCE | keyBits.CARRIER_SERVICE_CODE;

/** What makes records one by itself, the strongest first. */
const identities: readonly ((node: RecordNode<unknown>) => readonly string[])[] = [
  ({ portCallID, claim }) => (portCallID === undefined ? [] : [JSON.stringify([claim.partner, portCallID])]),
  ({ claim }) => (claim.transportCallReference === undefined ? [] : [claim.transportCallReference]),
  ({ claim: { UNLocationCode, portVisitReference } }) =>
    UNLocationCode === undefined || portVisitReference === undefined ? [] : [`${UNLocationCode} ${portVisitReference}`],
];

/**
 * Groups records by ship and port. A record goes by its IMO number, else by its name, else by its voyages; under the
 * lesser ones of these it is looked at only where another record has nothing better.
 */
function shipsAtPorts(nodes: readonly RecordNode<unknown>[]): readonly (readonly number[])[] {
  const ways = new Map(nodes.map((node) => [node, waysToNameShip(node.claim)]));
  const needed = new Set([...ways.values()].flatMap(([first]) => first ?? []));
  return groupsBy(nodes, (node) => (ways.get(node) ?? []).flat().filter((key) => needed.has(key)));
}

/** The best way first; a dummy ship is none. */
function waysToNameShip({ UNLocationCode, vesselIMONumber, vesselName, isDummyVessel, ...claim }: CallClaim): readonly string[][] {
  if (UNLocationCode === undefined) return [];
  const voyages = [
    ...claim.numbers.flatMap(({ carrierImportVoyageNumber }) => carrierImportVoyageNumber ?? []),
    claim.universalImportVoyageReference,
  ];
  const ways = [isDummyVessel ? [] : [vesselIMONumber], isDummyVessel ? [] : [vesselName], voyages];
  return ways
    .map((values, way) => [...new Set(values.flatMap((value) => (value === undefined ? [] : [`${way} ${UNLocationCode} ${value}`])))])
    .filter((keys) => keys.length > 0);
}

function isSameTime(left: NodeTime, right: NodeTime): boolean {
  return left.kind === right.kind && left.timeClass === right.timeClass && left.kind !== 'STAY';
}

/**
 * Whether a partner states two calls: it gives them references of its own and times that lie apart. Its schedules are of
 * one moment, so no delay explains the difference.
 */
export function areTwoOfOnePartner(left: RecordNode<unknown>, right: RecordNode<unknown>, reachMs: number): boolean {
  const [one, other] = [left.claim, right.claim];
  if (one.partner !== other.partner || one.kind !== other.kind || one.transportCallReference === other.transportCallReference) return false;
  const haveReferences = one.transportCallReference !== undefined && other.transportCallReference !== undefined;
  return haveReferences && !areAllNear(left.times, right.times, reachMs);
}

/** Whether times that both state in the same timeClass are all close: plans that differ are plans of two calls. */
function areAllNear(left: readonly NodeTime[], right: readonly NodeTime[], reachMs: number): boolean {
  return left.every((time) => right.every((other) => !isSameTime(time, other) || Math.abs(time.ms - other.ms) <= reachMs));
}

/**
 * Whether two schedules plan the same call, whatever they expect by now: the arrival that was planned once stays where it
 * was while estimates move, so that one of them may only be older. Both voyages have to agree, for a ship that calls
 * twice on one voyage has a plan for each call.
 */
function isSamePlan(
  [left, one]: readonly [RecordNode<unknown>, NodeTime],
  [right, other]: readonly [RecordNode<unknown>, NodeTime],
  comparison: Comparison,
): boolean {
  const arePlans = isPlannedArrival(one) && isPlannedArrival(other);
  const areSchedules = left.claim.kind !== 'EVENT' && right.claim.kind !== 'EVENT';
  return arePlans && areSchedules && areBothVoyagesEqual(comparison);
}

function isPlannedArrival({ kind, timeClass }: NodeTime): boolean {
  return kind === 'ARRIVAL' && timeClass === 'PLN';
}

/** An event of the stay, or the departure, soon after the arrival. */
function isSameStay(
  [left, earlier]: readonly [RecordNode<unknown>, NodeTime],
  [right, later]: readonly [RecordNode<unknown>, NodeTime],
): boolean {
  const areEvents = left.claim.kind === 'EVENT' && right.claim.kind === 'EVENT';
  return areEvents && earlier.kind === 'ARRIVAL' && later.kind !== 'ARRIVAL';
}

function isShift(earlier: NodeTime, later: NodeTime): boolean {
  return earlier.timeClass === 'BEST' && later.timeClass === 'BEST' && earlier.kind === 'DEPARTURE' && later.kind === 'ARRIVAL';
}

/** A name alone identifies no ship, and a missing ship none at all: then the voyage has to agree. */
function isSameShip({ agreements: established, isShipUnassigned }: Comparison): boolean {
  if (!hasAll(established, agreementBits.PORT)) return false;
  if (hasAll(established, agreementBits.IMO)) return true;
  const isSameNumber = (established & (agreementBits.CARRIER_IN | agreementBits.NUMBER_IN)) !== 0;
  const isSameVoyage = isSameNumber || hasAll(established, universalImportVoyage);
  return isSameVoyage && (hasAll(established, agreementBits.NAME) || isShipUnassigned);
}

/** Between two terminals of one visit the ship goes on neither a new import nor a new export voyage. */
function isShifted(comparison: Comparison): boolean {
  return (
    hasAll(comparison.agreements, agreementBits.IMO) && areBothVoyagesEqual(comparison) && (comparison.differing & keyBits.FACILITY) !== 0
  );
}

function areBothVoyagesEqual({ agreements: established }: Comparison): boolean {
  const isImport = (established & (agreementBits.CARRIER_IN | agreementBits.UVR_IN)) !== 0;
  const isExport = (established & (agreementBits.CARRIER_OUT | agreementBits.UVR_OUT)) !== 0;
  return isImport && isExport;
}

function groupsBy(
  nodes: readonly RecordNode<unknown>[],
  keysOf: (node: RecordNode<unknown>) => readonly string[],
): readonly (readonly number[])[] {
  const groups = new Map<string, number[]>();
  for (const [place, node] of nodes.entries()) {
    for (const key of keysOf(node)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [place]);
      else group.push(place);
    }
  }
  return [...groups.values()].filter((group) => group.length > 1);
}
