import type { SourceStatus } from '../upstream/sources.ts';
import { isTerminalCallOmitted } from './claims/omissions.ts';
import type { CallRecord, EventRecord } from './claims/records.ts';
import type { MatchKey } from './keys/match-key.ts';
import type { Assessment } from './rules/assess.ts';
import type { ComparisonResult } from './rules/carriers.ts';
import type { MatchRules } from './rules/comparison.ts';
import { matchConfidences } from './rules/match-rules.ts';
import type { TerminalCall } from './visits/visits.ts';

/** What a set of candidates comes to. `NONE` says that who could know answered; `UNKNOWN` that somebody did not. */
export type MatchOutcome = 'UNIQUE' | 'AMBIGUOUS' | 'CONFLICTING' | 'NONE' | 'UNKNOWN';

/**
 * How a source that could know went: it answered, it could not be asked (not connected, or it refuses the question),
 * it failed, it may have kept something back, or the budget of requests was spent before it was asked.
 */
export type SourceAnswer = 'ANSWERED' | 'NOT_ASKED' | 'FAILED' | 'WITHHELD' | 'OUT_OF_BUDGET';

/** What the status of a source report means for an outcome. */
export function answerOfStatus(status: SourceStatus): SourceAnswer {
  switch (status) {
    case 'OK':
    case 'STORED':
    case 'EMPTY':
    case 'IGNORED_FILTER':
      return 'ANSWERED';
    case 'NOT_CONNECTED':
    case 'REFUSED_FILTER':
      return 'NOT_ASKED';
    case 'FAILED':
    case 'TIMED_OUT':
    case 'RATE_LIMITED':
    case 'PARTNER_BUSY':
    case 'PENDING':
      return 'FAILED';
    case 'DENIED':
    case 'TRUNCATED':
      return 'WITHHELD';
    case 'BUDGET_EXHAUSTED':
      return 'OUT_OF_BUDGET';
  }
}

/** A candidate as far as the decision needs it. */
export interface Decidable extends Assessment {
  /** The newest claim says that the visit is skipped. */
  readonly isOmitted: boolean;
}

/**
 * Decides whether one of the candidates may be offered as the match. They come best first; the first one is offered
 * only if nothing it says or another candidate says makes it doubtful.
 */
export function decide<C extends Decidable>(
  candidates: readonly C[],
  sources: readonly SourceAnswer[],
): { readonly outcome: MatchOutcome; readonly unique: C | undefined } {
  const [best, ...others] = candidates;
  if (best === undefined) return { outcome: outcomeOfNothing(sources), unique: undefined };
  if (isUnique(best, others, sources)) return { outcome: 'UNIQUE', unique: best };
  if (sources.includes('OUT_OF_BUDGET')) return { outcome: 'UNKNOWN', unique: undefined };
  const isConflict = candidates.every(({ isContradicted }) => isContradicted);
  return { outcome: isConflict ? 'CONFLICTING' : 'AMBIGUOUS', unique: undefined };
}

/** Says what no candidate at all means. */
export function outcomeOfNothing(sources: readonly SourceAnswer[]): 'NONE' | 'UNKNOWN' {
  return sources.every((answer) => answer === 'ANSWERED') ? 'NONE' : 'UNKNOWN';
}

function isUnique(best: Decidable, others: readonly Decidable[], sources: readonly SourceAnswer[]): boolean {
  if (best.isOmitted || best.isContradicted || !best.canBeUnique) return false;
  if (isOld(best) && !isAloneInVoyage(best, others, sources)) return false;
  const rank = matchConfidences.indexOf(best.confidence);
  return others.every((other) => {
    if (isNamedBetter(other, best)) return false;
    const otherRank = matchConfidences.indexOf(other.confidence);
    if (!other.isContradicted && otherRank === rank && !outweighs(best, other)) return false;
    if (other.isContradicted && otherRank < rank) return false;
    const mayBeShip = other.isSameShip || other.reasons.includes('SHIP_UNASSIGNED') || isOtherShipOnVoyage(other);
    return !(mayBeShip && other.isInWindow === true && isMeantByDay(other, best));
  });
}

/** Whether one of the sides has to be old if this is the call: it lies outside the window, or is expected days too early. */
function isOld({ isInWindow, isExpectedEarly }: Decidable): boolean {
  return isInWindow === false || isExpectedEarly;
}

/**
 * Whether a call outside the window may be the one by its voyage alone, because one side is older than the other: no other
 * call has the voyage, and who did not answer cannot know of one that lies inside.
 */
function isAloneInVoyage(best: Decidable, others: readonly Decidable[], sources: readonly SourceAnswer[]): boolean {
  const isAlone = best.terminal !== 'OTHER' && others.every(({ basis }) => basis === 'PERIOD');
  return isAlone && sources.every((answer) => answer === 'ANSWERED');
}

/**
 * Whether the universal voyage is another candidate's, and the best one has a carrier's number only, which may stand for
 * several calls: it names one voyage of one service, whatever ship sails it.
 */
function isNamedBetter(other: Decidable, best: Decidable): boolean {
  if (!other.isOnUniversalVoyage || best.isOnUniversalVoyage || best.basis !== 'VOYAGE') return false;
  return !(best.isSameShip && other.isSameShip && isSameDay(best, other));
}

/** Whether nothing but the ship tells this voyage from the one that is stated: ships are swapped, and notices name the old one. */
function isOtherShipOnVoyage({ basis, isContradictedByShip }: Decidable): boolean {
  return basis === 'VOYAGE' && isContradictedByShip;
}

