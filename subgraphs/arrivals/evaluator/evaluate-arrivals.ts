import type { ExecuteQuery } from '#platform/graphql/execute-query.ts';
import { type ArrivalMark, arrivalTermOf } from '#platform/store/arrival-store.ts';
import type { VersionStore } from '#platform/store/version-store.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { LoggedAlert } from '../alerts.ts';
import { type ArrivalState, shownIn, shownViews } from '../arrival-state.ts';
import { evaluate } from '../facts/evaluate.ts';
import type { NoticeEvidence, PortEvent } from '../model.ts';
import { callKeyOf } from '../statements/notice.ts';
import { portEvidenceOf, portNotAsked } from '../statements/port.ts';
import { portAsOf } from '../statements/port-as-of.ts';
import { scheduleEvidenceOf } from '../statements/schedule.ts';
import type { AlertDocument } from '../store/state-rows.ts';
import { type AlertHistory, type EvaluationStep, evaluateStep, type ViewSides } from './evaluate-step.ts';
import { type EvaluatorView, viewsOfArrival } from './evaluated-views.ts';
import { intervalOf, nextQueryMs, type SchedulePlan } from './plan.ts';
import { querySides, type SideAnswers } from './query-sides.ts';
import type { ChangeState, ReadArrivals, UpdateArrivals } from './update-arrivals.ts';

/** A version of a notice in the form that the evaluator reads. */
export interface ReadNotice {
  readonly evidence: NoticeEvidence;
  readonly partyTerms: readonly string[];
  readonly partyWords: readonly string[];
}

/** The input for evaluating an arrival. */
export interface EvaluationRequest {
  readonly arrivalId: string;
  readonly partner: string;
  readonly transportDocumentReference: string;
  /** New versions of the notice in the order of their log. */
  readonly notices?: readonly (ReadNotice & { readonly sequence: number })[];
  /** New event versions in the order of their log. */
  readonly events?: readonly { readonly sequence: number; readonly event: PortEvent }[];
  /** Maximum age of schedules that are queried; undefined if the sides are not queried. */
  readonly maxAgeSeconds?: number | undefined;
  /** Whether the views start again with the alerts in the log, for a rebuild or an arrival that the store has lost. */
  readonly startsAgain?: boolean | undefined;
  /** Ids of the views whose sides are queried: what one view needs does not affect another. Default: all views. */
  readonly queriedViews?: readonly string[] | undefined;
}

export interface EvaluateArrivalsParts {
  readonly executeQuery: ExecuteQuery;
  readonly update: UpdateArrivals;
  readonly alerts: Pick<VersionStore, 'listCurrent'>;
  readonly views: () => readonly EvaluatorView[];
  readonly plan: SchedulePlan;
  readonly clock: Pick<Clock, 'now'>;
  /** Called when one arrival cannot be evaluated. It remains unchanged, and the others are still evaluated. */
  readonly onError: (error: unknown, arrivalId: string) => void;
}

/**
 * Queries the sides of arrivals as requested, evaluates the arrivals and writes the results.
 *
 * @param parts.read states that have already been read
 * @param parts.confirm called when the sides have answered, returns whether to use the answers. Default: they are used
 * @returns false if the answers were not confirmed, so that nothing was written
 */
export type EvaluateArrivals = (
  requests: readonly EvaluationRequest[],
  parts: { readonly read: ReadArrivals; readonly signal: AbortSignal; readonly confirm?: () => Promise<boolean> },
) => Promise<boolean>;

/** Time until the schedules of an arrival that could not be evaluated are queried again. */
const failedMs = 3_600_000;

/** Answers by `sourcesId` of the views, and by arrival. */
type Answers = ReadonlyMap<string, ReadonlyMap<string, SideAnswers>>;

