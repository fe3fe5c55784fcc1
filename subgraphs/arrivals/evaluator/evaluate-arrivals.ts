import type { ExecuteQuery } from '#platform/graphql/engine.ts';
import type { Lease } from '#platform/log/background-task.ts';
import type { CursorSigner } from '#platform/log/cursor-signer.ts';
import type { Logger } from '#platform/logger.ts';
import { type ArrivalMark, arrivalTermOf } from '#platform/store/arrival-store.ts';
import type { Store } from '#platform/store/store.ts';
import type { Clock } from '#platform/time/clock.ts';
import { type ArrivalState, shownIn, shownViews, type ViewState } from '../arrival-state.ts';
import { createVisitEvaluations, type VisitEvaluations } from '../facts/evaluate-visit.ts';
import { noticeIdentityOf, type PortEvent } from '../model.ts';
import { callKeyOf, issueKeyOf, terminalOf } from '../statements/notice.ts';
import { formerPortsOf, portAsOf, portEventOf, portEvidenceOf, portNotAsked } from '../statements/port.ts';
import { hourMs } from '../statements/port-time.ts';
import { scheduleEvidenceOf } from '../statements/schedule.ts';
import { type AlertHistory, alertHistoryOf } from '../store/alert-entries.ts';
import { type AudienceTenant, queriedAtOf, type RowOf } from '../store/state-rows.ts';
import { type View, viewsOfArrival } from '../tenant-views.ts';
import type { FindActualTimes } from './actual-times.ts';
import { type EvaluationStep, evaluateStep, type ReadNotice, type ViewSides } from './evaluate-step.ts';
import { intervalOf, nextQueryMs, type PlannedMoment } from './plan.ts';
import { querySides, type SideAnswers, withoutSilentPartners } from './side-queries.ts';
import type { ReadArrival, ReadArrivals, UpdateArrivals } from './update-arrivals.ts';

/** What an evaluator works with. */
export interface EvaluatorContext {
  readonly store: Store;
  readonly rowOf: RowOf;
  /** Called when alerts have been appended to their log. */
  readonly onAppended: () => void;
  readonly executeQuery: ExecuteQuery;
  /** Returns whether a partner may be queried for schedules. */
  readonly offersSchedules: (partner: string) => boolean;
  readonly signer: CursorSigner;
  readonly update: UpdateArrivals;
  readonly tenants: () => readonly AudienceTenant[];
  readonly views: () => readonly View[];
  /** Seconds between two requests for the schedules of an arrival. Default: as planned */
  readonly scheduleSeconds?: number | undefined;
  /** Days for which arrivals stay open. Default: as for an evaluation */
  readonly openDays?: (() => number) | undefined;
  readonly findActualTimes: FindActualTimes;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
  readonly clock: Clock;
  readonly lease: Lease;
}

/** Maximum number of arrivals that are read and evaluated at a time, between which other requests are answered. */
export const pageSize = 50;
/** Maximum number of alerts of one arrival that are read from the log. */
const maxHistory = 200;

