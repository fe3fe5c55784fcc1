import { listAt, textAt, valueAt } from '@landfall/dcsa/wire-values.ts';
import { normalCarrier } from '@landfall/matching/claims/normal-values.ts';
import type { CallRecord } from '@landfall/matching/claims/records.ts';
import type { MatchKey } from '@landfall/matching/keys/match-key.ts';
import type { ComparisonRules, NumbersOwner } from '@landfall/matching/rules/comparison-rules.ts';
import { isLateWithoutPlan, isOld } from '@landfall/matching/rules/unique-match.ts';
import { type CallMatching, type MatchedCall, type MatchPage, openMatchPage } from './match-page.ts';
import { lookupsNear, type PartnersFor, translationLookupsOf } from './match-requests.ts';

/**
 * Maximum number of partners of a service that are requested, one after the other, about a call whose candidates are in
 * doubt.
 */
const maxServicePartners = 2;

/**
 * Finds the calls of a page of match keys in steps, each of which sends requests only about what the previous steps
 * left open: vessel schedules of the carrier that issued the notice, which knows its own voyage numbers; its port
 * schedules, if it did not list its vessels or not this one; vessel schedules of the carriers that share its services
 * at the port, or of all other partners if it does not name those carriers; port schedules of those that know the ship,
 * which translate one carrier's numbers into another's; and, for calls that were found
 * without a ship, port schedules of the issuer. While the ship is in doubt, all others of the service are requested, and
 * vessel schedules of two of them about a call that is planned days before the stated day.
 */
