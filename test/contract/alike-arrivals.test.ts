import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { createCursorSigner } from '#platform/log/cursor-signer.ts';
import { cursorsIn } from '#platform/log/log-page.ts';
import { type ArrivalMark, type ArrivalStore, marksOn, type StoredArrival } from '#platform/store/arrival-store.ts';
import { createSqliteStore } from '#platform/store/sqlite/store.ts';
import type { Store } from '#platform/store/store.ts';
import type { Clock } from '#platform/time/clock.ts';
import { ruleOf } from '../../subgraphs/arrivals/alerts.ts';
import { type ArrivalState, shownIn } from '../../subgraphs/arrivals/arrival-state.ts';
import { createFindActualTimes } from '../../subgraphs/arrivals/evaluator/actual-times.ts';
import { beginMoment, type EvaluatorContext, evaluateArrivals } from '../../subgraphs/arrivals/evaluator/evaluate-arrivals.ts';
import { evaluateSharing } from '../../subgraphs/arrivals/evaluator/evaluate-sharing.ts';
import { followEvents, followNotices } from '../../subgraphs/arrivals/evaluator/followed-logs.ts';
import { createRefresh } from '../../subgraphs/arrivals/evaluator/passes.ts';
import { intervalOf, plannedMaxAgeSeconds } from '../../subgraphs/arrivals/evaluator/plan.ts';
import { createUpdateArrivals, findArrivals, readArrivals } from '../../subgraphs/arrivals/evaluator/update-arrivals.ts';
import { EventLogDocument, NoticeLogDocument } from '../../subgraphs/arrivals/generated/queries.ts';
import { collectedChange, createMarks, createMarkWriter } from '../../subgraphs/arrivals/marks.ts';
import { arrivalIdOf } from '../../subgraphs/arrivals/model.ts';
import { alertDocumentOf } from '../../subgraphs/arrivals/store/alert-entries.ts';
import { createRowOf, scopeOf, stateOf } from '../../subgraphs/arrivals/store/state-rows.ts';
import { viewsOf } from '../../subgraphs/arrivals/tenant-views.ts';
import { isVisitTerm } from '../../subgraphs/arrivals/terms.ts';
import {
  type DocumentAttribute,
  type DocumentContent,
  documentAttributes,
  documentValues,
  eventFieldsOf,
  matchKeyOf,
  noticeFieldsOf,
  type PushedEvent,
  type PushedNotice,
  portAnswerOf,
  type StatedSchedule,
  scheduleAnswerOf,
  tenantsOfTest,
  transportOf,
  usualContent,
} from '../support/alike-documents.ts';
import { startMs } from '../support/arrival-evidence.ts';
import { temporaryFolder } from '../support/landfall.ts';
import { openMongo } from '../support/mongo.ts';
import { casesOf } from '../support/random-cases.ts';

const hourMs = 3_600_000;
const { signal } = new AbortController();

/** What groups of several arrivals got in common. */
interface Counts {
  replaced: number;
  changedAlike: number;
  alerts: number;
  /** Of each query of sides: the partners of the view, and the number of documents. */
  readonly asked: (readonly [partners: string, documents: number])[];
}

/** A store, and the evaluation into it. */
interface Side {
  readonly store: Store;
  readonly context: EvaluatorContext;
  readonly refresh: ReturnType<typeof createRefresh>;
  readonly marksOf: (tenant: string) => ReturnType<typeof createMarks>;
}

/** Where the logs of both stores and of all cases continue. */
interface Logs {
  readonly notices: PushedNotice[];
  readonly events: PushedEvent[];
}

/** What all cases have in common. */
interface Common {
  readonly logs: Logs;
  readonly counts: Counts;
}

