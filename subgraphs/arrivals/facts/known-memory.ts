import { type LoggedAlert, ruleOf, type ViewMemory } from '../alerts.ts';
import type { PendingTransition, ViewState, VisitState } from '../arrival-state.ts';
import type { EvidenceRef, NoticeEvidence } from '../model.ts';
import { rememberedOf, standingOf, transitionOf } from './alert-collector.ts';
import { type AlertMemory, type FactMemory, memoryFormat, type NoticeMemory, type VisitMemory } from './fact-memory.ts';
import { withShown } from './shown.ts';
import { createResolve, type NoticeVersions, numberedIn, withCurrent, withNumbers } from './version-numbers.ts';

/** What is known before an evaluation. */
interface KnownMemory {
  /** Undefined for a baseline evaluation. */
  readonly former: FactMemory | undefined;
  readonly versions: NoticeVersions;
  readonly ofNotice: AlertMemory;
  readonly ofVisit: AlertMemory;
}

/** Returns what is known before an evaluation: the memory, or for a baseline the alerts in the log. */
export function knownMemoryOf({
  memory,
  history = [],
  arrivalId,
}: {
  readonly memory: ViewMemory | undefined;
  readonly history?: readonly LoggedAlert[] | undefined;
  readonly arrivalId: string;
}): KnownMemory {
  const former = memory?.format === memoryFormat ? (memory as FactMemory) : undefined;
  if (former !== undefined) return { former, versions: former.versions, ofNotice: former.ofNotice, ofVisit: former.ofVisit };
  const isOfVisit = ({ kind }: LoggedAlert) => ruleOf(kind).isOfVisit === true;
  let versions: NoticeVersions = {};
  const number = <T>(value: T): T => {
    const numbered = withNumbers(value, versions);
    versions = numbered.versions;
    return numbered.value;
  };
  const ofVisit = rememberedOf(history.filter(isOfVisit), arrivalId, number);
  const ofNotice = rememberedOf(
    history.filter((alert) => !isOfVisit(alert)),
    arrivalId,
    (value) => value,
  );
  return { former: undefined, versions, ofNotice, ofVisit };
}

/** Returns the part of a memory that is about the document. @param notice the current version of the arrival */
export function ownMemoryOf(memory: ViewMemory, notice: NoticeEvidence): ViewMemory {
  const { ofVisit: _, notice: known, ...whole } = memory as FactMemory;
  const own = { ...whole, ofNotice: numberedIn(whole.ofNotice, whole.versions) };
  return known.versionId === notice.versionId ? own : { ...own, notice: known };
}

/** Returns the version of the notice that a memory is about. */
export function versionIdOf(memory: ViewMemory): string {
  return (memory as FactMemory).notice.versionId;
}

/**
 * Returns what a memory says about the document that decides what a change of the visit changes. Documents for which it is equal
 * change alike, as long as their notices stay as they are.
 *
 * @returns undefined if nothing is known about other documents
 */
export function likenessOf(memory: ViewMemory): readonly unknown[] | undefined {
  const { notice, versions, ofNotice, ofVisit } = memory as FactMemory;
  const isNamedBefore = [ofNotice, ofVisit].some(({ reportedBefore = [] }) => reportedBefore.length > 0);
  // When the notice was received decides when its news ended.
  if (isNamedBefore || ofNotice.open.some(({ kind }) => kind === 'NO_NEWS')) return undefined;
  const alerts = ofNotice.open.map(({ kind, severity, subject, steps }) => {
    const { isAging, isByClock } = ruleOf(kind);
    return [
      ...[kind, severity, isByClock && subject],
      steps.map(({ step, raisedAt, closedAt, before, after }) => {
        const times = [before, after].map((value) => value?.time && [value.time.localDate, value.time.instant]);
        return [step, isAging && raisedAt, closedAt === undefined, times];
      }),
    ];
  });
  return [withCurrent(versions, notice).id, Object.keys(versions), alerts];
}

/** Returns the open alerts of a memory as entries of the log that raise and close nothing: they only state the alert as it is. */
export function standingAlertsOf(arrivalId: string, memory: ViewMemory): Pick<PendingTransition, 'transition' | 'ofVisit'>[] {
  const { versions, ofNotice, ofVisit } = memory as FactMemory;
  const resolve = createResolve(versions);
  return [
    ...ofNotice.open.map((alert) => ({ transition: transitionOf(arrivalId, standingOf(alert)) })),
    ...ofVisit.open.map(standingOf).map((transition) => ({
      transition: transitionOf(arrivalId, resolve(transition)),
      ofVisit: { transition, versions },
    })),
  ];
}

/** Returns what of the open alerts about a visit decides the order of arrivals. */
export function visitOrderOf(visit: VisitState | undefined): string {
  const { open } = (visit?.memory ?? { open: [] }) as Pick<VisitMemory, 'open'>;
  return JSON.stringify(
    open.map(({ key, severity, kind, steps }) => {
      const days = ruleOf(kind).isByClock ? steps.map(({ after }) => after?.time?.localDate) : [];
      return [key, severity, days, steps.map(({ step, closedAt }) => [step, closedAt])];
    }),
  );
}

