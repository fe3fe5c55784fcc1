import type { CallClaim } from './claims/call-claim.ts';
import { spanOfClaims, windows } from './claims/days.ts';
import { foldedName, foldedNumber, undirectedNumber } from './claims/normal-values.ts';
import type { MatchAttribute } from './claims/paths.ts';
import type { CallRecord, EventRecord } from './claims/records.ts';
import { type MatchKey, matchKeyOfCall, withSiblings } from './keys/match-key.ts';
import { decide, type MatchOutcome, type SourceAnswer } from './outcome.ts';
import { attributeBits } from './rules/agreements.ts';
import { type Assessment, assess, compareAssessments } from './rules/assess.ts';
import { isTerminalCallOmitted, isVisitOmitted } from './rules/candidate-rules.ts';
import { compareClaims, compareFacilities } from './rules/comparison.ts';
import type { ComparisonRules } from './rules/comparison-rules.ts';
import type { DecisionRule } from './rules/match-rules.ts';
import { contradictedCallsOf, ownerAmongSiblings, siblingsOf } from './rules/sibling-calls.ts';
import { decideTerminal, terminalResultOf } from './rules/terminal-calls.ts';
import { areFarApart, isArrived } from './rules/time-windows.ts';
import { withOtherArrivalsLast, withPlannedDayFirst, withStatedDayFirst, withVoyageFirst } from './rules/unique-match.ts';
import { areSeparateCalls, claimsOfVisit, isCallBeforeSwap } from './rules/visit-rules.ts';
import type { VisitIndex } from './visits/candidate-index.ts';
import { partsOf, type TerminalCall, type Visit, visitOf } from './visits/visits.ts';

/** What matching needs in addition to the candidates. */
export interface MatchContext {
  readonly rules: ComparisonRules;
  /** The answer of each source that may know the call. */
  readonly sources: readonly SourceAnswer[];
}

/** A candidate visit with its assessment. */
export interface VisitMatch<R> extends Assessment {
  readonly visit: Visit<R>;
  /** Whether the newest event that states it marks the visit as omitted. Schedules do not contain omitted calls. */
  readonly isOmitted: boolean;
}

/** The result of a match. */
export interface VisitMatchSet<R> {
  /** Outcome for the ship's visit to the port. */
  readonly outcome: MatchOutcome;
  /** Outcome for the call at a terminal within the visit. */
  readonly terminalOutcome: MatchOutcome;
  /** The rule that makes the best candidate doubtful. Absent if it is unique, or there is none. */
  readonly doubt?: DecisionRule | undefined;
  /** Present only if `outcome` is `UNIQUE`. */
  readonly unique: VisitMatch<R> | undefined;
  /** Present only if `terminalOutcome` is `UNIQUE`: one of those of the unique visit. */
  readonly terminalCall: TerminalCall<R> | undefined;
  /** All candidates, best first. */
  readonly candidates: readonly VisitMatch<R>[];
}

/** Finds the calls in schedules that a match key refers to. */
export function matchCalls(matchKey: MatchKey, index: VisitIndex<CallRecord>, context: MatchContext): VisitMatchSet<CallRecord> {
  const found = matchVisits(matchKey, index, context);
  if (found.unique === undefined) return found;
  const announced = announcedOf(matchKey, found.unique);
  const siblings = siblingsOf(found.unique, found.candidates);
  if (announced.length === 0 && siblings.length === 0) return found;
  const unique = { ...found.unique, visit: { ...found.unique.visit, announced, siblings } };
  return { ...found, unique, candidates: [unique, ...found.candidates.filter((candidate) => candidate !== found.unique)] };
}