/** Whether the day of the match key points at another call of the ship, so that it may be the voyage that is wrong. */
function isMeantByDay(other: Decidable, best: Decidable): boolean {
  if (isOld(best)) return true;
  if (other.isContradictedByVoyage && isBetween(best, other)) return true;
  if (!isNearer(other, best)) return false;
  const isClearlyNearer = awayFrom(best) - awayFrom(other) >= clearlyNearerDays;
  const isEarly = best.dayDistance !== undefined && best.dayDistance <= -clearlyNearerDays;
  // A number left over from the call before, or one that stands for two calls. A ship is hardly ever days early.
  if (other.isContradictedByVoyage && (isClearlyNearer || isEarly)) return true;
  // The same number, of a call that is known less well or of another ship; or one whose number nobody states.
  if ((!other.isContradicted || isOtherShipOnVoyage(other)) && isClearlyNearer) return true;
  // Whoever mixed up the sides of a call that lies nearer meant that call, not the later one that has the number.
  if (other.mayMixSides) return true;
  return !other.isContradicted && best.terminal === 'OTHER' && other.terminal !== 'OTHER';
}

/** Whether the day lies between two calls of one week, and as near to the later one: the number of the earlier one may be left over. */
function isBetween({ dayDistance: earlier }: Decidable, { dayDistance: later }: Decidable): boolean {
  if (earlier === undefined || later === undefined || earlier > -daysOfWeek / 2 + 1) return false;
  return later > 0 && later <= -earlier && later - earlier < daysOfWeek;
}

/** Estimates of one call differ by a day; calls of one ship at one port lie three days apart at least. */
const sameCallDays = 1;
const clearlyNearerDays = 2;
const daysOfWeek = 7;

/**
 * Whether a candidate of the same class does not make the best one doubtful. It has the ship and the period only where the
 * best one has the voyage; or it is at another terminal than the one that the match key states and the best one has; or the
 * day is that of the best one, and only its number stands for both. One that is nearer in time still does, unless a ship
 * cannot have called twice in so short a time, so that both are one call told in two ways.
 */
function outweighs(best: Decidable, other: Decidable): boolean {
  if (best.isSameShip && other.isSameShip && isSameDay(best, other)) return true;
  if (isNearer(other, best)) return false;
  if (other.basis === 'PERIOD' && best.basis !== 'PERIOD') return true;
  if (other.terminal === 'OTHER' && best.terminal === 'SAME') return true;
  // Only arrivals tell so much: a ship may stay for days.
  const [days, otherDays] = [Math.abs(best.dayDistance ?? Number.NaN), Math.abs(other.dayDistance ?? Number.NaN)];
  return days <= sameCallDays && otherDays - days >= clearlyNearerDays;
}

function isSameDay({ dayDistance: one }: Decidable, { dayDistance: other }: Decidable): boolean {
  return one !== undefined && other !== undefined && Math.abs(one - other) <= sameCallDays;
}

function isNearer(other: Assessment, best: Assessment): boolean {
  return awayFrom(other) < awayFrom(best);
}

/** Days; not a number where nothing is known, which is neither near nor far. */
function awayFrom({ dayDistance, daysApart }: Assessment): number {
  return Math.abs(dayDistance ?? daysApart ?? Number.NaN);
}

/** What the claims at one terminal of the visit say about the terminal of the match key. */
export interface TerminalResult {
  readonly facility: ComparisonResult | undefined;
  /** They carry the call reference of the match key, which is issued per terminal call where a visit has several. */
  readonly isReferred: boolean;
  readonly isOmitted: boolean;
}

/** Compares the terminal of a match key with the one that these records name. */
export function terminalResultOf(
  { claims }: MatchKey,
  { records }: TerminalCall<CallRecord | EventRecord>,
  rules: MatchRules,
): TerminalResult {
  const pairs = claims.flatMap((left) => records.map(({ claim }) => [left, claim] as const));
  const results = pairs.flatMap(([left, right]) =>
    left.facility === undefined || right.facility === undefined
      ? []
      : [rules.facilities.compare(right.UNLocationCode ?? '', left.facility, right.facility)],
  );
  const isReferred = pairs.some(
    ([left, right]) => left.transportCallReference !== undefined && left.transportCallReference === right.transportCallReference,
  );
  return {
    facility: (['MATCH', 'DIFFERS', 'NOT_COMPARABLE'] as const).find((result) => results.includes(result)),
    isReferred,
    isOmitted: isTerminalCallOmitted(records),
  };
}

/**
 * Decides which terminal call of a visit is meant.
 *
 * @returns the outcome, and the place of the terminal call in the findings when there is one answer
 */
export function decideTerminal(findings: readonly TerminalResult[]): {
  readonly outcome: MatchOutcome;
  readonly place: number | undefined;
} {
  const places = (isMeant: (finding: TerminalResult) => boolean) => findings.flatMap((finding, place) => (isMeant(finding) ? [place] : []));
  const possible = places(({ facility }) => facility !== 'DIFFERS');
  if (possible.length === 0) return { outcome: 'CONFLICTING', place: undefined };
  const named = places(({ facility }) => facility === 'MATCH');
  const referred = places(({ isReferred, facility }) => isReferred && facility !== 'DIFFERS');
  const [only, ...others] = [named, referred].find((found) => found.length > 0) ?? possible;
  const isOne = only !== undefined && others.length === 0 && findings[only]?.isOmitted === false;
  return isOne ? { outcome: 'UNIQUE', place: only } : { outcome: 'AMBIGUOUS', place: undefined };
}
