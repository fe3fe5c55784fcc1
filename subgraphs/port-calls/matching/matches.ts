import { windows } from '@landfall/matching/claims/days.ts';
import { foldedName } from '@landfall/matching/claims/normal-values.ts';
import type { EventRecord } from '@landfall/matching/claims/records.ts';
import { type MatchKey, reachOf } from '@landfall/matching/keys/match-key.ts';
import { matchEvents } from '@landfall/matching/match-events.ts';
import type { VisitMatch, VisitMatchSet } from '@landfall/matching/match-visits.ts';
import type { Assessment, MatchReason } from '@landfall/matching/rules/assess.ts';
import type { ComparisonRules } from '@landfall/matching/rules/comparison-rules.ts';
import { partnersDeciding, partnersOf } from '@landfall/matching/visits/deciding-partners.ts';
import type DataLoader from 'dataloader';
import { heapBytesOf } from '#platform/cache/bounded-cache.ts';
import type { Assessed } from '#platform/graphql/shared-types.ts';
import type { LogQueries } from '#platform/log/log-queries.ts';
import {
  consultedSourcesOf,
  createMatchLoader,
  type FoundRows,
  findRows,
  type MatchKeyReference,
  type StoredMatchParts,
  termsOf,
} from '#platform/matching/match-sets.ts';
import type { VersionFilter } from '#platform/store/version-store.ts';
import type { SourceReport } from '#platform/upstream/sources.ts';
import { placeOf, termOf, visitTermsOf } from '../model.ts';
import type { EventViews, PortCallEvent } from '../store/port-call-events.ts';
import { type CurrentTime, currentTimesOf } from '../timeline.ts';
import type { EventIndexes } from './event-indexes.ts';

/** The match set of one key, as the schema shows it. */
export interface EventMatchSetView extends MatchKeyReference {
  readonly found: VisitMatchSet<EventRecord>;
  readonly events: readonly EventMatchView[];
  readonly currentTimes: readonly CurrentTime[];
  readonly sources: readonly SourceReport[];
  /** The partners on whose events the result depends, sorted by id. */
  readonly dependsOn: readonly string[];
}

/** One event in the match set. */
export interface EventMatchView extends Assessed {
  readonly event: PortCallEvent;
  readonly isCurrent: boolean;
}

export interface MatchParts extends StoredMatchParts<EventMatchSetView> {
  readonly view: EventViews['event'];
  readonly indexes: EventIndexes;
}

/**
 * Finds the port call events of calls. A few queries serve a page of match keys: by reference, by visit, by ship and
 * port, by name and port, and then for all other events of the port calls that were found.
 */
export function createMatches(parts: MatchParts): DataLoader<string, EventMatchSetView> {
  const { log, view, indexes, possibleSources } = parts;
  return createMatchLoader(parts, async (requested, rules) => {
    const matchKeys = requested.map(({ matchKey }) => matchKey);
    const [{ heads, isTruncated }, known] = await Promise.all([findWholeCalls(log, matchKeys, rules), possibleSources()]);
    const moving = heads.filter(({ current }) => isMoving(view(current)));
    const found = await log.earlierVersions(moving.map(({ current }) => current));
    const earlier = new Map(found.map((versions, place) => [moving[place], versions]));
    const versions = heads.flatMap((head) => [head.current, ...(earlier.get(head) ?? [])]);
    const index = indexes(versions.map(view), rules);
    const sets = requested.map(({ text, matchKey }): EventMatchSetView => {
      const { reports, answers } = consultedSourcesOf(matchKey, known, { standard: 'PORT_CALL', isTruncated, log });
      const { events: matched, ...found } = matchEvents(matchKey, index.visits, { rules, sources: answers });
      const events = matched.flatMap(({ event: record, visit, own, isCurrent }): EventMatchView[] => {
        const event = index.events.get(record);
        if (event === undefined) return [];
        const assessment = own === undefined ? visit : { ...own, confidence: visit.confidence, reasons: reasonsOf(own, visit) };
        return [{ event, isCurrent, assessment }];
      });
      const visited = found.unique?.visit.records ?? [];
      const currentTimes = currentTimesOf(visited.flatMap((record) => index.events.get(record) ?? []));
      const dependsOn = isTruncated ? partnersOf([...index.events.keys(), ...reports]) : partnersDeciding(matchKey, index.visits);
      return { matchKey: text, found, events, currentTimes, sources: reports, dependsOn };
    });
    return { sets, bytes: heapBytesOf(sets) };
  });
}

/** EARLIER_DAYS: returns whether an event keeps its visit by what it stated before: if it is about an arrival. */
export function isMoving({ portCallService }: Pick<PortCallEvent, 'portCallService'>): boolean {
  return portCallService?.portCallServiceEventTypeCode === 'ARRI';
}