/** The input for evaluating an arrival. */
export interface EvaluationRequest {
  readonly arrivalId: string;
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

/** Answers by `sourcesId` of the views, and by arrival. */
type Answers = ReadonlyMap<string, ReadonlyMap<string, SideAnswers>>;

/**
 * What the evaluations of several pages of arrivals have in common, so that arrivals of one group stay equal: what the sides have
 * answered, by view, age and group, and the time of the evaluation.
 */
export interface CommonMoment {
  readonly answers: Map<string, SideAnswers>;
  /** Answers by their content: what the sides answer alike to several views is evaluated once. */
  readonly distinct: Map<string, SideAnswers>;
  nowMs?: number | undefined;
}

export function beginMoment(): CommonMoment {
  return { answers: new Map(), distinct: new Map() };
}

/** Maximum time that an evaluation may be dated back to the first one of its moment. */
const maxMomentMs = 10_000;

export interface EvaluationParts {
  /** States that have already been read. */
  readonly read: ReadArrivals;
  readonly signal: AbortSignal;
  /** Default: only these arrivals are evaluated at the moment. */
  readonly moment?: CommonMoment;
}

/**
 * Queries the sides of arrivals as requested, evaluates the arrivals and writes the results. An arrival that cannot be
 * evaluated is logged and remains unchanged.
 *
 * @param parts.confirm called when the sides have answered, returns whether to use the answers. Default: they are used
 * @returns false if the answers were not confirmed, so that nothing was written
 */
export async function evaluateArrivals(
  context: EvaluatorContext,
  requests: readonly EvaluationRequest[],
  parts: EvaluationParts & { readonly confirm?: () => Promise<boolean> },
): Promise<boolean> {
  if (requests.length === 0) return true;
  const { store, update, logger } = context;
  const { read, signal, confirm } = parts;
  const histories = new Map<string, AlertHistory>();
  for (const { arrivalId, startsAgain } of requests) if (startsAgain) histories.set(arrivalId, await readHistory(store, arrivalId));
  const answered = await answeredMoment(context, requests, parts);
  signal.throwIfAborted();
  if ((await confirm?.()) === false) return false;
  const { nowMs } = answered;
  const byId = new Map(requests.map((request) => [request.arrivalId, request]));
  const visits = createVisitEvaluations();
  const change: Parameters<UpdateArrivals>[1] = (arrivalId, state, marks) => {
    const request = byId.get(arrivalId);
    if (request === undefined) return undefined;
    try {
      const moment = { ...answered, marks, history: histories.get(arrivalId), visits };
      if (!isAskedSince(read.get(arrivalId), state) || request.startsAgain) return stateAfter(state, request, moment);
      // Another evaluator has asked the sides since, and may have got newer answers. They are asked again at once.
      const next = stateAfter(state, { ...request, maxAgeSeconds: undefined }, moment);
      return next && { ...next, queryAtMs: nowMs };
    } catch (error) {
      logger.error({ err: error, arrivalId }, 'an arrival could not be evaluated');
      // Otherwise the arrival would be due again immediately.
      return state && { ...state, wakeAtMs: undefined, queryAtMs: state.queryAtMs === undefined ? undefined : nowMs + hourMs };
    }
  };
  await update([...byId.keys()], change, { read });
  return true;
}

/** Returns whether another evaluator has asked the sides of an arrival since it was read. */
function isAskedSince(read: ReadArrival | undefined, held: ArrivalState | undefined): boolean {
  const askedAt = (state: ArrivalState | undefined) =>
    Object.entries(state?.views ?? {}).map(([id, { schedule, port }]) => [id, schedule.queriedAt, port.queriedAt].join());
  return read !== undefined && held !== undefined && held !== read.state && askedAt(read.state).join('\n') !== askedAt(held).join('\n');
}

/** Queries the sides, and returns on what the evaluations depend. */
export async function answeredMoment(
  context: EvaluatorContext,
  requests: readonly EvaluationRequest[],
  { read, signal, moment = beginMoment() }: EvaluationParts,
): Promise<Omit<Moment, 'marks' | 'history' | 'visits'>> {
  const { clock, scheduleSeconds } = context;
  const views = context.views();
  const queriedMs = clock.now();
  const answers = await queryAll(context, { requests, views, read, signal, ...moment });
  const partners = requests.map(({ arrivalId }) => noticeIdentityOf(arrivalId).partner);
  const statesActualTimes = await context.findActualTimes(partners, views);
  const nowMs = clock.now();
  if (moment.nowMs === undefined || nowMs - moment.nowMs > maxMomentMs) moment.nowMs = nowMs;
  const of = { views, answers, statesActualTimes, openDays: context.openDays?.(), scheduleSeconds, queriedMs, nowMs: moment.nowMs };
  return { ...of, evidence: new Map(), unmarked: new Map() };
}

/**
 * Queries the sides once for all views with the same sources, and for one arrival of each group, or of the new ones that the sides
 * find by the same values.
 */
async function queryAll(
  context: EvaluatorContext,
  of: Pick<EvaluationParts, 'read' | 'signal'> &
    CommonMoment & { readonly requests: readonly EvaluationRequest[]; readonly views: readonly View[] },
): Promise<Answers> {
  const { requests, views, read, distinct, signal } = of;
  const asking = requests.flatMap((request) => {
    const { arrivalId, maxAgeSeconds, startsAgain, notices } = request;
    if (maxAgeSeconds === undefined) return [];
    const { group, state } = read.get(arrivalId) ?? {};
    const first = state === undefined ? newestOf(notices ?? []) : undefined;
    const { matchKey } = state ?? first ?? {};
    const ofNew = first?.matchKey && `${first.matchKey} ${callKeyOf(first.evidence)}`;
    const name = startsAgain === true ? undefined : notices === undefined ? group : ofNew;
    const { partner } = noticeIdentityOf(arrivalId);
    return [{ request, partner, matchKey, group: name && `${maxAgeSeconds} ${name}` }];
  });
  const bySources = new Map(views.map((view) => [view.sourcesId, view]));
  const parts = [...bySources.values()].map(({ sourcesId, caller, includes }) => {
    const ids = new Set<string>(views.flatMap((view) => (view.sourcesId === sourcesId ? [view.id] : [])));
    const into = new Map<string, SideAnswers>();
    const keyOf = (group: string) => `${sourcesId} ${group}`;
    const wanted = asking.filter(
      ({ request: { queriedViews }, partner }) => (queriedViews?.some((id) => ids.has(id)) ?? true) && includes(partner),
    );
    const asked = new Set<string>();
    const first: typeof wanted = [];
    const others: typeof wanted = [];
    for (const one of wanted) {
      const { group } = one;
      const isOfAsked = group !== undefined && (asked.has(group) || of.answers.has(keyOf(group)));
      (isOfAsked ? others : first).push(one);
      if (group !== undefined) asked.add(group);
    }
    return { sourcesId, caller, into, keyOf, first, others };
  });
  const questions = parts.flatMap(({ first, caller, into }) => first.map(({ request }) => ({ request, caller, into })));
  await querySides(context, await withoutSilentPartners(context, questions, signal), { distinct, signal });
  const left = parts.flatMap(({ caller, into, keyOf, first, others }) => {
    for (const { request, group, matchKey } of first) {
      const answer = into.get(request.arrivalId);
      // Otherwise the notice has changed since it was read.
      const isOfGroup = answer?.matchKey !== undefined && answer.matchKey === matchKey;
      if (group !== undefined && isOfGroup) of.answers.set(keyOf(group), answer);
    }
    return others.flatMap(({ request, group }) => {
      const answer = group === undefined ? undefined : of.answers.get(keyOf(group));
      if (answer !== undefined) into.set(request.arrivalId, answer);
      return answer === undefined ? [{ request, caller, into }] : [];
    });
  });
  await querySides(context, left, { distinct, signal });
  return new Map(parts.map(({ sourcesId, into }) => [sourcesId, into]));
}

/** Returns the version of a notice that was issued last, of equal ones the first. */
export function newestOf<Notice extends ReadNotice>(notices: readonly Notice[]): Notice | undefined {
  const [first, ...others] = notices;
  return others.reduce((left, right) => (left && issueKeyOf(right.evidence) > issueKeyOf(left.evidence) ? right : left), first);
}

async function readHistory(store: Store, arrivalId: string): Promise<AlertHistory> {
  const filter = { all: [[arrivalTermOf(arrivalId)]] };
  const rows = await store.versions('arrival-alerts').listCurrent({ order: 'NEWEST_FIRST', limit: maxHistory, filter });
  return alertHistoryOf(rows.map(({ current }) => current).toReversed());
}

/** What was made of an answer, and of what besides. */
interface MadeSides {
  readonly of: string;
  readonly schedule: ViewState['schedule'] | undefined;
  readonly port: ViewState['port'] | undefined;
  readonly portCalls: boolean;
  readonly sides: ViewSides;
}

/** Everything on which the evaluation of one request depends. */
interface Moment extends PlannedMoment {
  readonly views: readonly View[];
  readonly marks: readonly ArrivalMark[];
  readonly answers: Answers;
  readonly history?: AlertHistory | undefined;
  readonly statesActualTimes?: Awaited<ReturnType<FindActualTimes>> | undefined;
  readonly openDays?: number | undefined;
  readonly visits?: VisitEvaluations | undefined;
  /** When the queries to the sides began. */
  readonly queriedMs: number;
  /** What was last made of each answer, so that arrivals which share it have the same evidence. */
  readonly evidence?: Map<SideAnswers, MadeSides>;
  /** The views by the partner of the notice, of arrivals without marks. */
  readonly unmarked?: Map<string, ReturnType<typeof viewsOfArrival>>;
}

/** Evaluates an arrival for each new version and event. Pure. @returns undefined if nothing has to be written */
export function stateAfter(held: ArrivalState | undefined, request: EvaluationRequest, moment: Moment): ArrivalState | undefined {
  const { arrivalId, maxAgeSeconds, queriedViews } = request;
  const { nowMs, history, openDays, visits } = moment;
  const state = held !== undefined && request.startsAgain === true ? { ...held, views: dormantViews(held) } : held;
  // An arrival that is not visible to any tenant is kept as well, because the access file may change.
  const { partner } = noticeIdentityOf(arrivalId);
  const views = evaluatedViewsOf(partner, moment);
  const notices = newVersionsOf(state, request);
  const events = (request.events ?? []).filter(({ sequence }) => sequence > (state?.positions.events ?? 0));
  const isQueried = maxAgeSeconds !== undefined;
  const isForClock = request.notices === undefined && request.events === undefined;
  const last = notices.at(-1)?.evidence ?? state?.notice;
  if (last === undefined) return undefined;
  // A late older version may add days by which the sides find the call (EARLIER_DAYS). They are asked when no event is left to follow.
  const isLate = (request.notices ?? []).some((one) => one.sequence > (state?.positions.notices ?? 0) && !notices.includes(one));
  if (!isForClock && !isQueried && !isLate && notices.length === 0 && events.length === 0) return undefined;
  const positions = {
    notices: Math.max(state?.positions.notices ?? 0, ...(request.notices ?? []).map(({ sequence }) => sequence)),
    events: Math.max(state?.positions.events ?? 0, ...(request.events ?? []).map(({ sequence }) => sequence)),
  };
  const queried = views.filter(({ id }) => queriedViews?.includes(id) ?? true);
  const callKey = callKeyOf(last);
  const facility = terminalOf(last);
  const ofSides = { request, callKey, facility, terminal: JSON.stringify(facility ?? null), moment };
  const sides = new Map(isQueried ? queried.map((view) => [view.id, sidesOf(state?.views[view.id], { ...ofSides, view })]) : []);
  const page = events.map(({ event }) => event);
  /** Returns what the ports stated when an event of the page was the latest one. Schedules are always the latest. */
  const sidesAt = (place: number): ReadonlyMap<string, ViewSides> => {
    if (page.length === 0) return sides;
    const made = new Map<ViewSides, ViewSides>();
    return new Map(
      [...sides].map(([id, of]): [string, ViewSides] => {
        // Sides are one object only for views with the same port.
        const then = made.get(of) ?? {
          ...of,
          port: of.port && portAsOf(of.port, { held: state?.views[id]?.port, events: page, place }),
        };
        made.set(of, then);
        return [id, then];
      }),
    );
  };
  const [notice, event] = [notices.at(-1), events.at(-1)];
  const position = notice === undefined ? event && `events:${event.sequence}` : `notices:${notice.sequence}`;
  const steps: readonly Partial<EvaluationStep>[] = [
    // A new arrival begins with everything that its sides state; what they stated before it was known is no news.
    ...(state === undefined && notices.length > 1 ? [{ notice: notices[0], sides }] : []),
    ...notices.slice(state === undefined ? 1 : 0, -1).map((version) => ({ notice: version, position: `notices:${version.sequence}` })),
    ...events.slice(0, -1).map(({ sequence }, place) => ({ sides: sidesAt(place), position: `events:${sequence}` })),
    { notice, sides: sidesAt(events.length - 1), positions, position },
  ];
  let next = state;
  for (const step of steps) next = evaluateStep(next, { arrivalId, views, nowMs, history, openDays, visits, ...step });
  if (next === undefined) return undefined;
  const { matchKey = isLate ? undefined : next.matchKey } = answerAbout(callKey, arrivalId, moment) ?? {};
  const queryAtMs = queryAtOf(next, { isQueried, isAll: queriedViews === undefined, moment });
  return { ...next, matchKey, queryAtMs: isLate && queryAtMs !== undefined ? nowMs : queryAtMs };
}

/** Returns the views in which an arrival of a partner is evaluated. */
function evaluatedViewsOf(partner: string, { views, marks, statesActualTimes, unmarked }: Moment): ReturnType<typeof viewsOfArrival> {
  const known = marks.length === 0 ? unmarked?.get(partner) : undefined;
  if (known !== undefined) return known;
  const evaluated = viewsOfArrival(views, partner, marks).map((view) => ({
    ...view,
    statesActualTimes: statesActualTimes?.(view.id, partner),
  }));
  if (marks.length === 0) unmarked?.set(partner, evaluated);
  return evaluated;
}

/** Returns an answer about the call of an arrival, whichever view it is for. */
function answerAbout(callKey: string, arrivalId: string, { answers }: Moment): SideAnswers | undefined {
  for (const ofView of answers.values()) {
    const answer = ofView.get(arrivalId);
    if (answer?.callKey === callKey) return answer;
  }
  return undefined;
}

/**
 * Returns the views that do not show the notice now. A rebuild keeps their memory, so that they continue from there when they
 * show the notice again.
 */
function dormantViews(state: ArrivalState): ArrivalState['views'] {
  return Object.fromEntries(Object.entries(state.views).filter(([id]) => shownIn(state, id) === undefined));
}

/**
 * Returns the versions that have not been evaluated and were issued later than the previous ones. A late older version
 * changes nothing.
 */
function newVersionsOf(state: ArrivalState | undefined, { notices = [] }: EvaluationRequest): NonNullable<EvaluationRequest['notices']> {
  let newest = state === undefined ? Number.NEGATIVE_INFINITY : Date.parse(state.notice.issueDateTime);
  return notices.filter(({ sequence, evidence }) => {
    const issued = Date.parse(evidence.issueDateTime);
    // Versions that were read without their number, at the first start or in a rebuild, have the number 0.
    const isReadAgain = sequence === 0 && evidence.versionId === state?.notice.versionId;
    if (!isReadAgain && ((sequence > 0 && sequence <= (state?.positions.notices ?? 0)) || issued <= newest)) return false;
    newest = issued;
    return true;
  });
}

/** Returns the evidence of the sides that were queried for a view. */
function sidesOf(
  held: ViewState | undefined,
  of: {
    readonly view: Pick<View, 'sourcesId' | 'caller'>;
    readonly request: EvaluationRequest;
    readonly callKey: string;
    readonly facility: ReturnType<typeof terminalOf>;
    /** The JSON of the facility. */
    readonly terminal: string;
    readonly moment: Moment;
  },
): ViewSides {
  const { view, request, callKey, facility, terminal, moment } = of;
  const answer = moment.answers.get(view.sourcesId)?.get(request.arrivalId);
  // The answer is about a newer version, which is evaluated later: what it states is not about this version.
  if (answer !== undefined && answer.callKey !== callKey) return {};
  const made = answer && moment.evidence?.get(answer);
  const { portCalls } = view.caller.entitlement;
  if (made?.of === terminal && made.schedule === held?.schedule && made.port === held?.port && made.portCalls === portCalls)
    return made.sides;
  const acceptedFromMs = moment.queriedMs - (request.maxAgeSeconds ?? 0) * 1_000;
  const query = { queriedAt: new Date(moment.nowMs).toISOString(), callKey, acceptedFromMs, facility };
  const port = portCalls ? portEvidenceOf(answer?.port, query, held?.port) : portNotAsked;
  const versions = request.startsAgain === true ? answer?.port?.events.flatMap(({ event }) => event.versions ?? []) : undefined;
  const sides = {
    schedule: scheduleEvidenceOf(answer?.schedule, query, held?.schedule),
    port,
    formerPorts: versions && formerPortsOf(port, versions.map(portEventOf), moment.nowMs),
  };
  if (answer !== undefined) moment.evidence?.set(answer, { of: terminal, schedule: held?.schedule, port: held?.port, portCalls, sides });
  return sides;
}

/** @param of.isQueried whether the sides of some view were queried; `isAll`: of all views */
function queryAtOf(
  state: ArrivalState,
  { isQueried, isAll, moment }: { readonly isQueried: boolean; readonly isAll: boolean; readonly moment: Moment },
): number | undefined {
  const views = shownViews(state);
  if (!views.some(({ ends }) => ends.isOpen)) return undefined;
  const couldQuery = !isQueried || views.every(({ schedule }) => schedule.couldQuery);
  const unansweredMs = couldQuery ? undefined : moment.nowMs - (queriedAtOf(state) ?? moment.nowMs);
  const nextMs = moment.nowMs + nextQueryMs(intervalOf(state, moment), unansweredMs);
  return (isQueried && isAll) || state.queryAtMs === undefined ? nextMs : Math.min(state.queryAtMs, nextMs);
}
