import DataLoader from 'dataloader';
import type { JoinRules } from '../shared/joins/evidence.ts';
import type { Judgement, MatchReason } from '../shared/joins/judge.ts';
import type { Judged } from '../shared/joins/judgement-view.ts';
import { type KeySet, windowOf } from '../shared/joins/key-set.ts';
import { type EventMatchSet, matchEvents } from '../shared/joins/match-events.ts';
import type { VisitMatch } from '../shared/joins/match-visits.ts';
import { answerOfStatus } from '../shared/joins/outcome.ts';
import type { PageMemory } from '../shared/joins/page-memory.ts';
import { readableOf, readKeySet } from '../shared/joins/question.ts';
import { type EventRecord, eventRecordOf } from '../shared/joins/records.ts';
import type { KeySetReference } from '../shared/joins/references.ts';
import { createVisitPool } from '../shared/joins/visit-pool.ts';
import type { SourceReport } from '../shared/sources.ts';
import type { LogQuestions } from '../shared/store/log-questions.ts';
import type { VersionFilter } from '../shared/store/version-store.ts';
import { termOf } from './model.ts';
import type { EventView, PortCallEvent } from './store/port-call-events.ts';
import { type CurrentTime, currentTimesOf } from './timeline.ts';

/** Most events that one condition of a page of questions may find; what is beyond makes outcomes `UNKNOWN`. */
const maxMatches = 5_000;

/** The answer to one question, as the schema shows it. */
export interface EventMatchSetView extends KeySetReference {
  readonly found: EventMatchSet;
  readonly events: readonly EventMatchView[];
  readonly currentTimes: readonly CurrentTime[];
  readonly sources: readonly SourceReport[];
}

/** One event of the answer. */
export interface EventMatchView extends Judged {
  readonly event: PortCallEvent;
  readonly isCurrent: boolean;
}

export interface MatchParts {
  readonly log: LogQuestions;
  readonly view: EventView;
  /** As the partners stand now. */
  readonly rules: () => JoinRules;
  /** Who might know. */
  readonly sourcesOf: () => Promise<readonly SourceReport[]>;
  /** Pages that were matched before, of all requests. */
  readonly remember: PageMemory<EventMatchSetView>;
}

/**
 * Answers what port call events say about calls, a page of questions by a handful of queries: by reference, by visit, by
 * ship and port, by name and port, and then whatever else belongs to the port calls that were found.
 */
export function createMatches(parts: MatchParts): DataLoader<string, EventMatchSetView> {
  const { log, view, rules, sourcesOf, remember } = parts;

  const matchPage = async (texts: readonly string[], joinRules: JoinRules): Promise<EventMatchSetView[]> => {
    const keySets = texts.map(readKeySet);
    const [{ events, isTruncated }, known] = await Promise.all([findEvents(log, keySets), sourcesOf()]);
    const records = new Map<EventRecord, PortCallEvent>();
    for (const event of events.map(view)) {
      const { partner, receivedAt } = event.stored;
      records.set(eventRecordOf(event, { partner, retrievedAt: receivedAt }), event);
    }
    const pool = createVisitPool([...records.keys()], joinRules);
    return keySets.map((keySet, index): EventMatchSetView => {
      const sources = isTruncated ? known.map((report) => ({ ...report, status: 'TRUNCATED' as const })) : sourcesFor(keySet, known);
      const found = matchEvents(keySet, pool, { rules: joinRules, sources: sources.map(({ status }) => answerOfStatus(status)) });
      const eventsOf = (own: readonly EventRecord[]) => own.flatMap((record) => records.get(record) ?? []);
      const matched = found.events.flatMap(({ event: record, own, isCurrent }): EventMatchView[] => {
        const event = records.get(record);
        const visit = found.candidates.find((candidate) => candidate.visit.records.includes(record));
        if (event === undefined || visit === undefined) return [];
        return [
          { event, isCurrent, judgement: own === undefined ? visit : { ...own, class: visit.class, reasons: reasonsOf(own, visit) } },
        ];
      });
      return {
        keySet: texts[index] ?? '',
        found,
        events: matched,
        currentTimes: found.unique === undefined ? [] : currentTimesOf(eventsOf(found.unique.visit.records)),
        sources,
      };
    });
  };

  return new DataLoader<string, EventMatchSetView>(async (texts) => {
    const { readable: questions, refused } = readableOf(texts, readKeySet);
    const page = { rules: rules(), state: await log.state(), questions };
    const sets = await remember(page, async () => ({ sets: await matchPage(questions, page.rules) }));
    const views = new Map<string, EventMatchSetView | Error>(refused);
    for (const set of sets) views.set(set.keySet, set);
    return texts.map((text) => views.get(text) as EventMatchSetView | Error);
  });
}

