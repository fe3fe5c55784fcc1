import type { CallClaim } from '../claims/call-claim.ts';
import { bestTimeOf, dayNumberOf, dayTextOf, defaultWindows, type Windows } from '../claims/days.ts';
import { normalUNLocationCode } from '../claims/normal-values.ts';
import { claimsOfNotice } from '../claims/notice-claims.ts';
import type { LegRule, NoticeEnd } from '../claims/notice-legs.ts';
import type { CallRecord, EventRecord } from '../claims/records.ts';
import { textAt } from '../claims/wire-values.ts';

/** A place of a notice's transport by its UN/LOCODE. */
export interface TradeLanePlace {
  readonly path: `transport.${TradeLaneName}.UNLocationCode`;
  readonly value: string;
}

/** The places between which a notice's cargo is transported: the outer places first, then the ports. */
export interface TradeLane {
  readonly from: readonly TradeLanePlace[];
  readonly to: readonly TradeLanePlace[];
}

/** The attributes of a notice's transport that a trade lane is made of. */
export type TradeLaneName = 'placeOfReceipt' | 'portOfLoading' | 'placeOfDelivery' | 'portOfDischarge';

/**
 * The left side of a match: all that its record states about the call, made without any request. The claims of a
 * notice are alternatives (it leaves open which leg is meant); those of a call are of several sources.
 */
export interface MatchKey {
  readonly claims: readonly [CallClaim, ...CallClaim[]];
  /** Of a notice: the rule that chose its legs. */
  readonly legRule?: LegRule | undefined;
  /** Of a notice whose routes are compared. */
  readonly tradeLane?: TradeLane | undefined;
}

/** The source of the left record, and the call that is searched. */
export interface MatchKeyOptions {
  /** Who supplied it; its numbers mean nothing without. */
  readonly partner: string;
  /** Which call of a notice is searched; default `DISCHARGE`. */
  readonly end?: NoticeEnd;
}

/** Makes the match key of a notice: parsed JSON, of which anything of a wrong type counts as absent. */
export function matchKeyOfNotice(notice: unknown, { partner, end = 'DISCHARGE' }: MatchKeyOptions): MatchKey {
  const { chosen, claims } = claimsOfNotice(notice, partner, end);
  return { claims: bounded(claims), legRule: chosen.rule };
}

/** Makes the match key by which a notice's routes are compared: as {@link matchKeyOfNotice}, and the trade lane. */
export function routeMatchKeyOfNotice(notice: unknown, { partner }: MatchKeyOptions): MatchKey {
  const placesOf = (...names: readonly TradeLaneName[]) =>
    names.flatMap((name): readonly TradeLanePlace[] => {
      const value = normalUNLocationCode(textAt(notice, 'transport', name, 'UNLocationCode'));
      return value === undefined ? [] : [{ path: `transport.${name}.UNLocationCode`, value }];
    });
  const tradeLane = { from: placesOf('placeOfReceipt', 'portOfLoading'), to: placesOf('placeOfDelivery', 'portOfDischarge') };
  return { ...matchKeyOfNotice(notice, { partner }), tradeLane };
}

/**
 * Makes the match key of a call out of the records merged into it, in the order in which a visit keeps them, so that the
 * same call gives the same match key. Of very many records the first ones are kept.
 */
export function matchKeyOfCall(records: readonly [CallRecord, ...CallRecord[]]): MatchKey {
  const [first, ...others] = records;
  return { claims: bounded([first.claim, ...others.map(({ claim }) => claim)]) };
}

/** Makes the match key of a port call event. */
export function matchKeyOfEvent({ claim }: EventRecord): MatchKey {
  return { claims: bounded([claim]) };
}

/** A span of local days, both included. */
export interface DaySpan {
  readonly firstDay: string;
  readonly lastDay: string;
}

/**
 * Returns the local days in which candidates lie: `near` holds those in any window, `reach` all that are not dropped for being
 * too far away. Undefined for a match key without times.
 */
export function windowOf(matchKey: MatchKey, windows: Windows = defaultWindows): { near: DaySpan; reach: DaySpan } | undefined {
  const times = matchKey.claims.flatMap(
    (claim) => bestTimeOf(claim, 'ARRIVAL') ?? bestTimeOf(claim, 'STAY') ?? bestTimeOf(claim, 'DEPARTURE') ?? [],
  );
  if (times.length === 0) return undefined;
  const days = times.map(({ text }) => dayNumberOf(text));
  // What belongs to a departure or to a stay arrived as many days earlier as a stay may last.
  const earlier = times.some(({ kind }) => kind !== 'ARRIVAL') ? windows.stayDays : 0;
  const spanOf = (reach: number): DaySpan => ({
    firstDay: dayTextOf(Math.min(...days) - reach - earlier),
    lastDay: dayTextOf(Math.max(...days) + reach + windows.stayDays),
  });
  // The other side may be a plan, and the day of an instant is one day off at most.
  return { near: spanOf(Math.max(windows.PLN, windows.EST, windows.ACT) + 1), reach: spanOf(windows.maxDays + 1) };
}

/**
 * The days in which candidates of any of the match keys may lie, some days more around them where days of the other side
 * are counted otherwise. Undefined where a match key has no times, so nothing bounds the days.
 */
export function reachOf(matchKeys: readonly MatchKey[], around: { readonly before: number; readonly after: number }): DaySpan | undefined {
  const spans = matchKeys.map((matchKey) => windowOf(matchKey)?.reach);
  const known = spans.filter((span) => span !== undefined);
  if (known.length === 0 || known.length < spans.length) return undefined;
  return {
    firstDay: dayTextOf(Math.min(...known.map(({ firstDay }) => dayNumberOf(firstDay))) - around.before),
    lastDay: dayTextOf(Math.max(...known.map(({ lastDay }) => dayNumberOf(lastDay))) + around.after),
  };
}

/** More than any transport has. Hostile records may have more, and a match key has to stay short enough to send. */
const maxClaims = 24;
const maxNumbers = 12;
const maxTimes = 12;

function bounded(claims: readonly [CallClaim, ...CallClaim[]]): readonly [CallClaim, ...CallClaim[]] {
  const boundedOne = (claim: CallClaim): CallClaim => ({
    ...claim,
    numbers: claim.numbers.slice(0, maxNumbers),
    times: claim.times.slice(0, maxTimes),
  });
  const [first, ...others] = claims;
  return [boundedOne(first), ...others.slice(0, maxClaims - 1).map(boundedOne)];
}