/** Another event of the visit may state that the visit is omitted, and only the whole visit may have too little evidence. */
function reasonsOf(own: Assessment, visit: VisitMatch<EventRecord>): readonly MatchReason[] {
  return [...own.reasons, ...visit.reasons.filter((reason) => reason === 'OMITTED' || reason === 'TOO_LITTLE_EVIDENCE')];
}

/**
 * Finds the events that may belong to match keys, and all other events of their port calls: by ids, or by values that
 * the found events have and the match keys do not. So a key finds the same events alone as together with the other keys
 * of a page.
 */
export async function findWholeCalls(
  log: Pick<LogQueries, 'findMatches'>,
  matchKeys: readonly MatchKey[],
  rules: ComparisonRules,
): Promise<FoundRows> {
  const days = daysOf(matchKeys);
  const found = await findRows(log, filtersOf(matchKeys, days, rules));
  const terms = new Set(found.heads.flatMap(({ current }) => current.terms));
  const termsFor = (name: string) => [...terms].filter((term) => term.startsWith(termOf(name, '')));
  const codes = matchKeys.flatMap(({ claims }) =>
    claims.flatMap(({ UNLocationCode }) => (UNLocationCode ? rules.portCodesOf(UNLocationCode) : [])),
  );
  const ports = [...new Set([...termsFor('UNLocationCode'), ...codes.map((code) => termOf('UNLocationCode', code))])];
  const places = found.heads.map(({ current }) => {
    const place = placeOf(current.terms);
    return { ...place, ports: place.ports.flatMap((port) => rules.portCodesOf(port)) };
  });
  const rest = await findRows(log, [
    { all: [termsFor('portCallID')] },
    { all: [termsFor('terminalCallReference')] },
    { all: [termsFor('portVisitReference'), ports] },
    ofShips(places, days),
  ]);
  const heads = new Map([...found.heads, ...rest.heads].map((head) => [head.entityId, head]));
  return { heads: [...heads.values()], isTruncated: found.isTruncated || rest.isTruncated };
}

/** Returns the store filters by which every match rule can find its events. */
function filtersOf(matchKeys: readonly MatchKey[], days: Days, rules: ComparisonRules): VersionFilter[] {
  const claims = matchKeys.flatMap((matchKey) => matchKey.claims);
  const terms = (name: string, valuesOf: Parameters<typeof termsOf>[1]) => termsOf(claims, valuesOf, (value) => termOf(name, value));
  const ports = terms('UNLocationCode', ({ UNLocationCode }) => UNLocationCode && rules.portCodesOf(UNLocationCode));
  const references = terms('terminalCallReference', ({ transportCallReference }) => transportCallReference);
  const visits = terms('portVisitReference', ({ portVisitReference, callReferenceNumber }) => [portVisitReference, callReferenceNumber]);
  const places = claims.map(({ vesselIMONumber: number, vesselName: name, UNLocationCode: port }) => ({
    ships: [
      ...(number === undefined ? [] : [termOf('vesselIMONumber', number)]),
      // Events of 0.2.0 have no term for all spellings of the name.
      ...(name === undefined ? [] : [termOf('vesselName', name), termOf('vesselName', foldedName(name))]),
    ],
    ports: port === undefined ? [] : rules.portCodesOf(port),
  }));
  const voyages = terms('universalImportVoyageReference', ({ universalImportVoyageReference }) => universalImportVoyageReference);
  return [{ all: [references] }, { all: [visits, ports] }, ofShips(places, days), { all: [voyages, ports], ...days }];
}

/** Returns the filter of the events of ships at ports. Without days, which hardly occurs, all events of the ships count. */
function ofShips(places: readonly ReturnType<typeof placeOf>[], { dateMin, dateMax }: Days): VersionFilter {
  if (dateMin !== undefined && dateMax !== undefined) {
    const terms = new Set(places.flatMap(({ ships, ports }) => visitTermsOf(ships, ports, [dateMin, dateMax])));
    return { all: [[...terms]], dateMin, dateMax };
  }
  const ports = places.flatMap((place) => place.ports.map((port) => termOf('UNLocationCode', port)));
  return { all: [[...new Set(places.flatMap(({ ships }) => ships))], [...new Set(ports)]] };
}

type Days = Pick<VersionFilter, 'dateMin' | 'dateMax'>;

/**
 * Returns the days of the events. Events are instants, whose UTC days may differ from the local ones. An event whose time
 * has moved by weeks is found, too: its earlier days keep it in the window (EARLIER_DAYS).
 */
function daysOf(matchKeys: readonly MatchKey[]): Days {
  const reach = reachOf(matchKeys, { before: 1, after: windows.movedDays });
  return reach === undefined ? {} : { dateMin: reach.firstDay, dateMax: reach.lastDay };
}