export async function matchCallPage(matchKeys: readonly MatchKey[], matching: CallMatching) {
  const { producers, rules } = matching;
  const page = openMatchPage(matchKeys, matching);
  const issuers = new Map(matchKeys.map((matchKey) => [matchKey, issuersAmong(producers, matchKey, rules)]));
  const issuersOf: PartnersFor = (matchKey) => issuers.get(matchKey) ?? [];
  const othersOf: PartnersFor = (matchKey) => producers.filter((partner) => !issuersOf(matchKey).includes(partner));
  /**
   * Returns the partners that the issuers name in port schedules of the port; undefined if they name no ships at the
   * port at all.
   */
  const neighboursOf = (matchKey: MatchKey) => {
    const portSchedules = page.recordsFor(matchKey).filter(({ claim: { kind } }) => kind === 'PORT_SCHEDULE');
    if (!isOfNotice(matchKey) || portSchedules.length === 0) return undefined;
    return othersOf(matchKey).filter((partner) => isOneOf(ownersOf(portSchedules), partner, rules));
  };
  /**
   * Returns the partners whose port schedules may know more about the candidates than those of the issuers: operators,
   * then partners of the service by name.
   */
  const servicePartnersOf = (matchKey: MatchKey, among = openOf(matchKey)) => {
    const records = page.callOf(matchKey).found.candidates.flatMap(({ visit }) => visit.records);
    const ofService = ownersOf(recordsOfServices(page.recordsFor(matchKey), records));
    return [operatorsOf(records), ofService].flatMap((owners) => among.filter((partner) => isOneOf(owners, partner, rules)));
  };
  const openOf: PartnersFor = (matchKey) => othersOf(matchKey).filter((partner) => !page.isRequested(matchKey, partner));
  const openBy = (isOpen: (call: MatchedCall) => boolean) => page.calls().flatMap((call) => (isOpen(call) ? [call.matchKey] : []));

  await page.requestCalls(matchKeys, issuersOf);
  // A carrier that has stated its vessels has stated its numbers, unless it did not name the ship.
  const untranslated = openBy((call) => {
    if (!isOfNotice(call.matchKey)) return false;
    const { unique } = call.found;
    // Vessel schedules leave out omitted calls, so the number may be that of the previous call, or of the next one, whose
    // plan tells that it is not late.
    if (unique !== undefined) {
      // An answer that ends before the stated day may lack the call on it, if the found one is days before.
      const mayLackCall = isTruncated(call, issuersOf(call.matchKey)) && (unique.dayDistance ?? 0) < -1;
      return unique.isExpectedEarly || isPlannedBefore(unique) || isLateWithoutPlan(unique) || isOfSharedNumber(call) || mayLackCall;
    }
    const issuers = issuersOf(call.matchKey);
    // Port schedules are another answer, which need not end on the same day.
    if (isTruncated(call, issuers)) return statesVoyage(call.matchKey);
    if (!page.haveAnswered(call.matchKey, issuers)) return isUntranslated(call);
    // The operator knows its ship: an issuer that names another one does not need to state it twice.
    if (isOfOtherShip(call) && servicePartnersOf(call.matchKey).length > 0) return false;
    return isUnlisted(call) || isInDoubt(call) || isUndecided(call);
  });
  await page.request(translationLookupsOf(untranslated, issuersOf, rules));
  // A request that begins nearer to the stated day is answered until a later one.
  const truncated = openBy(
    (call) => isOfNotice(call.matchKey) && call.found.unique === undefined && isTruncated(call, issuersOf(call.matchKey)),
  );
  const hasPortFilter = (partner: string) => matching.hasFilter(partner, 'UNLocationCode');
  const byPortOf: PartnersFor = (matchKey) => issuersOf(matchKey).filter(hasPortFilter);
  await page.request(lookupsNear('vessel-schedules', truncated, { partnersFor: byPortOf, rules }));
  for (let place = 0; place < maxServicePartners; place += 1) {
    const inDoubt = openBy((call) => {
      const { unique } = call.found;
      if (unique === undefined) return isOfNotice(call.matchKey) && (isInDoubt(call) || isUndecided(call));
      // A partner of the service may know the plan, or outside the window the call, that the issuer leaves out.
      return isOfNotice(call.matchKey) && (isOld(unique) || isLateWithoutPlan(unique) || isOfSharedNumber(call));
    });
    await requestSchedulesOf(page, rules, new Map(inDoubt.map((matchKey) => [matchKey, servicePartnersOf(matchKey).slice(0, 1)])));
    // Each kind of schedule may leave out an omitted call; in simulated worlds, vessel schedules of partners state more.
    const planned = openBy(({ matchKey, found: { unique } }) => unique !== undefined && isOfNotice(matchKey) && isPlannedBefore(unique));
    await page.requestCalls(planned, (matchKey) => servicePartnersOf(matchKey).slice(0, 1));
  }
  // The others of the service; all others at the port, or all, if no answer tells who shares the service.
  const inDoubt = openBy(
    (call) => isOfNotice(call.matchKey) && call.found.unique === undefined && (isInDoubt(call) || call.found.doubt === 'LATE_WITHOUT_PLAN'),
  );
  const lastOf: PartnersFor = (matchKey) => {
    const open = openOf(matchKey);
    if (servicePartnersOf(matchKey, othersOf(matchKey)).length > 0) return [...new Set(servicePartnersOf(matchKey, open))];
    return neighboursOf(matchKey)?.filter((partner) => open.includes(partner)) ?? open;
  };
  await requestSchedulesOf(page, rules, new Map(inDoubt.map((matchKey) => [matchKey, lastOf(matchKey)])));
  // An issuer that names another ship may list the numbers of the carrier that names the stated one.
  const swapped = openBy((call) => isOfNotice(call.matchKey) && call.found.unique === undefined && isOfOtherShip(call));
  await page.request(translationLookupsOf(swapped, issuersOf, rules));
  // Vessel schedules may state the voyage that port schedules of the same partner leave out, or that a call is a passage.
  const isWithout = (matchKey: MatchKey, partner: string) => !page.isRequested(matchKey, partner, 'vessel-schedules');
  const unnumbered = openBy((call) => {
    const records = call.found.unique?.visit.records;
    const isOpen = records === undefined ? statesVoyage(call.matchKey) : mayBePassage(call);
    return isOfNotice(call.matchKey) && isOpen && (records ?? []).every(({ partner }) => isWithout(call.matchKey, partner));
  });
  const statersOf: PartnersFor = (matchKey) => {
    const { unique, candidates } = page.callOf(matchKey).found;
    const near = (unique === undefined ? candidates.filter(isUnnumberedNear) : [unique]).flatMap(({ visit }) => visit.records);
    const isOpen = (partner: string) => hasPortFilter(partner) && isWithout(matchKey, partner);
    return producers.filter((partner) => near.some((record) => record.partner === partner) && isOpen(partner));
  };
  await page.request(lookupsNear('vessel-schedules', unnumbered, { partnersFor: statersOf, rules }));
  const unknown = openBy((call) => !isKnown(call, issuersOf(call.matchKey), page));
  /** A match key without a voyage has no number that others could translate, so its own carrier is the only source. */
  const restOf = (matchKey: MatchKey) =>
    isOfNotice(matchKey) && !statesVoyage(matchKey) && issuersOf(matchKey).length > 0 ? [] : othersOf(matchKey);
  await page.requestCalls(unknown, (matchKey) => neighboursOf(matchKey) ?? restOf(matchKey));
  const translatorsOf: PartnersFor = (matchKey) => {
    const sources = new Set(page.callOf(matchKey).found.candidates.flatMap(({ visit }) => visit.records.map(({ partner }) => partner)));
    return producers.filter((partner) => sources.has(partner) && !(isOfNotice(matchKey) && issuersOf(matchKey).includes(partner)));
  };
  await page.request(translationLookupsOf(openBy(isUntranslated), translatorsOf, rules));
  await requestShips(page, rules, issuersOf);
  return { matched: matchKeys.map(page.callOf), requested: page.requested() };
}

