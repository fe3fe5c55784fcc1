import type { CallClaim, Facility } from '../claims/call-claim.ts';
import { dayMs, hourMs, spanOfClaims, statedGapMsOf, type TimeSpan, windows } from '../claims/days.ts';
import { foldedName, foldedNumber } from '../claims/normal-values.ts';
import type { CallRecord, EventRecord } from '../claims/records.ts';
import { stringOfClaim } from '../keys/match-key-text.ts';
import { type Comparison, compareClaims, compareFacilities, facilityText, isSameVoyageOfShip } from '../rules/comparison.ts';
import type { ComparisonRules } from '../rules/comparison-rules.ts';
import {
  areCallsOfOnePartner,
  areEqualPlans,
  areSeparateCalls,
  areTimesClose,
  areTwoPlannedStays,
  areTwoPlans,
  isActualArrival,
  isPlannedArrival,
  isPlannedShift,
  isSameStay,
  isSameTimeClass,
  isSameVessel,
  isTerminalShift,
  sharedReferences,
  shiftHours,
  type VisitTime,
  visitReferenceRank,
  visitTimesOf,
} from '../rules/visit-rules.ts';

/** A call at one terminal, as far as the records distinguish terminals. */
export interface TerminalCall<R> {
  /** The same text for all codes of the terminal; undefined if no record of the visit names one. */
  readonly terminal: string | undefined;
  /** The records that name the terminal, and those that name none, which belong to every terminal call of the visit. */
  readonly records: readonly R[];
}

/** One visit of a ship to a port, merged from the records of several sources. */
export interface Visit<R> {
  /** Every source record, in an order that depends only on their content. */
  readonly records: readonly [R, ...R[]];
  readonly terminalCalls: readonly [TerminalCall<R>, ...TerminalCall<R>[]];
  /** Voyages of the call that other schedules state with a ship that was replaced. */
  readonly otherClaims?: readonly CallClaim[] | undefined;
  /** What a notice states about the call that is its match, as far as events are found by it. */
  readonly announced?: readonly CallClaim[] | undefined;
  /** What schedules state about each other call of the ship around it, if the call is the unique match (SIBLING_CALL). */
  readonly siblings?: readonly (readonly [CallClaim, ...CallClaim[]])[] | undefined;
  /** First and last of all times that the records state, in milliseconds since 1970; undefined if there are none. */
  readonly span: TimeSpan | undefined;
}

/**
 * Merges records into visits if they have an equal call reference, an equal visit reference or equal ids from one
 * source, or state the same ship at the same port with close times of one kind; also two terminals between which the
 * ship only shifts. Nothing is merged across a contradiction of port, ship or voyage, nor over more than `maxDays`. The
 * result does not depend on the order of the records.
 */
export function mergeIntoVisits<R extends CallRecord | EventRecord>(records: readonly R[], rules: ComparisonRules): readonly Visit<R>[] {
  const nodes = inOrder(records.map((record) => nodeOf(record, rules)));
  const pairs = new Pairs(rules);
  const clusters = nodes.map(
    (node, place): Cluster => ({
      places: [place],
      kinds: new Map([[node.key, node]]),
      referred: referredBy(node),
      planned: plannedBy(node),
      portCallIDs: new Map(node.event?.portCallID === undefined ? [] : [[node.claim.partner, [node.event.portCallID]]]),
      arrivedMs: node.times.filter(isActualArrival).map(({ ms }) => ms),
      terminals: new Map(node.claim.facility && [[facilityText(node.claim.facility), node.claim.facility]]),
      ...spanOf(node),
    }),
  );
  for (const { from, to, rank } of linksBetween(nodes, pairs)) {
    const [left, right] = [clusters[from], clusters[to]];
    if (left === undefined || right === undefined || left === right) continue;
    const span = Math.max(left.latestMs, right.latestMs) - Math.min(left.earliestMs, right.earliestMs);
    if (span > windows.maxDays * dayMs) continue;
    // All pairs are checked: A may be compatible with B and B with C while A contradicts C.
    if (![...left.kinds.values()].every((one) => [...right.kinds.values()].every((other) => pairs.areCompatible(one, other)))) continue;
    if (statesTwoCalls(left, right) || planTwoCalls(left, right)) continue;
    if (rank >= timeRank && identifyTwoCalls(left, right)) continue;
    if (rank === timeRank && arriveTwice(left, right)) continue;
    if (rank >= visitReferenceRank && (isLeftBefore(left, right, nodes, rank) || isLeftBefore(right, left, nodes, rank))) continue;
    join(left, right);
    for (const place of right.places) clusters[place] = left;
  }
  return [...new Set(clusters)].flatMap(({ places }) => {
    const [first, ...others] = places.flatMap((place) => nodes[place] ?? []).toSorted(compareNodes);
    return first === undefined ? [] : [visitOf([first.record, ...others.map(({ record }) => record)], rules)];
  });
}