/** Creates a ship, its documents, and the evaluation of each of them by itself and by groups. */
function createShip([shared, single]: readonly [Store, Store], { logs, counts }: Common, first: readonly number[]) {
  let nowMs = startMs;
  const clock: Clock = { now: () => nowMs, wait: () => new Promise(() => {}) };
  const signer = createCursorSigner(randomBytes(32));
  const since = { notices: logs.notices.length, events: logs.events.length };
  let tenants = first.flatMap((place) => tenantsOfTest[place] ?? []);
  let schedule: StatedSchedule | undefined;
  let whenGrouped: (() => Promise<void>) | undefined;
  let isAway: 'none' | 'with-ports' | 'without-ports' | 'schedule' | 'ports' = 'none';
  const pushed = () => logs.notices.slice(since.notices);
  const versionsOf = (of: PushedNotice) => pushed().filter((one) => idOf(one) === idOf(of));
  const currentOf = (of: PushedNotice) => versionsOf(of).reduce((left, right) => (right.issuedHours > left.issuedHours ? right : left));
  const keyOf = (notice: PushedNotice) =>
    matchKeyOf(
      notice,
      versionsOf(notice).flatMap((one) =>
        one.issuedHours < notice.issuedHours && one.content.day !== notice.content.day ? (one.content.day ?? []) : [],
      ),
    );
  const currentEvents = () => [...new Map(logs.events.slice(since.events).map((event) => [event.eventID, event])).values()];

  const executeQuery: EvaluatorContext['executeQuery'] = async ({ document, variables, caller }) => {
    const {
      after,
      first,
      references = [],
      portCalls,
    } = variables as { after: string; first: number; references?: string[]; portCalls: boolean };
    if (document === NoticeLogDocument || document === EventLogDocument) {
      const [name, log] =
        document === NoticeLogDocument
          ? (['arrival-notice-versions', logs.notices] as const)
          : (['port-call-events', logs.events] as const);
      const { cursorOf, sequenceOf } = cursorsIn(name, signer);
      const from = sequenceOf(after);
      const page = log.slice(from, from + first);
      const contentOf = (one: PushedNotice | PushedEvent) =>
        'content' in one ? noticeFieldsOf(one, keyOf(one)) : { ...eventFieldsOf(one), vessel: { vesselIMONumber: '9321483' } };
      const events = page.map((one, index) => ({ cursor: cursorOf(from + index + 1), content: contentOf(one), missed: null }));
      return { data: { log: { events, cursor: cursorOf(from + page.length), hasMore: from + page.length < log.length } }, errors: [] };
    }
    counts.asked.push([String(caller.entitlement.partners), references.length]);
    if (isAway === (portCalls ? 'with-ports' : 'without-ports')) return { data: null, errors: [] };
    const known = new Map(pushed().map((notice) => [idOf(notice), currentOf(notice)]));
    const nodes = [...known.values()]
      .filter(({ reference }) => references.includes(reference))
      .map((notice) => {
        const { content, reference } = notice;
        // A notice of another voyage is not found, nor one whose earlier versions stated a day of another call.
        const isFound = content.voyage !== '650E' && !keyOf(notice).endsWith('["2026-03-04"]]');
        const isDoubtful = schedule?.outcome === 'AMBIGUOUS';
        const arrivalCall =
          schedule === undefined || isAway === 'schedule' ? null : scheduleAnswerOf(isFound ? schedule : { ...schedule, outcome: 'NONE' });
        const portCallEvents = portCalls && isAway !== 'ports' ? portAnswerOf(isFound && !isDoubtful ? currentEvents() : []) : null;
        const current = { transport: transportOf(notice), arrivalMatchKey: keyOf(notice), arrivalCall, portCallEvents };
        return { partner: { id: content.partner }, transportDocumentReference: reference, typeLabel: content.typeLabel ?? null, current };
      });
    return { data: { arrivalNotices: { nodes, pageInfo: { hasNextPage: false, endCursor: null } } }, errors: [] };
  };

  const sideOf = (opened: Store, arrivals: ArrivalStore): Side => {
    const heads = { 'arrival-notice-versions': logs.notices, 'port-call-events': logs.events };
    const store = {
      ...opened,
      arrivals,
      versions: (log: Parameters<Store['versions']>[0]) => {
        const followed = heads[log as keyof typeof heads];
        if (followed === undefined) return opened.versions(log);
        const followedLog = {
          bounds: async () => ({ head: followed.length }),
          hasCurrent: async (ids: readonly string[]) => ids.map(() => true),
        };
        return followedLog as unknown as ReturnType<Store['versions']>;
      },
    } as Store;
    const rowOf = createRowOf(() => tenants, clock);
    const onAppended = () => {};
    const update = createUpdateArrivals(store, rowOf, onAppended);
    const context: EvaluatorContext = {
      ...{ store, rowOf, onAppended, executeQuery, signer, update, clock },
      tenants: () => tenants,
      views: () => viewsOf(tenants),
      offersSchedules: () => true,
      findActualTimes: createFindActualTimes(store, clock),
      logger: {
        warn: () => {},
        error: (...values: unknown[]) => {
          throw Object.assign(new Error('not evaluated'), { cause: values });
        },
      },
      lease: { holds: async () => true, distrust: () => {}, release: async () => {} },
    };
    const write = createMarkWriter(update, clock, () => {});
    return {
      store,
      context,
      refresh: createRefresh(context),
      marksOf: (tenant) => createMarks(write, { tenant, subject: undefined }, clock),
    };
  };
  const sides = [
    sideOf(shared, {
      ...shared.arrivals,
      sharingByTerms: async (terms) => {
        const found = await shared.arrivals.sharingByTerms(terms);
        const change = found.length === 0 ? undefined : whenGrouped;
        whenGrouped = undefined;
        await change?.();
        return found;
      },
      replaceShared: async (stored, lines) => {
        const isReplaced = await shared.arrivals.replaceShared(stored, lines);
        if (isReplaced) counts.replaced += 1;
        return isReplaced;
      },
      changeAlike: async (change) => {
        const changed = await shared.arrivals.changeAlike(change);
        if (changed.filter(Boolean).length > 1) counts.changedAlike += 1;
        if (change.arrivals.length > 1 && change.arrivals.some(({ alerts = [] }) => alerts.length > 0)) counts.alerts += 1;
        return changed;
      },
    }),
    // Without groups each arrival is evaluated by itself, and asks by itself.
    sideOf(single, {
      ...single.arrivals,
      write: (writes) => single.arrivals.write(writes.map((one) => ({ ...one, row: { ...one.row, group: undefined } }))),
    }),
  ] as const;

  const wake = async (): Promise<boolean> => {
    const due = await Promise.all(sides.map(({ store }) => store.arrivals.dueBy('wake', nowMs, 500)));
    const ids = [...new Set(due.flat().map(({ arrivalId }) => arrivalId))];
    for (const { context } of sides) {
      const read = await findArrivals(context.store, ids);
      const requests = ids.map((arrivalId) => ({ arrivalId }));
      await evaluateArrivals(context, requests, { read, signal });
    }
    return ids.length > 0;
  };
  /** Asks about all arrivals when one of them is due, because those of a group are asked early. */
  const query = async (): Promise<void> => {
    const due = await Promise.all(sides.map(({ store }) => store.arrivals.dueBy('query', nowMs, 1)));
    if (due.flat().length === 0) return;
    for (const { context } of sides) {
      const { arrivals } = context.store;
      const before = new Map((await arrivals.scan({ limit: 500 })).map((row) => [row.arrivalId, row]));
      const requestOf = (row: StoredArrival, state: ArrivalState | undefined) => {
        if (state === undefined || row.queryAtMs === undefined || row.revision !== before.get(row.arrivalId)?.revision) return undefined;
        return { arrivalId: row.arrivalId, maxAgeSeconds: plannedMaxAgeSeconds(intervalOf(state, { nowMs })) };
      };
      const terms = [...before.values()].flatMap((row) => row.terms.filter(isVisitTerm));
      await evaluateSharing(context, { terms, requestOf, signal, moment: beginMoment() });
      const rows = await arrivals.scan({ limit: 500 });
      const read = readArrivals(rows);
      const requests = rows.flatMap((row) => requestOf(row, read.get(row.arrivalId)?.state) ?? []);
      await evaluateArrivals(context, requests, { read, signal });
    }
  };

  return {
    sides,
    advance: (milliseconds: number) => {
      nowMs += milliseconds;
    },
    advanceToNextDue: async () => {
      const rows = await single.arrivals.scan({ limit: 500 });
      const next = Math.min(
        ...rows.flatMap(({ wakeAtMs, queryAtMs }) => [wakeAtMs ?? Number.POSITIVE_INFINITY, queryAtMs ?? Number.POSITIVE_INFINITY]),
      );
      if (Number.isFinite(next)) nowMs = Math.max(nowMs, next);
    },
    nowHours: () => (nowMs - startMs) / hourMs,
    pushNotice: (notice: Omit<PushedNotice, 'number' | 'receivedHours'>) => {
      logs.notices.push({ ...notice, number: logs.notices.length, receivedHours: (nowMs - startMs) / hourMs });
    },
    pushEvent: (event: Omit<PushedEvent, 'number' | 'receivedHours'>) => {
      // Each is received in another millisecond.
      nowMs += 1;
      logs.events.push({ ...event, number: logs.events.length, receivedHours: (nowMs - startMs) / hourMs });
    },
    stateSchedule: (stated: StatedSchedule | undefined) => {
      schedule = stated;
    },
    /** Sets what another writer does after groups were read. */
    setWhenGrouped: (change: () => Promise<void>) => {
      whenGrouped = change;
    },
    setAway: (away: typeof isAway) => {
      isAway = away;
    },
    addTenant: () => {
      tenants = tenantsOfTest.filter(
        (tenant) => tenants.includes(tenant) || tenantsOfTest.find((one) => !tenants.includes(one)) === tenant,
      );
    },
    refresh: async () => {
      for (const { refresh } of sides) {
        refresh.request();
        while (await refresh.evaluatePage(signal));
      }
    },
    tenants: () => tenants,
    notices: () => [...new Map(pushed().map((notice) => [idOf(notice), currentOf(notice)])).values()],
    /** Runs rounds until nothing is left to evaluate. */
    round: async () => {
      for (const { context } of sides) {
        while (await followNotices(context, signal));
        while (await followEvents(context, signal));
      }
      for (let isDue = true, left = 20; isDue && left > 0; left -= 1) isDue = await wake();
      await query();
    },
  };
}