/**
 * Requests port schedules of one partner for each match key, and vessel schedules if the partner has not answered,
 * because a Producer may offer only one of them.
 */
async function requestSchedulesOf(
  page: MatchPage,
  rules: ComparisonRules,
  partners: ReadonlyMap<MatchKey, readonly string[]>,
): Promise<void> {
  const partnersFor: PartnersFor = (matchKey) => partners.get(matchKey) ?? [];
  await page.request(translationLookupsOf([...partners.keys()], partnersFor, rules));
  const unanswered = [...partners.keys()].filter((matchKey) => !page.haveAnswered(matchKey, partnersFor(matchKey)));
  await page.requestCalls(unanswered, partnersFor);
}

/**
 * Requests the port schedules of the issuers for calls that were found without a ship, because port call events state
 * the ship. The found call remains found.
 */
async function requestShips(page: MatchPage, rules: ComparisonRules, issuersOf: PartnersFor): Promise<void> {
  const found = page.calls().filter((call) => isOfNotice(call.matchKey) && call.found.unique !== undefined);
  const shipless = found.filter((call) => !namesShip(call.found.unique?.visit.records ?? []));
  const matchKeys = shipless.map(({ matchKey }) => matchKey);
  await page.request(translationLookupsOf(matchKeys, issuersOf, rules));
  for (const call of shipless) if (page.callOf(call.matchKey).found.unique === undefined) page.restore(call);
}

function isOfNotice({ claims }: MatchKey): boolean {
  return claims[0].kind === 'NOTICE';
}

/**
 * Returns whether no other partner could add anything: the call was found, or its own carrier knows the ship and offers
 * another call.
 */
function isKnown({ matchKey, found }: MatchedCall, issuers: readonly string[], page: MatchPage): boolean {
  if (found.unique !== undefined) return true;
  return found.candidates.length > 0 && issuers.length > 0 && page.haveAnswered(matchKey, issuers);
}

/**
 * Returns the partners that are requested first: the sender of the notice and the owners of the codes in it. The owner
 * of an event's numbers is not stated, so all partners are requested.
 */
function issuersAmong(producers: readonly string[], { claims }: MatchKey, rules: ComparisonRules): readonly string[] {
  if (claims[0].kind === 'EVENT') return producers;
  const owners: NumbersOwner[] = claims.flatMap(({ partner, numbers }) => [
    { partner },
    ...numbers.flatMap(({ owner }) => (owner === undefined || owner === 'PARTNER' ? [] : [owner])),
  ]);
  return producers.filter((partner) => isOneOf(owners, partner, rules));
}

