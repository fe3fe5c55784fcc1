import type { CallClaim } from '../claims/call-claim.ts';
import { type Comparison, type ComparisonRules, compareClaims } from '../rules/comparison.ts';
import {
  areEqualPlans,
  areSeparateCalls,
  areTimesClose,
  isSameStay,
  isSameTimeClass,
  isSameVessel,
  isTerminalShift,
  sharedReferences,
  type VisitTime,
} from '../rules/visit-rules.ts';

/** A record that is being merged into a visit. */
export interface RecordNode<R> {
  readonly record: R;
  readonly claim: CallClaim;
  /** The claim without its times and its position in the record. */
  readonly bare: CallClaim;
  /** Equal for records that state the same, except for times and position. */
  readonly key: string;
  /** Orders the nodes by their content. */
  readonly text: string;
  readonly portCallID: string | undefined;
  readonly times: readonly VisitTime[];
}

/** A reason to merge two nodes, by their indices. */
export interface Link {
  readonly from: number;
  readonly to: number;
}

/** The results of comparing pairs of nodes, computed once per pair of different claims. */
export interface Pairs {
  comparisonOf(left: RecordNode<unknown>, right: RecordNode<unknown>): Comparison;
  /** Whether nothing contradicts that both belong to one call. */
  areCompatible(left: RecordNode<unknown>, right: RecordNode<unknown>): boolean;
}

/** Creates the lookup of pairs for one merge. */
export function createPairs(rules: ComparisonRules): Pairs {
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
    areCompatible: (left, right) => left.key === right.key || !areSeparateCalls(comparisonOf(left, right)),
  };
}

/** Finds the reasons for merging, the strongest and closest first. The nodes are in the order of their texts. */
export function linksBetween(
  nodes: readonly RecordNode<unknown>[],
  { pairs, rules }: { readonly pairs: Pairs; readonly rules: ComparisonRules },
): readonly Link[] {
  const best = new Map<number, RankedLink>();
  const add = (rank: number, gapMs: number, [one, other]: readonly [number, number]) => {
    const [from, to] = one < other ? [one, other] : [other, one];
    const held = best.get(from * nodes.length + to);
    if (held !== undefined && (held.rank < rank || (held.rank === rank && held.gapMs <= gapMs))) return;
    best.set(from * nodes.length + to, { from, to, rank, gapMs });
  };
  for (const [rank, keyOf] of sharedReferences.entries()) {
    for (const group of groupsBy(nodes, ({ claim, portCallID }) => keyOf(claim, portCallID))) {
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
      return node === undefined ? [] : node.times.map((time) => ({ place, node, time, timed: [node.claim, time] as const }));
    })
    .toSorted((left, right) => left.time.ms - right.time.ms);
  for (const [index, { place, node, time, timed }] of entries.entries()) {
    for (let next = index + 1; next < entries.length && next <= index + maxNeighbours; next += 1) {
      const later = entries[next];
      if (later === undefined || later.time.ms - time.ms > reachMs) break;
      if (later.place === place) continue;
      const gapMs = later.time.ms - time.ms;
      if (isSameTimeClass(time, later.time) || isSameStay(timed, later.timed)) {
        const comparison = pairs.comparisonOf(node, later.node);
        if (!isSameVessel(comparison)) continue;
        const isOne = areTimesClose(node.times, later.node.times, reachMs) || areEqualPlans(timed, later.timed, comparison);
        if (isOne) add(sharedReferences.length, gapMs, [place, later.place]);
      } else if (isTerminalShift(time, later.time, () => pairs.comparisonOf(node, later.node))) {
        add(sharedReferences.length + 1, gapMs, [place, later.place]);
      }
    }
  }
}

const hourMs = 3_600_000;
/** A ship has at most a few dozen records around one hour; a flood of forged ones must not cause quadratic cost. */
const maxNeighbours = 64;

/**
 * Groups records by ship and port. A record is grouped by its IMO number, otherwise by its name, otherwise by its
 * voyages. It is compared by name or voyages only with records that have nothing better.
 */
function shipsAtPorts(nodes: readonly RecordNode<unknown>[]): readonly (readonly number[])[] {
  const ways = new Map(nodes.map((node) => [node, shipKeysByQuality(node.claim)]));
  const needed = new Set([...ways.values()].flatMap(([first]) => first ?? []));
  return groupsBy(nodes, (node) => (ways.get(node) ?? []).flat().filter((key) => needed.has(key)));
}

/** Returns the ways to identify the ship, the best one first; a dummy ship does not identify any. */
function shipKeysByQuality({ UNLocationCode, vesselIMONumber, vesselName, isDummyVessel, ...claim }: CallClaim): readonly string[][] {
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