function idOf({ reference, content: { partner, typeLabel } }: PushedNotice): string {
  return arrivalIdOf({ partner, transportDocumentReference: reference, typeLabel });
}

/** Expects equal JSON. Texts are compared first, because comparing objects takes most of the time of a history. */
function expectSame(left: unknown, right: unknown, what: string): void {
  const [one, other] = [JSON.stringify(left), JSON.stringify(right)];
  if (one !== other) expect(JSON.parse(one), what).toEqual(JSON.parse(other));
}

/** Returns everything that is stored about arrivals, in a form of which the JSON can be compared. */
async function storedIn({ arrivals }: Store, scopes: readonly string[]) {
  const rows = await arrivals.scan({ limit: 500 });
  const lists: Record<string, unknown> = {};
  for (const scope of scopes) {
    const listed = await arrivals.list({ scope, order: 'ATTENTION', limit: 500 });
    lists[scope] = listed.map(({ arrival: { arrivalId }, entry }) => [arrivalId, entry]).toSorted();
  }
  return {
    lists,
    rows: rows.map((row) => {
      const { wakeAtMs: _, queryAtMs: __, ...state } = stateOf(row);
      const { terms, entries } = row;
      return {
        state,
        terms: [...new Set(terms)].toSorted(),
        entries: entries.toSorted((left, right) => (left.scopes[0] < right.scopes[0] ? -1 : 1)),
      };
    }),
    due: new Map(rows.map(({ arrivalId, wakeAtMs, queryAtMs }) => [arrivalId, { wakeAtMs, queryAtMs }])),
  };
}