interface Cluster {
  readonly places: number[];
  /**
   * One node for each different claim, ignoring its times: a record that is added must be compatible with all of them.
   */
  readonly kinds: Map<string, RecordNode<unknown>>;
  /** The records of schedules with a reference of the call, by partner. */
  readonly referred: Map<string, readonly RecordNode<unknown>[]>;
  /** One record of schedules for each planned arrival and reference. */
  readonly planned: Map<string, RecordNode<unknown>>;
  /** The ids of the port call that each partner assigns. */
  readonly portCallIDs: Map<string, readonly string[]>;
  readonly arrivedMs: number[];
  readonly terminals: Map<string, Facility>;
  earliestMs: number;
  latestMs: number;
}

function join(into: Cluster, other: Cluster): void {
  into.places.push(...other.places);
  for (const [key, node] of other.kinds) into.kinds.set(key, node);
  for (const [partner, nodes] of other.referred) into.referred.set(partner, [...(into.referred.get(partner) ?? []), ...nodes]);
  for (const [key, node] of other.planned) into.planned.set(key, node);
  for (const [partner, ids] of other.portCallIDs) into.portCallIDs.set(partner, [...(into.portCallIDs.get(partner) ?? []), ...ids]);
  into.arrivedMs.push(...other.arrivedMs);
  for (const [text, facility] of other.terminals) into.terminals.set(text, facility);
  into.earliestMs = Math.min(into.earliestMs, other.earliestMs);
  into.latestMs = Math.max(into.latestMs, other.latestMs);
}

function referredBy(node: RecordNode<unknown>): Cluster['referred'] {
  const { partner, kind, transportCallReference } = node.claim;
  return new Map(kind === 'PORT_SCHEDULE' || (kind !== 'EVENT' && transportCallReference !== undefined) ? [[partner, [node]]] : []);
}

/**
 * Returns whether one partner states a call of each cluster, and that they are two calls. A plan that another partner states
 * counts for a call of which it states none.
 */
function statesTwoCalls(left: Cluster, right: Cluster): boolean {
  const timedOf = (node: RecordNode<unknown>, { planned }: Cluster) => {
    const plans = node.times.some(isPlannedArrival) ? [] : [...planned.values()].flatMap(({ times }) => times.filter(isPlannedArrival));
    return [node.claim, [...node.times, ...plans]] as const;
  };
  for (const [partner, nodes] of left.referred) {
    const others = right.referred.get(partner) ?? [];
    if (nodes.some((node) => others.some((other) => areCallsOfOnePartner(timedOf(node, left), timedOf(other, right), reachMs))))
      return true;
  }
  return false;
}

/** SEPARATE_CALLS: returns whether one partner assigns an id of the port call to each cluster, and they are different. */
function identifyTwoCalls(left: Cluster, right: Cluster): boolean {
  return [...left.portCallIDs].some(([partner, ids]) => {
    const others = right.portCallIDs.get(partner);
    return others !== undefined && !others.some((id) => ids.includes(id));
  });
}

/**
 * CLOSE_TIMES: returns whether the ship arrived in each cluster, so far apart that these are two visits, although an
 * estimate of one lies near to the other.
 */
function arriveTwice(left: Cluster, right: Cluster): boolean {
  return left.arrivedMs.some((one) => right.arrivedMs.some((other) => Math.abs(one - other) > reachMs));
}