/** Finds the visits in port call events that a match key refers to. */
export function matchVisits<R extends CallRecord | EventRecord>(
  matchKey: MatchKey,
  index: VisitIndex<R>,
  { rules: given, sources }: MatchContext,
): VisitMatchSet<R> {
  const span = spanOfClaims(matchKey.claims);
  const isReferred = matchKey.claims.some(({ transportCallReference }) => transportCallReference !== undefined);
  // Most of the found entries are distant visits of the same ship; only an equal reference would keep one.
  const near = index.find(matchKey).filter((visit) => isReferred || !areFarApart(span, visit.span));
  const rules = withDirections(matchKey, near, { ...given, ownerOfService: index.ownerOfService });
  const separate = near.flatMap((visit) => matchOf(matchKey, visit, rules) ?? []).toSorted(compareAssessments);
  const assessed = withLateCalls(matchKey, separate, rules);
  // COMPLETE_ANSWERS: sources can be requested for a call only by its port, and for a ship or voyage only by a leg.
  const isRequestable = matchKey.legRule !== 'NO_LEG' && matchKey.claims.some(({ UNLocationCode }) => UNLocationCode !== undefined);
  const answers: typeof sources = isRequestable ? sources : [...sources, 'NOT_QUERIED'];
  const decided = (visits: readonly VisitMatch<R>[]) => {
    const complete = withOtherArrivalsLast(withVoyagesBeforeSwap(matchKey, visits, rules));
    const candidates = withPlannedDayFirst(withStatedDayFirst(withVoyageFirst(complete)));
    return { candidates, ...decide(withoutCallsBeforeSwap(candidates, rules), answers) };
  };
  const { candidates, outcome, unique, doubt } = decidedByTimed(assessed, decided);
  if (unique === undefined)
    return { outcome, terminalOutcome: outcome, terminalCall: undefined, unique, candidates: withTooLittleEvidence(candidates), doubt };
  const results = unique.visit.terminalCalls.map(({ records }) => {
    const claims = records.map(({ claim }) => claim);
    return { ...terminalResultOf(matchKey, claims), isOmitted: isTerminalCallOmitted(records) };
  });
  const terminal = decideTerminal(results);
  const terminalCall = terminal.place === undefined ? undefined : unique.visit.terminalCalls[terminal.place];
  return { outcome, terminalOutcome: terminal.outcome, terminalCall, unique, candidates };
}

/**
 * TOO_LITTLE_EVIDENCE: marks the only uncontradicted candidate if nothing but the lack of evidence prevents that it is
 * unique: one possible match is not several.
 */
function withTooLittleEvidence<R>(candidates: readonly VisitMatch<R>[]): readonly VisitMatch<R>[] {
  const [only, ...others] = candidates.filter(({ isContradicted }) => !isContradicted);
  if (only === undefined || others.length > 0 || only.isOmitted || only.missing.length === 0) return candidates;
  const marked: VisitMatch<R> = { ...only, reasons: [...only.reasons, 'TOO_LITTLE_EVIDENCE'] };
  return candidates.map((candidate) => (candidate === only ? marked : candidate));
}

/** Returns the attributes of which one more would make the only candidate of a match set unique. */
export function missingOf({ candidates }: Pick<VisitMatchSet<unknown>, 'candidates'>): readonly MatchAttribute[] {
  return candidates.find(({ reasons }) => reasons.includes('TOO_LITTLE_EVIDENCE'))?.missing ?? [];
}

/**
 * UNTIMED_CALL: decides without the visits of which no time is stated or can be read. They count only if the others give no
 * unique match, so that a source that writes its times in its own way never makes the result worse than no source.
 */
function decidedByTimed<R, Decision extends { readonly unique: unknown; readonly candidates: readonly VisitMatch<R>[] }>(
  assessed: readonly VisitMatch<R>[],
  decided: (visits: readonly VisitMatch<R>[]) => Decision,
): Decision {
  const timed = assessed.filter(({ visit: { span } }) => span !== undefined);
  const decision = decided(timed);
  if (timed.length === assessed.length) return decision;
  if (decision.unique === undefined) return decided(assessed);
  return { ...decision, candidates: [...decision.candidates, ...assessed.filter(({ visit: { span } }) => span === undefined)] };
}

/**
 * VOYAGE_DIRECTION: a voyage number without its direction may be that of a call with it, unless the ship calls at the port
 * on two voyages whose numbers differ by the direction only.
 */