/** Returns the alerts in the log after a number, as sorted JSON, and the number of the last one. */
async function alertsIn(store: Store, after: number) {
  const log = store.versions('arrival-alerts');
  while ((await log.assignSequences()) > 0);
  const { entries } = await log.readLog({ after, limit: 5_000 });
  const alerts = entries.map((entry) => {
    const { position, ...alert } = alertDocumentOf(entry);
    // What the clock alone changes is evaluated when it is due, also if that is after an event.
    const ofLog = ruleOf(alert.kind).isOfVisit === true ? { position } : {};
    return JSON.stringify({ ...alert, ...ofLog, partner: entry.partner, entityId: entry.entityId, terms: entry.terms.toSorted() });
  });
  return { alerts: alerts.toSorted(), last: entries.at(-1)?.sequence ?? after };
}

const oneOf = (...values: readonly number[]): fc.Arbitrary<number> => fc.constantFrom(...values);

const changesArb: fc.Arbitrary<Changes> = fc.array(
  fc
    .integer({ min: 0, max: documentAttributes.length - 1 })
    .chain((attribute) => fc.tuple(fc.constant(attribute), fc.integer({ min: 0, max: 5 }))),
  { maxLength: 2 },
);
type Changes = readonly (readonly [attribute: number, value: number])[];