/**
 * LEFT_VESSEL: returns whether an event states that the ship has left, and one that was updated more than 12 hours later, as long as
 * a shift takes, expects it again, or one that was updated later states an omission.
 *
 * REUSED_VISIT_REFERENCE: with one visit reference, it has to expect it more than 36 hours after that, at no other terminal.
 */
function isLeftBefore(left: Cluster, right: Cluster, nodes: readonly RecordNode<unknown>[], rank: number): boolean {
  const eventsOf = ({ places }: Cluster) => places.flatMap((place) => nodes[place] ?? []).filter(({ event }) => event !== undefined);
  const others = eventsOf(right);
  return eventsOf(left).some(({ claim, event, times }) => {
    const leftMs = times.find(({ kind, timeClass }) => kind === 'DEPARTURE' && timeClass === 'ACT')?.ms;
    if (leftMs === undefined) return false;
    return others.some((later) => {
      const arrivals = later.times.filter(({ kind }) => kind === 'ARRIVAL');
      const updatedAt = later.event?.updatedAt ?? '';
      if (later.event?.isOmitted === true && Date.parse(updatedAt) > leftMs) return true;
      if (rank > visitReferenceRank)
        return arrivals.length > 0 && !arrivals.some(isActualArrival) && Date.parse(updatedAt) - leftMs > shiftMs;
      const isOther = claim.facility && later.claim.facility && compareFacilities(claim.facility, later.claim.facility) !== 'MATCH';
      return updatedAt > (event?.updatedAt ?? '') && !isOther && arrivals.some(({ ms }) => ms - leftMs > reachMs);
    });
  });
}

function plannedBy(node: RecordNode<unknown>): Cluster['planned'] {
  const { kind, transportCallReference, portVisitReference } = node.claim;
  const plans = kind === 'EVENT' ? [] : node.times.filter(isPlannedArrival).map(({ ms }) => ms);
  return new Map(plans.length === 0 ? [] : [[JSON.stringify([plans, transportCallReference, portVisitReference]), node]]);
}

/** Returns whether the clusters plan two calls: at one terminal or an unknown one, or at two without a shift between them. */
function planTwoCalls(left: Cluster, right: Cluster): boolean {
  const areTerminalsKnown = left.terminals.size > 0 && right.terminals.size > 0;
  const isOther = (one: Facility) => [...right.terminals.values()].every((other) => compareFacilities(one, other) === 'DIFFERS');
  const mayShift = areTerminalsKnown && [...left.terminals.values()].every(isOther);
  const others = [...right.planned.values()];
  return [...left.planned.values()].some((node) =>
    others.some(
      (other) =>
        areTwoPlans([node.claim, node.times], [other.claim, other.times], reachMs) &&
        (!mayShift || areTwoPlannedStays(node.times, other.times)),
    ),
  );
}

function spanOf(node: RecordNode<unknown>): { earliestMs: number; latestMs: number } {
  const at = node.times.map(({ ms }) => ms);
  return { earliestMs: Math.min(...at), latestMs: Math.max(...at) };
}

function nodeOf<R extends CallRecord | EventRecord>(record: R, rules: ComparisonRules): RecordNode<R> {
  const { claim } = record;
  const event = eventOf(record);
  const ids = event === undefined ? [] : [event.portCallID, event.terminalCallID, event.portCallServiceID];
  const states = event === undefined ? [] : [event.updatedAt, event.isOmitted];
  const bare = { ...claim, at: [], times: [], earlierTimes: undefined };
  const content = stringOfClaim({ ...bare, transportCallReference: undefined, portVisitReference: undefined });
  const references = JSON.stringify([claim.transportCallReference, claim.portVisitReference]);
  const key = `${content} ${references}`;
  return {
    record,
    claim,
    port: claim.UNLocationCode && rules.portOf(claim.UNLocationCode),
    bare,
    key,
    content: `${content} ${JSON.stringify([claim.times, claim.earlierTimes, states, record.retrievedAt])}`,
    text: `${references} ${JSON.stringify([ids, claim.at])}`,
    event,
    times: visitTimesOf(claim),
  };
}

function eventOf(record: CallRecord | EventRecord): EventRecord | undefined {
  return 'updatedAt' in record ? record : undefined;
}

