import { textAt } from '@landfall/dcsa/wire-values.ts';
import type { CallClaim } from '../claims/call-claim.ts';
import { bestTimeOf, dayNumberOf, dayTextOf, localDayOf, windows } from '../claims/days.ts';
import { normalUNLocationCode } from '../claims/normal-values.ts';
import { claimsOfNotice, type LegOptions, type LegRule } from '../claims/notice-claims.ts';
import type { CallRecord, EventRecord } from '../claims/records.ts';

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

/** The attributes of a notice's transport that determine a trade lane. */
export type TradeLaneName = 'placeOfReceipt' | 'portOfLoading' | 'placeOfDelivery' | 'portOfDischarge';

/**
 * The left side of a match: everything that its record states about the call, without any request. The claims of a
 * notice are alternatives, because it does not determine which leg is meant; those of a call come from several sources.
 */
export interface MatchKey {
  readonly claims: readonly [CallClaim, ...CallClaim[]];
  /** For a notice: the rule that chose its legs. */
  readonly legRule?: LegRule | undefined;
  /** For a notice whose routes are compared: its trade lane. */
  readonly tradeLane?: TradeLane | undefined;
  /** For a call or a notice whose events are searched: what is stated about each other call of the ship around it (SIBLING_CALL). */
  readonly siblings?: readonly (readonly [CallClaim, ...CallClaim[]])[] | undefined;
}

/** The source of the left record, and the call to search for. */
export interface MatchKeyOptions extends LegOptions {
  /** The partner that supplied the record, without which its numbers have no meaning. */
  readonly partner: string;
}

/** Creates the match key of a notice. @param notice parsed JSON, in which values of a wrong type count as absent */
export function matchKeyOfNotice(notice: unknown, { partner, ...options }: MatchKeyOptions): MatchKey {
  const { chosen, claims } = claimsOfNotice(notice, partner, options);
  return { claims: bounded(claims), legRule: chosen.rule };
}

/**
 * Creates the match key by which a notice's routes are compared: that of {@link matchKeyOfNotice}, with the trade lane.
 */
export function routeMatchKeyOfNotice(notice: unknown, { partner, portOf }: MatchKeyOptions): MatchKey {
  const placesOf = (...names: readonly TradeLaneName[]) =>
    names.flatMap((name): readonly TradeLanePlace[] => {
      const value = normalUNLocationCode(textAt(notice, 'transport', name, 'UNLocationCode'));
      return value === undefined ? [] : [{ path: `transport.${name}.UNLocationCode`, value }];
    });
  const tradeLane = { from: placesOf('placeOfReceipt', 'portOfLoading'), to: placesOf('placeOfDelivery', 'portOfDischarge') };
  return { ...matchKeyOfNotice(notice, { partner, portOf }), tradeLane };
}

/**
 * Creates the match key of a call from its merged records, in the order in which a visit keeps them, so that the same
 * call has the same match key. If there are very many records, only the first ones are used.
 *
 * @param otherClaims what is known about the call besides its records
 * @param siblings the claims of each other call of the ship around it
 */
export function matchKeyOfCall(
  [first, ...others]: readonly [CallRecord, ...CallRecord[]],
  otherClaims: readonly CallClaim[] = [],
  siblings: MatchKey['siblings'] = [],
): MatchKey {
  return withSiblings({ claims: bounded([first.claim, ...others.map(({ claim }) => claim), ...otherClaims]) }, siblings);
}

/** Returns a match key with the claims of each other call of the ship around the stated one. */
export function withSiblings(matchKey: MatchKey, siblings: NonNullable<MatchKey['siblings']>): MatchKey {
  return siblings.length === 0 ? matchKey : { ...matchKey, siblings: siblings.slice(0, maxSiblings).map((each) => bounded(each)) };
}

/** Creates the match key of a port call event. */
export function matchKeyOfEvent({ claim }: EventRecord): MatchKey {
  return { claims: bounded([claim]) };
}

/** A span of local days, both included. */
export interface DaySpan {
  readonly firstDay: string;
  readonly lastDay: string;
}

/**
 * Returns the local days in which candidates may be: `near` contains those within any window, `reach` all that are not
 * discarded for being too far away; and the last day that the match key states. Undefined for a match key without times.
 */
export function windowOf(matchKey: MatchKey): { near: DaySpan; reach: DaySpan; lastStatedDay: string } | undefined {
  const times = matchKey.claims.flatMap((claim) => {
    const time = bestTimeOf(claim, 'ARRIVAL') ?? bestTimeOf(claim, 'STAY') ?? bestTimeOf(claim, 'DEPARTURE');
    return time === undefined ? [] : [{ kind: time.kind, day: localDayOf(time, claim).day }];
  });
  if (times.length === 0) return undefined;
  const current = times.map(({ day }) => day);
  // EARLIER_DAYS: the other side may still be there, unless the day was a mistake.
  const [first, last] = [Math.min(...current) - windows.movedDays, Math.max(...current) + windows.movedDays];
  const before = matchKey.claims.flatMap((claim) => (claim.earlierTimes ?? []).map((time) => localDayOf(time, claim).day));
  const days = [...current, ...before.filter((day) => day >= first && day <= last)];
  // The arrival that belongs to a departure or a stay is earlier by up to the maximum length of a stay.
  const earlier = times.some(({ kind }) => kind !== 'ARRIVAL') ? windows.stayDays : 0;
  const spanOf = (reach: number): DaySpan => ({
    firstDay: dayTextOf(Math.min(...days) - reach - earlier),
    lastDay: dayTextOf(Math.max(...days) + reach + windows.stayDays),
  });
  // The other side may be a plan, and a day without a zone is off by at most one.
  return {
    near: spanOf(Math.max(windows.PLN, windows.EST, windows.ACT) + 1),
    reach: spanOf(windows.maxDays + 1),
    lastStatedDay: dayTextOf(Math.max(...current)),
  };
}

/**
 * Returns the days in which candidates of any of the match keys may be, extended by the days `around` if the other side
 * counts days differently. Undefined if a match key has no times, so that the days are not limited.
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

/** More than any transport has. Malicious records may have more, and a match key has to stay short enough to send. */
const maxClaims = 24;
const maxSiblings = 4;
const maxNumbers = 12;
const maxTimes = 12;

function bounded(claims: readonly [CallClaim, ...CallClaim[]]): readonly [CallClaim, ...CallClaim[]] {
  const boundedOne = (claim: CallClaim): CallClaim => ({
    ...claim,
    numbers: claim.numbers.slice(0, maxNumbers),
    times: claim.times.slice(0, maxTimes),
    ...(claim.earlierTimes === undefined ? {} : { earlierTimes: claim.earlierTimes.slice(0, maxTimes) }),
  });
  const [first, ...others] = claims;
  return [boundedOne(first), ...others.slice(0, maxClaims - 1).map(boundedOne)];
}