function changed(content: DocumentContent, changes: Changes): DocumentContent {
  return Object.assign(
    { ...content },
    ...changes.map(([place, value]) => {
      const name = documentAttributes[place] ?? 'day';
      const values = documentValues[name];
      return { [name]: values[value % values.length] };
    }),
  );
}

const eventArb = fc.record({
  eventID: fc.constantFrom('berth-EST', 'berth-EST', 'berth-EST', 'berth-PLN', 'pilot', 'discharge', 'omission'),
  actual: fc.integer({ min: 0, max: 9 }),
  hours: oneOf(100, 150, 156, 160, 162, 168, 180, 192, 230, -10, 20, 60),
  flag: fc.constantFrom(undefined, undefined, undefined, undefined, undefined, 'isFYI', 'isCanceled', 'isDeclined') as fc.Arbitrary<
    PushedEvent['flag']
  >,
});

const stepArb = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('events' as const),
      events: fc.array(eventArb, { minLength: 1, maxLength: 3 }),
      minutes: oneOf(0, 1, 7, 90),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('schedule' as const),
      outcome: fc.constantFrom('UNIQUE', 'UNIQUE', 'UNIQUE', 'NONE', 'AMBIGUOUS') as fc.Arbitrary<StatedSchedule['outcome']>,
      classifier: fc.constantFrom('EST', 'EST', 'PLN', 'ACT'),
      hours: oneOf(150, 160, 170, 190, 220, 500),
      event: eventArb,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('away' as const),
      away: fc.constantFrom('none', 'none', 'with-ports', 'without-ports', 'schedule', 'ports') as fc.Arbitrary<'none'>,
      event: eventArb,
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('clock' as const), hours: oneOf(0.2, 2, 13, 25, 49, 73, 100) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('due' as const), event: eventArb }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('notice' as const), document: fc.nat(20), changes: changesArb, isOlder: fc.boolean() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('mark' as const),
      tenant: fc.nat(5),
      alert: fc.nat(8),
      mark: fc.constantFrom('ACKNOWLEDGED', 'ACKNOWLEDGED', 'SNOOZED', 'COLLECTED', 'UNMARK') as fc.Arbitrary<
        'ACKNOWLEDGED' | 'SNOOZED' | 'COLLECTED' | 'UNMARK'
      >,
      until: oneOf(1, 20),
      documents: fc.uniqueArray(fc.nat(6), { minLength: 1, maxLength: 6 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('tenant' as const), event: eventArb }) },
);
type Step =
  | (typeof stepArb extends fc.Arbitrary<infer One> ? One : never)
  /** A mark of a tenant on the first document, which is set while an event is evaluated. */
  | { readonly kind: 'mark-meanwhile'; readonly event: StepEvent };
type StepEvent = typeof eventArb extends fc.Arbitrary<infer One> ? One : never;

const shipArb = fc.record({
  tenants: fc.constantFrom<readonly number[]>([0, 1, 2], [0, 2], [0, 1, 2, 3], [0, 4], [3], [0, 5], [3, 5, 6]),
  base: changesArb,
  documents: fc.array(
    fc.record({
      changes: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: changesArb }),
      issued: fc.integer({ min: -40, max: -1 }),
      isLabelled: fc.integer({ min: 0, max: 9 }),
    }),
    {
      minLength: 3,
      maxLength: 7,
    },
  ),
  steps: fc.array(stepArb, { minLength: 3, maxLength: 14 }),
});
type Case = Omit<typeof shipArb extends fc.Arbitrary<infer One> ? One : never, 'steps'> & { readonly steps: readonly Step[] };