/** Creates a visit of these records. */
export function visitOf<R extends CallRecord | EventRecord>(records: readonly [R, ...R[]], rules: ComparisonRules): Visit<R> {
  const terminalOf = ({ claim: { UNLocationCode = '', facility } }: R) =>
    facility === undefined ? undefined : `${rules.portOf(UNLocationCode)} ${facilityText(facility)}`;
  const terminals = [...new Set(records.flatMap((record) => terminalOf(record) ?? []))].toSorted();
  const [first, ...others] = terminals.map((terminal): TerminalCall<R> => {
    const own = records.filter((record) => (terminalOf(record) ?? terminal) === terminal);
    return { terminal, records: own };
  });
  const terminalCalls = first === undefined ? ([{ terminal: undefined, records }] as const) : ([first, ...others] as const);
  return { records, terminalCalls, span: spanOfClaims(records.map(({ claim }) => claim)) };
}

/**
 * Returns the records of a visit in the parts that ids and references link. A record without any is a part by itself.
 */
export function partsOf<R extends CallRecord | EventRecord>({ records }: Visit<R>, rules: ComparisonRules): readonly (readonly R[])[] {
  let parts: readonly { readonly keys: ReadonlySet<string>; readonly records: readonly R[] }[] = [];
  for (const record of records) {
    const port = record.claim.UNLocationCode && rules.portOf(record.claim.UNLocationCode);
    const keys = sharedReferences.flatMap((keyOf, rank) => keyOf(record.claim, eventOf(record), port).map((key) => `${rank} ${key}`));
    const linked = parts.filter((part) => keys.some((key) => part.keys.has(key)));
    const joined = {
      keys: new Set([...keys, ...linked.flatMap((part) => [...part.keys])]),
      records: [...linked.flatMap((part) => part.records), record],
    };
    parts = [...parts.filter((part) => !linked.includes(part)), joined];
  }
  return parts.map((part) => part.records);
}

/**
 * Returns the nodes in an order that depends neither on the order of the records nor, unless nothing else distinguishes
 * them, on the spelling of references: by what they state, then by what the records with the same references state.
 */
function inOrder<R extends CallRecord | EventRecord>(nodes: readonly RecordNode<R>[]): readonly RecordNode<R>[] {
  const referencesOf = ({ claim, event, port }: RecordNode<R>) => sharedReferences.flatMap((keyOf) => keyOf(claim, event, port));
  const contents = new Map<string, string[]>();
  for (const node of nodes) {
    for (const reference of referencesOf(node)) appendTo(contents, reference, node.content);
  }
  const joined = new Map<string, string>();
  const contentOf = (reference: string) => {
    const text = joined.get(reference) ?? JSON.stringify(contents.get(reference)?.toSorted());
    joined.set(reference, text);
    return text;
  };
  const sharedOf = (node: RecordNode<R>) => referencesOf(node).map(contentOf).join(' ');
  return nodes.toSorted(
    (left, right) =>
      compareTexts(left.content, right.content) || compareTexts(sharedOf(left), sharedOf(right)) || compareNodes(left, right),
  );
}

/** Equal claims are ordered by the received objects, which are serialized only in this case. */
function compareNodes<R extends CallRecord | EventRecord>(left: RecordNode<R>, right: RecordNode<R>): number {
  const order = compareTexts(left.content, right.content) || compareTexts(left.text, right.text);
  if (order !== 0 || left.record.wire === right.record.wire) return order;
  return compareTexts(JSON.stringify(left.record.wire) ?? '', JSON.stringify(right.record.wire) ?? '');
}

/** Compares by code units, an order that is the same everywhere. */
function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** A record that is being merged into a visit. */
interface RecordNode<R> {
  readonly record: R;
  readonly claim: CallClaim;
  /** The UN/LOCODE that all aliases of the port have in common. */
  readonly port: string | undefined;
  /** The claim without its times and its position in the record. */
  readonly bare: CallClaim;
  /** Equal for records that state the same, except for times and position. */
  readonly key: string;
  /** What the record states, without references, ids and positions. */
  readonly content: string;
  /** References, ids and positions, which distinguish records that state the same. */
  readonly text: string;
  /** The record, if it is an event. */
  readonly event: EventRecord | undefined;
  readonly times: readonly VisitTime[];
}