export function createEvaluateArrivals({
  executeQuery,
  update,
  alerts,
  views,
  plan,
  clock,
  onError,
}: EvaluateArrivalsParts): EvaluateArrivals {
  const queryAll = async (
    requests: readonly EvaluationRequest[],
    shown: readonly EvaluatorView[],
    signal: AbortSignal,
  ): Promise<Answers> => {
    const answers = new Map(shown.map(({ sourcesId }) => [sourcesId, new Map<string, SideAnswers>()]));
    const ages = new Set(requests.flatMap(({ maxAgeSeconds }) => maxAgeSeconds ?? []));
    for (const [sourcesId, ofView] of answers) {
      const sharing = shown.filter((one) => one.sourcesId === sourcesId);
      const [view] = sharing;
      if (view === undefined) continue;
      for (const maxAgeSeconds of ages) {
        const notices = requests.filter(
          ({ maxAgeSeconds: age, partner, queriedViews }) =>
            age === maxAgeSeconds &&
            view.includes(partner) &&
            (queriedViews === undefined || sharing.some(({ id }) => queriedViews.includes(id))),
        );
        for (const [id, answer] of await querySides(executeQuery, { view, notices, maxAgeSeconds, signal })) ofView.set(id, answer);
      }
    }
    return answers;
  };

  return async (requests, { read, signal, confirm }) => {
    if (requests.length === 0) return true;
    const shown = views();
    const queriedMs = clock.now();
    const answers = await queryAll(requests, shown, signal);
    const histories = new Map<string, AlertHistory>();
    for (const { arrivalId, startsAgain } of requests) if (startsAgain) histories.set(arrivalId, await readHistory(alerts, arrivalId));
    signal.throwIfAborted();
    if ((await confirm?.()) === false) return false;
    const nowMs = clock.now();
    const byId = new Map(requests.map((request) => [request.arrivalId, request]));
    const change: ChangeState = (arrivalId, state, marks) => {
      const request = byId.get(arrivalId);
      if (request === undefined) return undefined;
      try {
        return stateAfter(state, request, { views: shown, marks, answers, history: histories.get(arrivalId), plan, queriedMs, nowMs });
      } catch (error) {
        onError(error, arrivalId);
        // Otherwise the arrival would be due again immediately.
        return state && { ...state, wakeAtMs: undefined, queryAtMs: state.queryAtMs === undefined ? undefined : nowMs + failedMs };
      }
    };
    await update([...byId.keys()], change, { read });
    return true;
  };
}

interface Moment {
  readonly views: readonly EvaluatorView[];
  readonly marks: readonly ArrivalMark[];
  readonly answers: Answers;
  readonly history?: AlertHistory | undefined;
  readonly plan: SchedulePlan;
  /** When the queries to the sides began. */
  readonly queriedMs: number;
  readonly nowMs: number;
}

/** Maximum number of alerts of one arrival that are read from the log. */
const maxHistory = 200;

async function readHistory(alerts: EvaluateArrivalsParts['alerts'], arrivalId: string): Promise<AlertHistory> {
  const filter = { all: [[arrivalTermOf(arrivalId)]] };
  const rows = await alerts.listCurrent({ order: 'NEWEST_FIRST', limit: maxHistory, filter });
  const history = new Map<string, LoggedAlert[]>();
  for (const { current } of rows.toReversed()) {
    const { view, ...alert } = JSON.parse(current.document.toString()) as AlertDocument;
    history.set(view, [...(history.get(view) ?? []), alert]);
  }
  return history;
}

/** Evaluates an arrival for each new version and event. Pure. @returns undefined if nothing has to be written */
export function stateAfter(held: ArrivalState | undefined, request: EvaluationRequest, moment: Moment): ArrivalState | undefined {
  const { arrivalId, partner } = request;
  const state = held !== undefined && request.startsAgain === true ? { ...held, views: dormantViews(held) } : held;
  const { nowMs, marks, plan } = moment;
  // An arrival that is not visible to any tenant is kept as well, because the access file may change.
  const views = viewsOfArrival(moment.views, partner, marks);
  const notices = newVersionsOf(state, request);
  const events = (request.events ?? []).filter(({ sequence }) => sequence > (state?.positions.events ?? 0));
  const { maxAgeSeconds, queriedViews } = request;
  const isQueried = maxAgeSeconds !== undefined;
  const isForClock = request.notices === undefined && request.events === undefined;
  const positions = {
    notices: Math.max(state?.positions.notices ?? 0, ...(request.notices ?? []).map(({ sequence }) => sequence)),
    events: Math.max(state?.positions.events ?? 0, ...(request.events ?? []).map(({ sequence }) => sequence)),
  };
  const last = notices.at(-1)?.evidence ?? state?.notice;
  if (last === undefined || (!isForClock && !isQueried && notices.length === 0 && events.length === 0)) return undefined;
  const queried = views.map(({ id }) => id).filter((id) => queriedViews?.includes(id) ?? true);
  const sides = isQueried ? sidesOf(state, { arrivalId, notice: last, maxAgeSeconds, moment, views: queried }) : undefined;
  const step = (more: Partial<EvaluationStep>): EvaluationStep => ({ arrivalId, views, nowMs, history: moment.history, ...more });
  let next = state;
  // A new arrival begins with everything that its sides state; what they stated before it was known is no news.
  if (next === undefined && notices.length > 1) next = evaluateStep(next, step({ notice: read(notices[0]), sides }), evaluate);
  for (const notice of notices.slice(state === undefined ? 1 : 0, -1)) {
    next = evaluateStep(next, step({ notice: read(notice), position: `notices:${notice.sequence}` }), evaluate);
  }
  const sidesAt = (place: number) => (sides && events.length > 0 ? sidesAsOf(sides, state, { events, place }) : sides);
  for (const [place, { sequence }] of events.slice(0, -1).entries()) {
    next = evaluateStep(next, step({ sides: sidesAt(place), position: `events:${sequence}` }), evaluate);
  }
  const [notice, event] = [notices.at(-1), events.at(-1)];
  const position = notice === undefined ? event && `events:${event.sequence}` : `notices:${notice.sequence}`;
  next = evaluateStep(next, step({ notice: notice && read(notice), sides: sidesAt(events.length - 1), positions, position }), evaluate);
  return { ...next, queryAtMs: queryAtOf(next, { isQueried, isAll: queriedViews === undefined, plan, nowMs }) };
}