async function compare(
  stores: readonly [Store, Store],
  common: Common,
  { tenants, base, documents: generated, steps }: Case,
): Promise<void> {
  const ship = createShip(stores, common, tenants);
  let readThrough = await Promise.all(stores.map(async (store) => (await store.versions('arrival-alerts').bounds()).head));
  const pushEvent = ({ eventID, actual, hours, flag }: StepEvent) => {
    const kinds = {
      'berth-EST': 'BERTH ARRI',
      'berth-PLN': 'BERTH ARRI',
      pilot: 'PILOT_BOARDING_PLACE ARRI',
      discharge: 'DISCHARGE_CARGO_OPERATIONS CMPL',
    } as const;
    const kind = eventID === 'omission' ? (actual < 6 ? 'OMITTED' : 'RESUMED') : kinds[eventID];
    const classifier = actual === 0 ? 'ACT' : actual === 1 ? 'REQ' : eventID === 'berth-PLN' ? 'PLN' : 'EST';
    const serviceDateTime = new Date(startMs + hours * hourMs).toISOString();
    ship.pushEvent({ eventID, kind, classifier, serviceDateTime, flag });
  };
  const settle = async (what: string) => {
    await ship.round();
    const scopes = [...new Set(ship.tenants().flatMap((tenant) => [scopeOf(tenant), `tenant:${tenant.name}`]))];
    const [shared, single] = await Promise.all(stores.map((store) => storedIn(store, scopes)));
    const logged = await Promise.all(stores.map((store, index) => alertsIn(store, readThrough[index] ?? 0)));
    readThrough = logged.map(({ last }) => last);
    expect(logged[0]?.alerts, `alerts after ${what}`).toEqual(logged[1]?.alerts);
    expectSame(shared?.rows, single?.rows, `states after ${what}`);
    expectSame(shared?.lists, single?.lists, `lists after ${what}`);
    for (const [id, { wakeAtMs = Number.POSITIVE_INFINITY, queryAtMs = Number.POSITIVE_INFINITY }] of single?.due ?? []) {
      const early = shared?.due.get(id);
      expect(early?.wakeAtMs ?? Number.POSITIVE_INFINITY, `wake-up of ${id} after ${what}`).toBeLessThanOrEqual(wakeAtMs);
      expect(early?.queryAtMs ?? Number.POSITIVE_INFINITY, `query of ${id} after ${what}`).toBeLessThanOrEqual(queryAtMs);
    }
  };
  const usual = changed(usualContent, base);
  // References are never used again, so that alerts of former cases do not count.
  const references = generated.map((_, index) => `D${common.logs.notices.length + index}`);
  for (const [index, { changes, issued, isLabelled }] of generated.entries()) {
    const content = changed(usual, changes);
    const reference = isLabelled === 0 ? (references[0] ?? '') : (references[index] ?? '');
    ship.pushNotice({
      reference,
      issuedHours: issued,
      content: isLabelled === 0 ? { ...content, typeLabel: `L${index}` as 'EN' } : content,
    });
    if (issued % 5 === 0) ship.advance(hourMs / 10);
  }
  ship.stateSchedule({ outcome: 'UNIQUE', classifier: 'EST', dateTime: '2026-03-09T12:00:00+08:00', retrievedHours: 0 });
  await settle('the first notices');
  const makeStep = async (step: Step): Promise<void> => {
    const nowHours = ship.nowHours();
    if ('event' in step && step.kind !== 'due') pushEvent(step.event);
    if (step.kind === 'events') {
      for (const event of step.events) {
        ship.advance(step.minutes * 60_000);
        pushEvent(event);
      }
    } else if (step.kind === 'schedule') {
      const dateTime = new Date(startMs + step.hours * hourMs).toISOString();
      ship.stateSchedule({ outcome: step.outcome, classifier: step.classifier, dateTime, retrievedHours: nowHours });
    } else if (step.kind === 'away') ship.setAway(step.away);
    else if (step.kind === 'clock') ship.advance(step.hours * hourMs);
    else if (step.kind === 'due') {
      await ship.advanceToNextDue();
      pushEvent(step.event);
    } else if (step.kind === 'mark-meanwhile') {
      const [first] = (await stores[1].arrivals.scan({ limit: 1 })).map(({ arrivalId, ...row }) => ({
        arrivalId,
        state: stateOf({ ...row }),
      }));
      const target = first?.state.views['all']?.openAlerts[0]?.alertId;
      if (first === undefined || target === undefined) throw new Error('the first document has no open alert');
      const acknowledge = ({ marksOf }: Side) => marksOf('everybody').set({ arrivalId: first.arrivalId, target, kind: 'ACKNOWLEDGED' });
      await acknowledge(ship.sides[1]);
      ship.setWhenGrouped(() => acknowledge(ship.sides[0]));
    } else if (step.kind === 'tenant') ship.addTenant();
    else if (step.kind === 'notice') {
      const all = ship.notices();
      const former = all[step.document % all.length];
      if (former === undefined) return;
      const { partner, typeLabel } = former.content;
      const content = { ...changed(former.content, step.changes), partner, typeLabel };
      const issuedHours = step.isOlder ? former.issuedHours - 1 : Math.max(nowHours, former.issuedHours + 0.01);
      ship.advance(60_000);
      ship.pushNotice({ reference: former.reference, issuedHours, content });
    } else if (step.kind === 'mark') await mark(step);
  };
  const mark = async ({ tenant: place, alert: number, mark: kind, until, documents: places }: Extract<Step, { kind: 'mark' }>) => {
    const tenant = ship.tenants()[place % ship.tenants().length];
    if (tenant === undefined) return;
    ship.advance(1_000);
    const all = ship.notices();
    const ids = [...new Set(places.flatMap((one) => (all[one] === undefined ? [] : idOf(all[one]))))];
    // Both have the same open alerts.
    const rows = await stores[1].arrivals.find(ids);
    const heldMarks: readonly ArrivalMark[] = await stores[1].arrivals.findMarks(ids, tenant.name);
    for (const { marksOf } of ship.sides) {
      const marks = marksOf(tenant.name);
      for (const row of rows) {
        if (row === undefined) continue;
        const { arrivalId } = row;
        const state = stateOf(row);
        const view = shownIn(state, tenant.view);
        const held = marksOn(arrivalId, heldMarks);
        const { alertId: target } = view?.openAlerts[number % Math.max(1, view.openAlerts.length)] ?? {};
        if (view === undefined) continue;
        if (kind === 'UNMARK') await marks.change([arrivalId], { remove: held });
        else if (kind === 'COLLECTED') {
          const { containers } = state.notice;
          const some = number % 2 === 0 ? null : containers.slice(0, 1).map(({ equipmentReference }) => equipmentReference);
          const references = some === null || some.length === 0 ? null : some;
          await marks.change(
            [arrivalId],
            collectedChange({ arrivalId, containers }, { isCollected: true, equipmentReferences: references, marks: [] }),
          );
        } else if (target !== undefined) {
          const end = kind === 'SNOOZED' ? { until: new Date(startMs + (ship.nowHours() + until) * hourMs).toISOString() } : {};
          await marks.set({ arrivalId, target, kind, ...end });
        }
      }
    }
  };
  for (const [index, step] of steps.entries()) {
    await makeStep(step);
    await settle(`step ${index}: ${step.kind}`);
    if (step.kind === 'tenant') {
      await ship.refresh();
      await settle(`the refresh of step ${index}`);
    }
  }
  for (const { arrivals } of stores) await arrivals.remove((await arrivals.scan({ limit: 500 })).map(({ arrivalId }) => arrivalId));
}