/** A reason to merge two nodes, by their indices; the strongest reason has the lowest rank. */
interface Link {
  readonly from: number;
  readonly to: number;
  readonly rank: number;
  readonly gapMs: number;
}

/** The results of comparing pairs of nodes, computed once per pair of different claims. */
class Pairs {
  readonly #rules: ComparisonRules;
  readonly #known = new Map<string, Map<string, Comparison>>();

  constructor(rules: ComparisonRules) {
    this.#rules = rules;
  }

  comparisonOf(left: RecordNode<unknown>, right: RecordNode<unknown>): Comparison {
    const ofLeft = this.#known.get(left.key) ?? new Map<string, Comparison>();
    this.#known.set(left.key, ofLeft);
    const comparison = ofLeft.get(right.key) ?? compareClaims([left.bare, right.bare], this.#rules);
    ofLeft.set(right.key, comparison);
    return comparison;
  }

  /** Returns whether nothing contradicts that both belong to one call. */
  areCompatible(left: RecordNode<unknown>, right: RecordNode<unknown>): boolean {
    return left.key === right.key || !areSeparateCalls(this.comparisonOf(left, right));
  }
}

/** Finds the reasons for merging, the strongest and closest first. The nodes are in the order of their texts. */
function linksBetween(nodes: readonly RecordNode<unknown>[], pairs: Pairs): readonly Link[] {
  const best = new Map<number, Link>();
  const add: AddLink = (rank, gapMs, [one, other]) => {
    const [from, to] = one < other ? [one, other] : [other, one];
    const held = best.get(from * nodes.length + to);
    if (held !== undefined && (held.rank < rank || (held.rank === rank && held.gapMs <= gapMs))) return;
    best.set(from * nodes.length + to, { from, to, rank, gapMs });
  };
  for (const [rank, keyOf] of sharedReferences.entries()) {
    for (const group of groupsBy(nodes, ({ claim, event, port }) => keyOf(claim, event, port))) {
      if (rank === visitReferenceRank) addVisitLinks(group, nodes, { pairs, add });
      else addNeighbours(group, (from, to) => add(rank, 0, [from, to]));
    }
  }
  for (const group of shipsAtPorts(nodes)) addTimeLinks(group, nodes, { pairs, add });
  return [...best.values()].toSorted(
    (left, right) => left.rank - right.rank || left.gapMs - right.gapMs || left.from - right.from || left.to - right.to,
  );
}

function addNeighbours(group: readonly number[], add: (from: number, to: number) => void): void {
  for (const [index, from] of group.entries()) for (const to of group.slice(index + 1, index + 1 + maxNeighbours)) add(from, to);
}

/**
 * REUSED_VISIT_REFERENCE: adds the links between nodes with one visit reference, which ports use again: in steps of at most
 * a week between the nearest times that both have stated, or of a month with equal IMO number and voyage. A node without
 * a time is linked to the one that is nearest to its last update.
 */
function addVisitLinks(
  group: readonly number[],
  nodes: readonly RecordNode<unknown>[],
  { pairs, add }: { pairs: Pairs; add: AddLink },
): void {
  const members = group.flatMap((place) => {
    const node = nodes[place];
    return node === undefined ? [] : [{ place, node, span: spanOfClaims([node.claim]) }];
  });
  const timed = members.filter(({ span }) => span !== undefined).toSorted((left, right) => startOf(left) - startOf(right));
  const byPlace = new Map(members.map((member) => [member.place, member]));
  addNeighbours(
    timed.map(({ place }) => place),
    (from, to) => {
      const [left, right] = [byPlace.get(from)?.node, byPlace.get(to)?.node];
      const gapMs = left && right && statedGapMsOf(left.claim, right.claim);
      if (gapMs === undefined || left === undefined || right === undefined) return;
      const isLong = gapMs > windows.visitReferenceDays * dayMs;
      if (isLong && (gapMs > windows.maxDays * dayMs || !isSameVoyageOfShip(pairs.comparisonOf(left, right).agreements))) return;
      add(visitReferenceRank, gapMs, [from, to]);
    },
  );
  const untimed = members.filter(({ span }) => span === undefined);
  if (untimed.length === 0) return;
  const identities = new Set(nodes.filter(({ times }) => times.length > 0).flatMap(identitiesOf));
  for (const { place, node } of untimed) {
    // An id or a call reference that it shares with a record with a time tells which use of the visit reference it is.
    if (identitiesOf(node).some((identity) => identities.has(identity))) continue;
    const updatedMs = Date.parse(node.event?.updatedAt ?? '');
    const distanceOf = (other: (typeof members)[number]) => Math.abs(startOf(other) - updatedMs) || 0;
    const others = timed.length === 0 ? members.filter((other) => other.place !== place) : timed;
    const [nearest] = others.toSorted((left, right) => distanceOf(left) - distanceOf(right));
    const isNear = nearest !== undefined && distanceOf(nearest) <= 2 * windows.visitReferenceDays * dayMs;
    if (isNear || (nearest !== undefined && timed.length === 0)) add(visitReferenceRank, 0, [place, nearest.place]);
  }
}

/** Returns the ids and the call reference of a node. */
function identitiesOf({ claim, event, port }: RecordNode<unknown>): readonly string[] {
  return sharedReferences.slice(0, visitReferenceRank).flatMap((keyOf) => keyOf(claim, event, port));
}

function startOf({ span }: { readonly span: TimeSpan | undefined }): number {
  return span?.firstMs ?? 0;
}

type AddLink = (rank: number, gapMs: number, link: readonly [number, number]) => void;

/** Adds the links between nodes that may state one ship at one port, by their times. */
function addTimeLinks(
  group: readonly number[],
  nodes: readonly RecordNode<unknown>[],
  { pairs, add }: { pairs: Pairs; add: AddLink },
): void {
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
        if (isOne) add(timeRank, gapMs, [place, later.place]);
      } else if (
        isTerminalShift(time, later.time, () => pairs.comparisonOf(node, later.node)) &&
        isPlannedShift(node.times, later.node.times)
      ) {
        add(timeRank + 1, gapMs, [place, later.place]);
      }
    }
  }
}