/**
 * Returns the views that do not show the notice now. A rebuild keeps their memory, so that they continue from there when they
 * show the notice again.
 */
function dormantViews(state: ArrivalState): ArrivalState['views'] {
  return Object.fromEntries(Object.entries(state.views).filter(([id]) => shownIn(state, id) === undefined));
}

function read(notice: ReadNotice | undefined): ReadNotice | undefined {
  return notice && { evidence: notice.evidence, partyTerms: notice.partyTerms, partyWords: notice.partyWords };
}

/**
 * Returns the versions that have not been evaluated and were issued later than the previous ones. A late older version
 * changes nothing.
 */
function newVersionsOf(state: ArrivalState | undefined, { notices = [] }: EvaluationRequest): NonNullable<EvaluationRequest['notices']> {
  let newest = state === undefined ? Number.NEGATIVE_INFINITY : Date.parse(state.notice.issueDateTime);
  return notices.filter(({ sequence, evidence }) => {
    const issued = Date.parse(evidence.issueDateTime);
    // Versions that were read without their number, at the first start, have the number 0.
    if ((sequence > 0 && sequence <= (state?.positions.notices ?? 0)) || issued <= newest) return false;
    newest = issued;
    return true;
  });
}

function sidesOf(
  state: ArrivalState | undefined,
  of: {
    readonly arrivalId: string;
    readonly notice: NoticeEvidence;
    readonly maxAgeSeconds: number;
    readonly moment: Moment;
    readonly views: readonly string[];
  },
): ReadonlyMap<string, ViewSides> {
  const { arrivalId, notice, maxAgeSeconds, moment } = of;
  const callKey = callKeyOf(notice);
  const acceptedFromMs = moment.queriedMs - maxAgeSeconds * 1_000;
  const query = { queriedAt: new Date(moment.nowMs).toISOString(), callKey, acceptedFromMs };
  return new Map(
    of.views.map((view): [string, ViewSides] => {
      const { sourcesId = '', caller } = moment.views.find(({ id }) => id === view) ?? {};
      const answer = moment.answers.get(sourcesId)?.get(arrivalId);
      // The answer is about a newer version, which is evaluated later: what it states is not about this version.
      if (answer !== undefined && answer.callKey !== callKey) return [view, {}];
      const held = state?.views[view];
      const showsPort = caller?.entitlement.portCalls === true;
      return [
        view,
        {
          schedule: scheduleEvidenceOf(answer?.schedule, query, held?.schedule),
          port: showsPort ? portEvidenceOf(answer?.port, query, held?.port) : portNotAsked,
        },
      ];
    }),
  );
}

/**
 * Returns what the ports stated when an event of the page was the latest one. The evidence of schedules is always the
 * latest.
 */
function sidesAsOf(
  sides: ReadonlyMap<string, ViewSides>,
  state: ArrivalState | undefined,
  { events, place }: { readonly events: NonNullable<EvaluationRequest['events']>; readonly place: number },
): ReadonlyMap<string, ViewSides> {
  const page = events.map(({ event }) => event);
  return new Map(
    [...sides].map(([view, { schedule, port }]): [string, ViewSides] => [
      view,
      { schedule, port: port && portAsOf(port, { held: state?.views[view]?.port, events: page, place }) },
    ]),
  );
}

/** @param of.isQueried whether the sides of some view were queried; `isAll`: of all views */
function queryAtOf(
  state: ArrivalState,
  of: { readonly isQueried: boolean; readonly isAll: boolean; readonly plan: SchedulePlan; readonly nowMs: number },
): number | undefined {
  const { isQueried, isAll, plan, nowMs } = of;
  const views = shownViews(state);
  if (!views.some(({ snapshot }) => snapshot.isOpen)) return undefined;
  const couldQuery = views.every(({ schedule }) => schedule.couldQuery);
  const nextMs = nowMs + nextQueryMs(intervalOf(state, plan, nowMs), { couldQuery: couldQuery || !isQueried });
  return (isQueried && isAll) || state.queryAtMs === undefined ? nextMs : Math.min(state.queryAtMs, nextMs);
}