function namesShip(records: readonly CallRecord[]): boolean {
  return records.some(({ claim: { vesselIMONumber, vesselName } }) => vesselIMONumber !== undefined || vesselName !== undefined);
}

function hasArrived(records: readonly CallRecord[]): boolean {
  const arrivals = records.flatMap(({ claim: { times } }) => times.filter(({ kind }) => kind === 'ARRIVAL'));
  return namesShip(records) && arrivals.some(({ classifier }) => classifier === 'ACT');
}

function isOneOf(owners: readonly NumbersOwner[], partner: string, rules: ComparisonRules): boolean {
  return owners.some((owner) => rules.compareOwners({ partner }, owner) === 'MATCH');
}

/** Returns the records that belong to the same services as some of them, by any carrier's code of the service. */
function recordsOfServices(records: readonly CallRecord[], some: readonly CallRecord[]): readonly CallRecord[] {
  const services = new Set(some.flatMap(serviceNamesOf));
  return records.filter((record) => serviceNamesOf(record).some((name) => services.has(name)));
}

function serviceNamesOf({ claim: { universalServiceReference, numbers } }: CallRecord): readonly string[] {
  return [universalServiceReference, ...numbers.map(({ carrierServiceCode }) => carrierServiceCode)].flatMap((name) => name ?? []);
}

/** Returns the carriers that records name beside their numbers. */
function ownersOf(records: readonly CallRecord[]): NumbersOwner[] {
  return records.flatMap(({ claim }) => claim.numbers.flatMap(({ owner }) => (typeof owner === 'object' ? [owner] : [])));
}

/** Returns the carriers that operate the ship, as stated in vessel and port schedules. */
function operatorsOf(records: readonly CallRecord[]): NumbersOwner[] {
  return records.flatMap(({ claim, wire }) => {
    if (claim.kind !== 'VESSEL_SCHEDULE' && claim.kind !== 'PORT_SCHEDULE') return [];
    const vessel = valueAt(listAt(wire, 'vesselSchedules')[claim.at[0] ?? 0], ['vessel']);
    return normalCarrier(textAt(vessel, 'operatorCarrierCode'), textAt(vessel, 'operatorCarrierCodeListProvider')) ?? [];
  });
}

/**
 * Returns whether a call of the voyage is known with another ship: after a swap of ships, some partners still state the
 * old one. A ship that has arrived is a fact.
 */
function isOfOtherShip({ found }: MatchedCall): boolean {
  return found.candidates.some(
    ({ basis, isContradictedByShip, visit }) => basis === 'VOYAGE' && isContradictedByShip && !hasArrived(visit.records),
  );
}

/**
 * Returns whether port schedules may determine which candidate is meant: one that has another ship or none, no voyage
 * number that can be compared, or a mistyped one.
 */
function isInDoubt(call: MatchedCall): boolean {
  const isUnnumbered = call.found.candidates.some(({ basis, isContradicted }) => basis === 'PERIOD' && !isContradicted);
  return statesVoyage(call.matchKey) && (isOfOtherShip(call) || isShipless(call) || isUnnumbered || isMistyped(call));
}

/** Returns whether no candidate is uncontradicted or near to the stated day, so that the call itself is probably not listed. */
function isUnlisted({ found: { candidates } }: MatchedCall): boolean {
  return candidates.every(({ isContradicted, dayDistance = 0 }) => isContradicted && Math.abs(dayDistance) > 1);
}

function isUndecided({ matchKey, found }: MatchedCall): boolean {
  return statesVoyage(matchKey) && found.outcome === 'AMBIGUOUS';
}

/**
 * Returns whether nothing but the plan of a call is known, so many days before the stated day that the ship may call again on
 * it: either it is late, or the carrier leaves out the later call.
 */
function isPlannedBefore({ isPlanOnly, dayDistance = 0 }: MatchedCall['found']['candidates'][number]): boolean {
  return isPlanOnly && dayDistance <= -nextCallDays;
}

/** Days after which a ship may call at a port again. */
const nextCallDays = 3;