/** The rank of a link by times; one by a shift between terminals comes after it. */
const timeRank = sharedReferences.length;
const reachMs = windows.mergeHours * hourMs;
const shiftMs = shiftHours * hourMs;
/** A ship has at most a few dozen records around one hour; a flood of forged ones must not cause quadratic cost. */
const maxNeighbours = 64;

/**
 * Groups records by ship and port. A record is grouped by its IMO number, otherwise by its name, otherwise by its
 * voyages. It is compared by name or voyages only with records that have nothing better.
 */
function shipsAtPorts(nodes: readonly RecordNode<unknown>[]): readonly (readonly number[])[] {
  const ways = new Map(nodes.map((node) => [node, shipKeysByQuality(node)]));
  const needed = new Set([...ways.values()].flatMap(([first]) => first ?? []));
  return groupsBy(nodes, (node) => (ways.get(node) ?? []).flat().filter((key) => needed.has(key)));
}

/** Returns the ways to identify the ship, the best one first; a dummy ship does not identify any. */
function shipKeysByQuality({ port, claim }: RecordNode<unknown>): readonly string[][] {
  if (port === undefined) return [];
  const { vesselIMONumber, vesselName, isDummyVessel } = claim;
  const voyages = [
    ...claim.numbers.flatMap(({ carrierImportVoyageNumber }) => carrierImportVoyageNumber && foldedNumber(carrierImportVoyageNumber)),
    claim.universalImportVoyageReference,
  ];
  const ways = [isDummyVessel ? [] : [vesselIMONumber], isDummyVessel ? [] : [vesselName && foldedName(vesselName)], voyages];
  return ways
    .map((values, way) => [...new Set(values.flatMap((value) => (value === undefined ? [] : [`${way} ${port} ${value}`])))])
    .filter((keys) => keys.length > 0);
}

function groupsBy(
  nodes: readonly RecordNode<unknown>[],
  keysOf: (node: RecordNode<unknown>) => readonly string[],
): readonly (readonly number[])[] {
  const groups = new Map<string, number[]>();
  for (const [place, node] of nodes.entries()) {
    for (const key of keysOf(node)) appendTo(groups, key, place);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

function appendTo<T>(groups: Map<string, T[]>, key: string, value: T): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [value]);
  else group.push(value);
}