function withDirections(matchKey: MatchKey, visits: readonly Visit<CallRecord | EventRecord>[], rules: ComparisonRules): ComparisonRules {
  const ships = new Set(matchKey.claims.map(({ vesselIMONumber }) => vesselIMONumber));
  const numbers = new Set<string>();
  const add = ({ numbers: stated }: CallClaim) => {
    for (const { carrierImportVoyageNumber: number } of stated) if (number !== undefined) numbers.add(number);
  };
  matchKey.claims.forEach(add);
  for (const { records } of visits) for (const { claim } of records) if (ships.has(claim.vesselIMONumber)) add(claim);
  if (![...numbers].some((number) => /\d$/.test(number))) return rules;
  const directed = new Set([...numbers].map(foldedNumber).filter((number) => undirectedNumber(number) !== number));
  const isClear = new Set([...directed].map(undirectedNumber)).size === directed.size;
  return isClear ? { ...rules, ignoresDirection: true } : rules;
}

/**
 * VOYAGE_BEFORE_SWAP: assesses a candidate of the stated ship also by the voyages in schedules from before the ship was
 * replaced, because the partner whose number is stated may have only such schedules.
 */
function withVoyagesBeforeSwap<R extends CallRecord | EventRecord>(
  matchKey: MatchKey,
  candidates: readonly VisitMatch<R>[],
  rules: ComparisonRules,
): readonly VisitMatch<R>[] {
  const older = candidates.filter(({ basis, isContradictedByShip }) => basis === 'VOYAGE' && isContradictedByShip);
  if (older.length === 0) return candidates;
  const complete = candidates.map((candidate) => {
    const isPortStated = candidate.visit.records.some(({ claim }) => claim.UNLocationCode !== undefined);
    if (candidate.isContradicted || !candidate.isSameShip || !isPortStated) return candidate;
    const before = older.find(({ visit }) => isBeforeSwap(visit, candidate.visit, rules));
    if (before === undefined) return candidate;
    const otherClaims = before.visit.records.map(({ claim }) => voyagesOf(claim));
    const assessment = assess(matchKey, [...claimsOfVisit(candidate.visit.records), ...otherClaims], rules);
    return assessment === undefined ? candidate : { ...candidate, ...assessment, visit: { ...candidate.visit, otherClaims } };
  });
  return complete.toSorted(compareAssessments);
}

/**
 * LATE_CALL: makes one candidate of two on the voyage if some partners state only the plan of a call, others only that the
 * ship arrives at most a week later, and none states both: the schedules of each partner list all calls of a voyage.
 */
function withLateCalls<R extends CallRecord | EventRecord>(
  matchKey: MatchKey,
  candidates: readonly VisitMatch<R>[],
  rules: ComparisonRules,
): readonly VisitMatch<R>[] {
  const onVoyage = candidates.filter(({ basis, isContradicted }) => basis === 'VOYAGE' && !isContradicted);
  const pairs = onVoyage.flatMap((planned) => onVoyage.flatMap((late) => (isLateCall(planned, late, rules) ? [{ planned, late }] : [])));
  const [pair, ...others] = pairs;
  if (pair === undefined || others.length > 0) return candidates;
  const { planned, late } = pair;
  const joined = matchOf(matchKey, visitOf([...planned.visit.records, ...late.visit.records], rules), rules);
  if (joined === undefined) return candidates;
  return [joined, ...candidates.filter((candidate) => candidate !== planned && candidate !== late)].toSorted(compareAssessments);
}

function isLateCall<R extends CallRecord | EventRecord>(planned: VisitMatch<R>, late: VisitMatch<R>, rules: ComparisonRules): boolean {
  if (planned.planned === undefined || late.planned !== undefined || !planned.isSameShip || !late.isSameShip) return false;
  const days = (late.dayDistance ?? Number.NaN) - (planned.dayDistance ?? Number.NaN);
  if (!planned.isPlanOnly || !(days > 0 && days <= windows.PLN)) return false;
  return planned.visit.records.every(({ claim }) =>
    late.visit.records.every(({ claim: other }) => {
      const comparison = compareClaims([claim, other], rules);
      const isElsewhere = (comparison.differing & attributeBits.FACILITY) !== 0;
      return claim.partner !== other.partner && !isElsewhere && !areSeparateCalls(comparison);
    }),
  );
}