async function compareAll(stores: readonly [Store, Store], demanded: number): Promise<void> {
  const logs: Logs = { notices: [], events: [] };
  const counts: Counts = { replaced: 0, changedAlike: 0, alerts: 0, asked: [] };
  const property = fc.asyncProperty(shipArb, async (one) => {
    try {
      await compare(stores, { logs, counts }, one);
    } catch (error) {
      for (const { arrivals } of stores) await arrivals.remove((await arrivals.scan({ limit: 500 })).map(({ arrivalId }) => arrivalId));
      throw error;
    }
  });
  const { numRuns } = casesOf(demanded);
  await fc.assert(property, { numRuns });
  // A few cases reach each of them only by chance. That the cases reach all of them is shown by the store with many.
  if (numRuns < 20) return;
  expect(counts.changedAlike).toBeGreaterThan(numRuns);
  expect(counts.alerts).toBeGreaterThan(numRuns / 2);
  // A few cases may have none.
  expect(counts.replaced).toBeGreaterThan(numRuns / 10 - 1);
}

/** An estimate of the berth, this many hours after the start. */
const berthAt = (hours: number): StepEvent => ({ eventID: 'berth-EST', actual: 5, hours, flag: undefined });
/** An estimate that was past when it was received, so that it is no news. */
const lateEstimate = (hours: number): StepEvent => ({ eventID: 'discharge', actual: 5, hours, flag: undefined });
const noSchedule = (outcome: 'NONE' | 'AMBIGUOUS', event: StepEvent): Step => ({
  kind: 'schedule',
  outcome,
  classifier: 'EST',
  hours: 160,
  event,
});
const alike = { changes: [], issued: -1, isLabelled: 9 };
const attribute = (name: DocumentAttribute, value: number): Changes[number] => [documentAttributes.indexOf(name), value];
const unnamed = [attribute('vesselIMONumber', 1), attribute('vesselName', 1), attribute('voyage', 1)];
const usual: Case = { tenants: [0, 1, 2], base: [], documents: [alike, alike, alike], steps: [] };

