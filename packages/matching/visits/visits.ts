import type { CallClaim } from '../claims/call-claim.ts';
import { spanOfClaims, type TimeSpan } from '../claims/days.ts';
import type { CallRecord, EventRecord } from '../claims/records.ts';
import { stringOfClaim } from '../keys/match-key-text.ts';
import type { ComparisonRules } from '../rules/comparison.ts';
import { areCallsOfOnePartner, visitTimesOf } from '../rules/visit-rules.ts';
import { createPairs, linksBetween, type RecordNode } from './visit-links.ts';

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
  /** What a notice states about the ship, if the call is its match and the records name the ship without IMO number. */
  readonly announcedShip?: CallClaim | undefined;
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
  const nodes = records.map(nodeOf).toSorted(compareNodes);
  const pairs = createPairs(rules);
  const links = linksBetween(nodes, { pairs, rules });
  const clusters = nodes.map(
    (node, place): Cluster => ({ places: [place], kinds: new Map([[node.key, node]]), referred: referredBy(node), ...spanOf(node) }),
  );
  for (const { from, to } of links) {
    const [left, right] = [clusters[from], clusters[to]];
    if (left === undefined || right === undefined || left === right) continue;
    const span = Math.max(left.latestMs, right.latestMs) - Math.min(left.earliestMs, right.earliestMs);
    if (span > rules.windows.maxDays * dayMs) continue;
    // All pairs are checked: A may be compatible with B and B with C while A contradicts C.
    if (![...left.kinds.values()].every((one) => [...right.kinds.values()].every((other) => pairs.areCompatible(one, other)))) continue;
    if (statesTwoCalls(left, right, rules)) continue;
    join(left, right);
    for (const place of right.places) clusters[place] = left;
  }
  return [...new Set(clusters)].flatMap(({ places }) => {
    const [first, ...others] = places.toSorted((left, right) => left - right).flatMap((place) => nodes[place]?.record ?? []);
    return first === undefined ? [] : [visitOf([first, ...others], rules)];
  });
}

const dayMs = 86_400_000;

interface Cluster {
  readonly places: number[];
  /**
   * One node for each different claim, ignoring its times: a record that is added must be compatible with all of them.
   */
  readonly kinds: Map<string, RecordNode<unknown>>;
  /** The records of schedules with a reference of the call, by partner. */
  readonly referred: Map<string, readonly RecordNode<unknown>[]>;
  earliestMs: number;
  latestMs: number;
}

function join(into: Cluster, other: Cluster): void {
  into.places.push(...other.places);
  for (const [key, node] of other.kinds) into.kinds.set(key, node);
  for (const [partner, nodes] of other.referred) into.referred.set(partner, [...(into.referred.get(partner) ?? []), ...nodes]);
  into.earliestMs = Math.min(into.earliestMs, other.earliestMs);
  into.latestMs = Math.max(into.latestMs, other.latestMs);
}

function referredBy(node: RecordNode<unknown>): Cluster['referred'] {
  const { partner, kind, transportCallReference } = node.claim;
  return new Map(kind === 'EVENT' || transportCallReference === undefined ? [] : [[partner, [node]]]);
}

/** Returns whether one partner states a call of each cluster, and that they are two calls. */
function statesTwoCalls(left: Cluster, right: Cluster, { windows }: ComparisonRules): boolean {
  const reachMs = windows.mergeHours * 3_600_000;
  for (const [partner, nodes] of left.referred) {
    const others = right.referred.get(partner) ?? [];
    if (nodes.some((node) => others.some((other) => areCallsOfOnePartner([node.claim, node.times], [other.claim, other.times], reachMs))))
      return true;
  }
  return false;
}

function spanOf(node: RecordNode<unknown>): { earliestMs: number; latestMs: number } {
  const at = node.times.map(({ ms }) => ms);
  return { earliestMs: Math.min(...at), latestMs: Math.max(...at) };
}

function nodeOf<R extends CallRecord | EventRecord>(record: R): RecordNode<R> {
  const { claim } = record;
  const ids = 'updatedAt' in record ? [record.portCallID, record.terminalCallID, record.updatedAt, record.isOmitted] : [];
  const bare = { ...claim, at: [], times: [] };
  const key = stringOfClaim(bare);
  return {
    record,
    claim,
    bare,
    key,
    text: `${key} ${JSON.stringify([claim.at, claim.times, ids, record.retrievedAt])}`,
    portCallID: 'updatedAt' in record ? record.portCallID : undefined,
    times: visitTimesOf(claim),
  };
}

function visitOf<R extends CallRecord | EventRecord>(records: readonly [R, ...R[]], rules: ComparisonRules): Visit<R> {
  const terminalOf = ({ claim: { UNLocationCode = '', facility } }: R) =>
    facility === undefined ? undefined : rules.facilities.terminalOf(UNLocationCode, facility);
  const terminals = [...new Set(records.flatMap((record) => terminalOf(record) ?? []))].toSorted();
  const [first, ...others] = terminals.map((terminal): TerminalCall<R> => {
    const own = records.filter((record) => (terminalOf(record) ?? terminal) === terminal);
    return { terminal, records: own };
  });
  const terminalCalls = first === undefined ? ([{ terminal: undefined, records }] as const) : ([first, ...others] as const);
  return { records, terminalCalls, span: spanOfClaims(records.map(({ claim }) => claim)) };
}

/** Equal claims are ordered by the received objects, which are serialized only in this case. */
function compareNodes<R extends CallRecord | EventRecord>(left: RecordNode<R>, right: RecordNode<R>): number {
  if (left.text !== right.text || left.record.wire === right.record.wire) return compareTexts(left.text, right.text);
  return compareTexts(JSON.stringify(left.record.wire) ?? '', JSON.stringify(right.record.wire) ?? '');
}

/** Compares by code units, an order that is the same everywhere. */
function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