/** Returns what a schedule states about the voyages of a call, without its ship, terminal, references and times. */
function voyagesOf({ kind, at, partner, sides, UNLocationCode, numbers, ...claim }: CallClaim): CallClaim {
  const { universalServiceReference, universalImportVoyageReference, universalExportVoyageReference } = claim;
  const universal = { universalServiceReference, universalImportVoyageReference, universalExportVoyageReference };
  return { kind, at, partner, sides, isDummyVessel: false, UNLocationCode, ...universal, numbers, times: [] };
}

function isBeforeSwap<R extends CallRecord | EventRecord>(older: Visit<R>, newer: Visit<R>, rules: ComparisonRules): boolean {
  return older.records.some(({ claim }) =>
    newer.records.some(({ claim: other }) => isCallBeforeSwap([other, claim], () => compareClaims([other, claim], rules))),
  );
}

/**
 * Removes candidates that are shown but do not compete with the best one: records of the same call from before its ship
 * was replaced.
 */
function withoutCallsBeforeSwap<R extends CallRecord | EventRecord>(
  candidates: readonly VisitMatch<R>[],
  rules: ComparisonRules,
): readonly VisitMatch<R>[] {
  const [best] = candidates;
  if (best === undefined || best.isContradicted || !best.isSameShip) return candidates;
  return candidates.filter(
    ({ basis, isContradictedByShip, visit }) => !(basis === 'VOYAGE' && isContradictedByShip && isBeforeSwap(visit, best.visit, rules)),
  );
}

function matchOf<R extends CallRecord | EventRecord>(
  matchKey: MatchKey,
  merged: Visit<R>,
  rules: ComparisonRules,
): VisitMatch<R> | undefined {
  const visit = ownPartOf(matchKey, merged, rules);
  const claims = claimsOfVisit(visit.records);
  const assessed = assess(matchKey, claims, rules);
  const owner = assessed && ownerAmongSiblings(assessed, claims, matchKey, rules);
  if (assessed === undefined || owner === 'OTHER') return undefined;
  const assessment: Assessment = owner === 'EITHER' ? { ...assessed, obstacle: assessed.obstacle ?? 'DAY_OF_EVENT' } : assessed;
  const isOmitted = isVisitOmitted(visit.records);
  return { ...assessment, reasons: isOmitted ? [...assessment.reasons, 'OMITTED'] : assessment.reasons, visit, isOmitted };
}

/**
 * SIBLING_CALL: returns the visit without the parts that only their times link to it and that belong to another call of
 * the ship, or that the day by itself excludes (DAY_OF_EVENT) beside one that it does not; the visit itself if there are none.
 */
function ownPartOf<R extends CallRecord | EventRecord>(matchKey: MatchKey, visit: Visit<R>, rules: ComparisonRules): Visit<R> {
  if (visit.records.length === 1 || visit.records[0].claim.kind !== 'EVENT') return visit;
  const linked = claimedPartsOf(visit, rules);
  if (linked.length === 1) return visit;
  const parts = linked.map(({ records, claims }) => {
    const assessed = assess(matchKey, claims, rules);
    const owner = assessed && ownerAmongSiblings(assessed, claims, matchKey, rules);
    return { records, owner, obstacle: assessed?.obstacle };
  });
  const isSure = parts.some(({ owner, obstacle }) => owner === 'OWN' && obstacle === undefined);
  const others = parts.filter(({ owner, obstacle }) => owner === 'OTHER' || (isSure && obstacle === 'DAY_OF_EVENT'));
  if (others.length === 0 || others.length === parts.length) return visit;
  const rest = parts.filter((part) => !others.includes(part));
  const kept = (['OWN', 'EITHER'] as const).find((each) => rest.some(({ owner }) => owner === each));
  const [first, ...more] = rest.flatMap(({ records, owner }) => (owner === kept ? records : []));
  return first === undefined ? visit : visitOf([first, ...more], rules);
}

/** The parts of the visits of an index, each of which is compared with many match keys, for as long as the visits live. */
const knownParts = new WeakMap<Visit<unknown>, readonly ClaimedPart<never>[]>();

interface ClaimedPart<R> {
  readonly records: readonly R[];
  readonly claims: readonly CallClaim[];
}