const stories: Readonly<Record<string, Case>> = {
  'documents without ship and voyage do not get into one visit when their match ends': {
    ...usual,
    base: unnamed,
    steps: [{ kind: 'away', away: 'ports' as 'none', event: berthAt(160) }, noSchedule('NONE', berthAt(161))],
  },
  'a view that begins does not show documents that do not name its party': {
    ...usual,
    tenants: [0, 1, 2, 3],
    documents: [{ ...alike, changes: [attribute('party', 1)] }, alike, alike],
    steps: [{ kind: 'tenant', event: berthAt(158) }],
  },
  'documents that were received at other times each get NO_NEWS when the time comes near': {
    ...usual,
    steps: [
      { kind: 'events', events: [berthAt(550)], minutes: 0 },
      { kind: 'clock', hours: 1 },
      ...[1, 2].map((document): Step => ({ kind: 'notice', document, changes: [], isOlder: false })),
      { kind: 'clock', hours: 13 },
      { kind: 'notice', document: 0, changes: [], isOlder: false },
      { kind: 'events', events: [lateEstimate(-20)], minutes: 0 },
      { kind: 'clock', hours: 16 },
      noSchedule('AMBIGUOUS', lateEstimate(-10)),
    ],
  },
  'documents do not get the marks that were set on another one while it was evaluated': {
    ...usual,
    steps: [
      { kind: 'events', events: [berthAt(160), berthAt(200)], minutes: 1 },
      { kind: 'mark-meanwhile', event: berthAt(260) },
    ],
  },
  'a document is asked about by itself after a late older version whose days the sides have not answered about': {
    ...usual,
    steps: [
      { kind: 'events', events: [berthAt(160)], minutes: 1 },
      { kind: 'away', away: 'with-ports' as 'none', event: berthAt(161) },
      { kind: 'notice', document: 1, changes: [attribute('day', 2)], isOlder: true },
      { kind: 'away', away: 'none', event: berthAt(230) },
    ],
  },
};

const what = 'evaluating documents of a ship by groups gives what evaluating each by itself gives';

describe('SQLite store', () => {
  it(what, { timeout: 300_000 }, async () => {
    await using folder = await temporaryFolder();
    await using shared = await createSqliteStore({ path: join(folder.path, 'shared.db') });
    await using single = await createSqliteStore({ path: join(folder.path, 'single.db') });
    await compareAll([shared, single], 120);
  });

  const countsOf = async (story: Case): Promise<Counts> => {
    await using folder = await temporaryFolder();
    await using shared = await createSqliteStore({ path: join(folder.path, 'shared.db') });
    await using single = await createSqliteStore({ path: join(folder.path, 'single.db') });
    const counts: Counts = { replaced: 0, changedAlike: 0, alerts: 0, asked: [] };
    await compare([shared, single], { logs: { notices: [], events: [] }, counts }, story);
    return counts;
  };

  it.each(Object.entries(stories))('%s', async (_, story) => void (await countsOf(story)));

  it('documents are changed together also in views of which some are equal, and queried where something was stated', async () => {
    const steps = [160, 200].map((hours): Step => ({ kind: 'events', events: [berthAt(hours)], minutes: 1 }));
    const documents = [alike, alike, alike, alike];
    const { changedAlike, asked } = await countsOf({ ...usual, tenants: [0, 3, 5, 6], documents, steps });
    expect(changedAlike).toBeGreaterThan(0);
    const [all, ports] = ['*', 'acme,pilots,port'] as const;
    // With groups and without them. New documents are asked about once for all of them.
    const ofNew = [all, all, ports, 'acme'].map((partners) => [partners, 1]);
    const ofEvent = [1, 4].flatMap((count) => [all, ports].map((partners) => [partners, count]));
    expect(asked).toEqual([...ofNew, ...ofNew, ...ofEvent, ...ofEvent]);
  });
});

const url = inject('mongodbUrl');
describe.skipIf(url === undefined)('MongoDB store', () => {
  it(what, { timeout: 300_000 }, async () => {
    await using shared = await openMongo(url ?? '');
    await using single = await openMongo(url ?? '');
    await compareAll([shared.store, single.store], 20);
  });
});