/** Returns whether two calls have the number of a notice, and no schedule tells yet which has its universal voyage. */
function isOfSharedNumber({ matchKey, found: { unique, candidates } }: MatchedCall): boolean {
  const isStated = matchKey.claims.some(({ universalImportVoyageReference }) => universalImportVoyageReference !== undefined);
  if (!isStated || unique === undefined || unique.isOnUniversalVoyage) return false;
  return candidates.some((other) => other !== unique && other.basis === 'VOYAGE' && !other.isContradicted);
}

/** Returns whether another call has the voyage of the found one in the same week: a ship may pass a port before it calls there. */
function mayBePassage({ found: { unique, candidates } }: MatchedCall): boolean {
  return candidates.some(({ basis, dayDistance = Number.NaN }) => {
    const days = Math.abs(dayDistance - (unique?.dayDistance ?? Number.NaN));
    return basis === 'VOYAGE' && days > 1 && days < 7;
  });
}

/** Returns whether an answer of one of the partners ends before the stated day. */
function isTruncated({ sources }: MatchedCall, partners: readonly string[]): boolean {
  return sources.some(({ partner, status }) => status === 'TRUNCATED' && partners.includes(partner));
}

/** Returns whether nothing contradicts a candidate on the stated day, of which no schedule states the voyage. */
function isUnnumberedNear({ basis, isContradicted, dayDistance = Number.NaN }: MatchedCall['found']['candidates'][number]): boolean {
  return basis === 'PERIOD' && !isContradicted && Math.abs(dayDistance) <= 1;
}

/** Returns whether a call of the voyage is known without a ship. */
function isShipless({ found }: MatchedCall): boolean {
  return found.candidates.some(
    ({ basis, isContradicted, reasons }) => basis === 'VOYAGE' && !isContradicted && reasons.includes('SHIP_UNASSIGNED'),
  );
}

/**
 * Returns whether the number of a call on the stated day may be mistyped: a partner states it once, and one character
 * differs. A universal voyage that differs as well would remain a contradiction.
 */
function isMistyped({ found }: MatchedCall): boolean {
  const onVoyage = found.candidates.filter(({ basis, isContradicted }) => basis === 'VOYAGE' && !isContradicted);
  // Outside the window, or days early, it may be the other call of the same voyage.
  if (onVoyage.some(({ isInWindow, isEarly }) => isInWindow !== false && !isEarly)) return false;
  return found.candidates.some(({ isContradictedByVoyage, dayDistance = Number.NaN, earlierDaysApart, visit, explain }) => {
    if (!isContradictedByVoyage || !(Math.abs(dayDistance) <= 1 || earlierDaysApart !== undefined)) return false;
    const { contradictions } = explain();
    if (contradictions.some(({ attribute }) => attribute === 'UNIVERSAL_IMPORT_VOYAGE_REFERENCE')) return false;
    return contradictions.some(
      ({ attribute, left, right }) =>
        attribute === 'CARRIER_IMPORT_VOYAGE_NUMBER' &&
        differInOneCharacter(left.value, right.value) &&
        sourcesOf(visit.records, right.value).size === 1,
    );
  });
}

/** Returns the partners and kinds of schedules that state an import voyage number. */
function sourcesOf(records: readonly CallRecord[], number: string): ReadonlySet<string> {
  const stating = records.filter(({ claim: { numbers } }) =>
    numbers.some(({ carrierImportVoyageNumber }) => carrierImportVoyageNumber === number),
  );
  return new Set(stating.map(({ partner, claim: { kind } }) => `${partner} ${kind}`));
}

function differInOneCharacter(left: string, right: string): boolean {
  return left.length === right.length && [...left].filter((character, place) => character !== right[place]).length === 1;
}

/** Returns whether the match key has a voyage and no candidate has the same one. */
function isUntranslated({ matchKey, found }: MatchedCall): boolean {
  return statesVoyage(matchKey) && found.candidates.every(({ basis }) => basis === 'PERIOD');
}

function statesVoyage({ claims }: MatchKey): boolean {
  return claims.some(
    ({ numbers, universalImportVoyageReference: universal }) =>
      universal !== undefined || numbers.some(({ carrierImportVoyageNumber: number }) => number !== undefined),
  );
}