function claimedPartsOf<R extends CallRecord | EventRecord>(visit: Visit<R>, rules: ComparisonRules): readonly ClaimedPart<R>[] {
  const known = knownParts.get(visit) ?? partsOf(visit, rules).map((records) => ({ records, claims: claimsOfVisit(records) }));
  knownParts.set(visit, known as readonly ClaimedPart<never>[]);
  return known;
}

/**
 * SHIP_OF_NOTICE: returns what a notice states about its unique call that the call's events are found by.
 *
 * The terminal, if it is one of several of the call (TERMINAL_CALL). The day, if it is after the one that schedules expect:
 * they do not tell when they were stated, and the notice may know of a delay; or if only an earlier one agrees (EARLIER_DAYS):
 * the port may follow the notice before the schedules do. The service, if schedules do not state it. And the ship, if schedules
 * name none, or one without its IMO number and the notice states one with that name: port call events often have nothing else
 * in common with the call.
 */
export function announcedOf({ claims }: MatchKey, unique: VisitMatch<CallRecord>): readonly CallClaim[] {
  const bareOf = ({ kind, at, partner, sides, UNLocationCode }: CallClaim): CallClaim => {
    return { kind, at, partner, sides, isDummyVessel: false, UNLocationCode, numbers: [], times: [] };
  };
  const [first] = claims;
  if (first.kind !== 'NOTICE') return [];
  const { records, terminalCalls } = unique.visit;
  const isOfCall = ({ facility: one }: CallClaim) =>
    one !== undefined && records.some(({ claim: { facility } }) => facility && compareFacilities(one, facility) === 'MATCH');
  const terminal = terminalCalls.length > 1 ? claims.filter(isOfCall).slice(0, 1) : [];
  const stated = terminal.map((claim): CallClaim => ({ ...bareOf(claim), facility: claim.facility }));
  const isExpectedBefore = unique.isInWindow === true && (unique.dayDistance ?? 0) < 0 && !records.some(({ claim }) => isArrived(claim));
  if (isExpectedBefore) stated.push({ ...bareOf(first), times: first.times });
  else if (unique.earlierDaysApart !== undefined) stated.push({ ...bareOf(first), earlierTimes: first.times });
  const ofService = claims.find(({ universalServiceReference }) => universalServiceReference !== undefined);
  if (ofService !== undefined && records.every(({ claim }) => claim.universalServiceReference === undefined))
    stated.push({ ...bareOf(ofService), universalServiceReference: ofService.universalServiceReference, vesselName: ofService.vesselName });
  const ships = records.flatMap(({ claim }) => (claim.isDummyVessel ? [] : [claim]));
  if (ships.some(({ vesselIMONumber }) => vesselIMONumber !== undefined)) return stated;
  const names = new Set(ships.flatMap(({ vesselName }) => (vesselName === undefined ? [] : [foldedName(vesselName)])));
  const isShipOfCall = (name: string | undefined) => names.size === 0 || (name !== undefined && names.has(foldedName(name)));
  const notice = claims.find(({ vesselIMONumber, vesselName }) => vesselIMONumber !== undefined && isShipOfCall(vesselName));
  if (notice === undefined) return stated;
  const { vesselIMONumber, vesselName } = notice;
  return [...stated, { ...bareOf(notice), vesselIMONumber, vesselName }];
}

/**
 * Creates the match key by which events of a call are found: also by what its notice states, and without those of other
 * calls of the ship.
 */
export function eventMatchKeyOfCall({ records, otherClaims = [], announced = [], siblings }: Visit<CallRecord>): MatchKey {
  return matchKeyOfCall(records, [...otherClaims, ...announced], siblings);
}

/** Creates the match key by which the events of a notice are found: that of its unique call, otherwise its own. */
export function eventMatchKeyOf({ matchKey, found }: { matchKey: MatchKey; found: VisitMatchSet<CallRecord> }): MatchKey {
  if (found.unique !== undefined) return eventMatchKeyOfCall(found.unique.visit);
  return matchKey.claims[0].kind === 'NOTICE' ? withSiblings(matchKey, contradictedCallsOf(found.candidates)) : matchKey;
}
