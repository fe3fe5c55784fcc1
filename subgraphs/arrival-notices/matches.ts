import DataLoader from 'dataloader';
import type { JoinRules } from '../shared/joins/evidence.ts';
import type { Judged } from '../shared/joins/judgement-view.ts';
import { type KeySet, windowOf } from '../shared/joins/key-set.ts';
import { createNoticePool, matchNotices } from '../shared/joins/match-notices.ts';
import { answerOfStatus, type MatchOutcome } from '../shared/joins/outcome.ts';
import type { PageMemory } from '../shared/joins/page-memory.ts';
import { readableOf, readKeySet } from '../shared/joins/question.ts';
import { type NoticeRecord, noticeRecordOf } from '../shared/joins/records.ts';
import type { KeySetReference } from '../shared/joins/references.ts';
import type { SourceReport } from '../shared/sources.ts';
import type { LogQuestions } from '../shared/store/log-questions.ts';
import type { VersionFilter } from '../shared/store/version-store.ts';
import { termOf } from './model.ts';
import type { NoticeVersion, NoticeViews } from './store/notice-versions.ts';

/** Most notices that one condition of a page of questions may find; what is beyond makes outcomes `UNKNOWN`. */
const maxMatches = 5_000;

/** The answer to one question, as the schema shows it. */
export interface NoticeMatchSetView extends KeySetReference {
  readonly outcome: MatchOutcome;
  readonly notices: readonly NoticeMatchView[];
  readonly sources: readonly SourceReport[];
}

/** One notice of the answer. */
export interface NoticeMatchView extends Judged {
  readonly version: NoticeVersion;
}

export interface MatchParts {
  readonly versions: LogQuestions;
  readonly views: NoticeViews;
  /** As the partners stand now. */
  readonly rules: () => JoinRules;
  /** Who might know. */
  readonly sourcesOf: () => Promise<readonly SourceReport[]>;
  /** Pages that were matched before, of all requests. */
  readonly remember: PageMemory<NoticeMatchSetView>;
}

/**
 * Answers which notices announce cargo of calls, a page of questions by a few queries over the index of current
 * versions: by ship and port, by name and port, by voyage and port.
 */
export function createMatches(parts: MatchParts): DataLoader<string, NoticeMatchSetView> {
  const { versions, views, rules, sourcesOf, remember } = parts;

  const matchPage = async (texts: readonly string[], joinRules: JoinRules): Promise<NoticeMatchSetView[]> => {
    const keySets = texts.map(readKeySet);
    const [found, known] = await Promise.all([
      Promise.all(filtersOf(keySets).map((filter) => versions.findMatches(filter, maxMatches))),
      sourcesOf(),
    ]);
    const isTruncated = found.some(({ length }) => length === maxMatches);
    const heads = new Map(found.flat().map((head) => [head.thing, head]));
    const records = new Map<NoticeRecord, NoticeVersion>();
    for (const { current } of heads.values()) {
      const version = views.version(current);
      records.set(noticeRecordOf(version, { partner: current.partner, retrievedAt: current.receivedAt }), version);
    }
    const pool = createNoticePool([...records.keys()]);
    return keySets.map((keySet, index): NoticeMatchSetView => {
      const sources = isTruncated ? known.map((report) => ({ ...report, status: 'TRUNCATED' as const })) : sourcesFor(keySet, known);
      const answers = sources.map(({ status }) => answerOfStatus(status));
      const { outcome, notices } = matchNotices(keySet, pool, { rules: joinRules, sources: answers });
      const matched = notices.flatMap((match): NoticeMatchView[] => {
        const version = records.get(match.notice);
        return version === undefined ? [] : [{ version, judgement: match }];
      });
      return { keySet: texts[index] ?? '', outcome, notices: matched, sources };
    });
  };

  return new DataLoader<string, NoticeMatchSetView>(async (texts) => {
    const { readable: questions, refused } = readableOf(texts, readKeySet);
    const page = { rules: rules(), state: await versions.state(), questions };
    const sets = await remember(page, async () => ({ sets: await matchPage(questions, page.rules) }));
    const views = new Map<string, NoticeMatchSetView | Error>(refused);
    for (const set of sets) views.set(set.keySet, set);
    return texts.map((text) => views.get(text) as NoticeMatchSetView | Error);
  });
}

/** Nobody who ever sent a notice is nobody who could say no. */
function sourcesFor(keySet: KeySet, known: readonly SourceReport[]): readonly SourceReport[] {
  if (known.length > 0) return known;
  return [{ partner: keySet.statements[0].partner, standard: 'ARRIVAL_NOTICE', status: 'NOT_CONNECTED', feedback: [] }];
}

function filtersOf(keySets: readonly KeySet[]): VersionFilter[] {
  const statements = keySets.flatMap((keySet) => keySet.statements);
  const termsOf = (name: string, values: readonly (string | undefined)[]) =>
    [...new Set(values)].flatMap((value) => (value === undefined ? [] : [termOf(name, value)]));
  const ports = termsOf(
    'portOfDischarge',
    statements.map(({ UNLocationCode }) => UNLocationCode),
  );
  const ships = termsOf(
    'vesselIMONumber',
    statements.map(({ vesselIMONumber }) => vesselIMONumber),
  );
  const names = termsOf(
    'vesselName',
    statements.map(({ vesselName }) => vesselName?.toLowerCase()),
  );
  const voyages = [
    ...termsOf(
      'universalImportVoyageReference',
      statements.map((statement) => statement.universalImportVoyageReference),
    ),
    ...termsOf(
      'carrierImportVoyageNumber',
      statements.flatMap(({ numbers }) => numbers.map(({ carrierImportVoyageNumber }) => carrierImportVoyageNumber)),
    ),
  ];
  const days = daysOf(keySets);
  const filters: VersionFilter[] = [{ all: [ships, ports], ...days }, { all: [names, ports], ...days }, { all: [voyages, ports] }];
  // A condition without values would match nothing.
  return filters.filter(({ all = [] }) => all.every(({ length }) => length > 0));
}

/** From the first to the last day in question; unbounded where a question has no times. */
function daysOf(keySets: readonly KeySet[]): Pick<VersionFilter, 'dateMin' | 'dateMax'> {
  const spans = keySets.map((keySet) => windowOf(keySet)?.reach);
  if (spans.includes(undefined)) return {};
  const first = spans.flatMap((span) => span?.firstDay ?? []).toSorted()[0];
  const last = spans
    .flatMap((span) => span?.lastDay ?? [])
    .toSorted()
    .at(-1);
  return { ...(first === undefined ? {} : { dateMin: first }), ...(last === undefined ? {} : { dateMax: last }) };
}