/** Returns the versions of the notice to which a part of a memory about the document refers, by their numbers. */
export function versionsOf(own: ViewMemory | undefined): NoticeVersions {
  return (own as Partial<FactMemory> | undefined)?.versions ?? {};
}

/** Returns a memory whose parts were stored apart. */
export function wholeMemoryOf(own: ViewMemory | undefined, visit: VisitState, notice: NoticeEvidence): ViewMemory {
  const ofNotice = createResolve(versionsOf(own))(own?.['ofNotice']);
  return { format: memoryFormat, notice, ...own, ofNotice, ofVisit: visit.memory };
}

/**
 * Returns a memory without what depends on erased records. A part that does starts again from the beginning; in a list or an
 * object of named values, only the affected entries do.
 */
export function memoryWithout(memory: ViewMemory, isErased: (part: unknown) => boolean): ViewMemory {
  const kept = (part: object): object =>
    Object.fromEntries(
      Object.entries(part).flatMap(([name, value]): [string, unknown][] => {
        if (name === 'ofNotice' || name === 'ofVisit') return [[name, kept(value)]];
        if (Array.isArray(value)) return [[name, value.filter((one) => !isErased(one))]];
        if (!isErased(value)) return [[name, value]];
        if (name === 'reached') return [[name, Object.fromEntries(Object.entries(value).filter(([, reached]) => !isErased(reached)))]];
        return name === 'versions' ? [[name, value]] : [];
      }),
    );
  return { ...kept(memory), format: memory.format };
}

/** A view as version 0.2.0 stored it. */
export interface EarlierView extends Pick<ViewState, 'schedule' | 'port' | 'snapshot' | 'changedAtMs'> {
  readonly memory: object;
}

/** Returns a view of version 0.2.0 in the present form. @param notice the current version of the arrival */
export function viewOfEarlier(arrivalId: string, { memory: flat, ...view }: EarlierView, notice: NoticeEvidence): ViewState {
  const memory = convertedMemoryOf({ notice, ...flat } as FlatMemory, arrivalId);
  const { statements, bestTime, bestTimeMs, differences, state, stateEvidence, unsteadySides, reportedTimes } = view.snapshot;
  const snapshot = { statements, bestTime, bestTimeMs, differences, state, stateEvidence, unsteadySides, reportedTimes };
  const numbered = withNumbers(snapshot, memory.versions);
  const visit = { schedule: view.schedule, port: view.port, memory: memory.ofVisit, snapshot: numbered.value };
  const known = { ...memory, versions: numbered.versions };
  const { lastFree, openUntilMs, openDays, isOpen } = view.snapshot;
  const shown = { noticeVersionId: view.snapshot.noticeVersionId, ends: { lastFree, openUntilMs, openDays, isOpen } };
  const { schedule, port, changedAtMs } = view;
  return withShown({ schedule, port, changedAtMs, ...shown, visit, memory: known }, { arrivalId, memory: known, visit, ends: shown.ends });
}

/** The memory of version 0.2.0, in which notice and visit are not separate, and references to the notice have no numbers. */
interface FlatMemory extends Omit<NoticeMemory, keyof AlertMemory | 'news'>, Omit<VisitMemory, keyof AlertMemory | 'news'> {
  readonly notice: FactMemory['notice'];
  readonly open: readonly (Omit<LoggedAlert, 'ordinal' | 'allSteps'> & {
    readonly steps: LoggedAlert['allSteps'];
    readonly entries: number;
  })[];
  readonly reported: readonly string[];
  readonly news?: EvidenceRef | undefined;
  readonly newsAt?: string | undefined;
}

function convertedMemoryOf(flat: FlatMemory, arrivalId: string): FactMemory {
  const { vessel, voyage, port, terminal, release, isReleased, freeDays, lastFreeDays, charges } = flat;
  const { eta, lapsed, turns, noticeChange, reached, raised, omission, statesActualTimes, lost } = flat;
  const history = flat.open.map(({ steps, entries, ...alert }): LoggedAlert => ({ ...alert, allSteps: steps, ordinal: entries - 1 }));
  const { versions: alertVersions, ofNotice, ofVisit } = knownMemoryOf({ memory: undefined, history, arrivalId });
  const numbered = withNumbers({ eta, lapsed, turns, noticeChange, reached, raised, omission }, alertVersions);
  const news = flat.news && { ref: flat.news, atMs: Date.parse(flat.newsAt ?? '') || 0 };
  const isOfNotice = news?.ref.source === 'NOTICE';
  const reportedBefore = flat.reported;
  return {
    format: memoryFormat,
    notice: flat.notice,
    versions: numbered.versions,
    ofNotice: {
      ...{ vessel, voyage, port, terminal, release, isReleased, freeDays, lastFreeDays, charges },
      ...{ news: isOfNotice ? news : undefined, open: ofNotice.open, reported: [], reportedBefore },
    },
    ofVisit: {
      ...numbered.value,
      ...{ statesActualTimes, lost, news: isOfNotice ? undefined : news, open: ofVisit.open, reported: [], reportedBefore },
    },
  };
}