/** Whether the visit is skipped can be said by another of its events. */
function reasonsOf(own: Judgement, visit: VisitMatch<EventRecord>): readonly MatchReason[] {
  return visit.isOmitted ? [...own.reasons, 'OMITTED'] : own.reasons;
}

/** Nobody who ever said anything about port calls is nobody who could say no. */
function sourcesFor(keySet: KeySet, known: readonly SourceReport[]): readonly SourceReport[] {
  if (known.length > 0) return known;
  return [{ partner: keySet.statements[0].partner, standard: 'PORT_CALL', status: 'NOT_CONNECTED', feedback: [] }];
}

async function findEvents(log: LogQuestions, keySets: readonly KeySet[]) {
  const found = await Promise.all(filtersOf(keySets).map((filter) => log.findMatches(filter, maxMatches)));
  const heads = new Map(found.flat().map((head) => [head.thing, head]));
  const portCalls = new Set([...heads.values()].flatMap(({ current }) => current.terms.filter((term) => term.startsWith('portCallID:'))));
  const rest = portCalls.size === 0 ? [] : await log.findMatches({ all: [[...portCalls]] }, maxMatches);
  for (const head of rest) heads.set(head.thing, head);
  const isTruncated = [...found, rest].some(({ length }) => length === maxMatches);
  return { events: [...heads.values()].map(({ current }) => current), isTruncated };
}

/** What the store is asked, so that every row of the catalogue of joins may find its events. */
function filtersOf(keySets: readonly KeySet[]): VersionFilter[] {
  const statements = keySets.flatMap((keySet) => keySet.statements);
  const termsOf = (name: string, values: readonly (string | undefined)[]) =>
    [...new Set(values)].flatMap((value) => (value === undefined ? [] : [termOf(name, value)]));
  const ports = termsOf(
    'UNLocationCode',
    statements.map(({ UNLocationCode }) => UNLocationCode),
  );
  const references = termsOf(
    'terminalCallReference',
    statements.map(({ transportCallReference }) => transportCallReference),
  );
  const visits = termsOf(
    'portVisitReference',
    statements.flatMap(({ portVisitReference, callReferenceNumber }) => [portVisitReference, callReferenceNumber]),
  );
  const ships = termsOf(
    'vesselIMONumber',
    statements.map(({ vesselIMONumber }) => vesselIMONumber),
  );
  const names = termsOf(
    'vesselName',
    statements.map(({ vesselName }) => vesselName),
  );
  const voyages = termsOf(
    'universalImportVoyageReference',
    statements.map((statement) => statement.universalImportVoyageReference),
  );
  const days = daysOf(keySets);
  const filters: VersionFilter[] = [
    { all: [references] },
    { all: [visits, ports] },
    { all: [ships, ports], ...days },
    { all: [names, ports], ...days },
    { all: [voyages, ports], ...days },
  ];
  // A condition without values would match nothing.
  return filters.filter(({ all = [] }) => all.every(({ length }) => length > 0));
}

/** From the first to the last day in question, with a day for the difference between local days and instants. */
function daysOf(keySets: readonly KeySet[]): Pick<VersionFilter, 'dateMin' | 'dateMax'> {
  const spans = keySets.map((keySet) => windowOf(keySet)?.reach);
  if (spans.includes(undefined)) return {};
  const first = spans.flatMap((span) => span?.firstDay ?? []).toSorted()[0];
  const last = spans
    .flatMap((span) => span?.lastDay ?? [])
    .toSorted()
    .at(-1);
  return { ...(first === undefined ? {} : { dateMin: shifted(first, -1) }), ...(last === undefined ? {} : { dateMax: shifted(last, 2) }) };
}

function shifted(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
