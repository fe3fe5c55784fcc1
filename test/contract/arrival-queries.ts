import fc from 'fast-check';
import { expect, it } from 'vitest';
import { defaultAlertThresholds } from '#platform/access/access-file.ts';
import { callerOf, type Entitlement } from '#platform/access/entitlement.ts';
import { uncounted } from '#platform/access/row-counter.ts';
import { partyTermOf } from '#platform/access/visibility.ts';
import { createCursorSigner } from '#platform/log/cursor-signer.ts';
import type { ArrivalMark, ArrivalOrder, ArrivalStore } from '#platform/store/arrival-store.ts';
import type { Store } from '#platform/store/store.ts';
import { systemClock } from '#platform/time/clock.ts';
import { type AlertView, alertKinds, openAlertView, urgentFromMs } from '../../subgraphs/arrivals/alerts.ts';
import { arrivalFilterOf } from '../../subgraphs/arrivals/arguments.ts';
import { documentKeyOf, listedTimeOf, spanOf } from '../../subgraphs/arrivals/arrival/arrival.ts';
import { type ArrivalState, shownIn } from '../../subgraphs/arrivals/arrival-state.ts';
import { evaluateStep } from '../../subgraphs/arrivals/evaluator/evaluate-step.ts';
import { createUpdateArrivals } from '../../subgraphs/arrivals/evaluator/update-arrivals.ts';
import { evaluate } from '../../subgraphs/arrivals/facts/evaluate.ts';
import type { ArrivalFilter } from '../../subgraphs/arrivals/generated/schema.ts';
import { createMarks, createMarkWriter } from '../../subgraphs/arrivals/marks.ts';
import { arrivalIdOf, globalIdOfArrival } from '../../subgraphs/arrivals/model.ts';
import { createQueries, type Queries } from '../../subgraphs/arrivals/queries.ts';
import { createRowOf, isSilencing } from '../../subgraphs/arrivals/store/state-rows.ts';
import { viewOf, viewsOf, viewsOfArrival } from '../../subgraphs/arrivals/tenant-views.ts';
import { codeTerms, nameTerms } from '../../subgraphs/arrivals/terms.ts';
import { hoursLater, noticeIssued, type ScenarioStep, startMs } from '../support/arrival-evidence.ts';
import { casesOf } from '../support/random-cases.ts';
import { scenarios } from '../support/random-scenarios.ts';
import { type OpenStore, sequenceAll, versionOf } from './version-store-samples.ts';

const parties = [
  { name: 'Blue Freight Ltd', code: { codeListProvider: 'SMDG', partyCode: 'BLF-7' } },
  { name: 'Rød-Line Shipping', code: { codeListProvider: 'SMDG', partyCode: 'REDL' } },
] as const;
type Party = (typeof parties)[number];

const blue: Entitlement = { partners: '*', parties: '*', charges: true, portCalls: true, operator: false };
const red: Entitlement = { partners: ['acme'], parties: [parties[1].code], charges: false, portCalls: false, operator: false };
const rights = { blue, red } as const;
type TenantName = keyof typeof rights;
const thresholdsOf = {
  blue: defaultAlertThresholds,
  red: { ...defaultAlertThresholds, etaChangedHours: 48, lastFreeDayNearDays: 5 },
} as const;
const tenants = (['blue', 'red'] as const).map((name) => ({
  name,
  view: viewOf(rights[name]),
  thresholds: thresholdsOf[name],
  charges: rights[name].charges,
}));
const views = viewsOf(tenants.map(({ name }) => ({ name, entitlement: rights[name as TenantName] })));
const endMs = startMs + 30 * 86_400_000;
const rowOf = createRowOf(() => tenants, { now: () => endMs });
const signer = createCursorSigner(Buffer.alloc(32, 7));
const orders = ['ATTENTION', 'BEST_TIME', 'LAST_CHANGE', 'LAST_FREE_DAY'] as const satisfies readonly ArrivalOrder[];

/** An arrival of a test. */
interface Sample {
  readonly partner: string;
  readonly transportDocumentReference: string;
  readonly typeLabel?: string | undefined;
  readonly parties: readonly Party[];
  readonly containers: readonly string[];
  readonly vesselName: string;
  readonly scenario: readonly ScenarioStep[];
  /** The marks of each tenant. */
  readonly marks: Readonly<Record<TenantName, 'COLLECTED' | 'ACKNOWLEDGED' | 'UNDONE' | undefined>>;
}

/** Tests that lists of arrivals show each caller the result of plainly filtering and sorting all arrivals. */
export function describeArrivalQueries(openStore: OpenStore): void {
  it('lists for two tenants with different rights, by any filter and order, the same as a plain filter and sort of all arrivals', async () => {
    await using opened = await openStore();
    const { store } = opened;
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        samplesOfArrivals,
        fc.array(filters, { minLength: 3, maxLength: 6 }),
        fc.nat(3),
        async (samples, requested, more) => {
          run += 1;
          const known = samples.map(knownOf);
          await writeAll(store, known, samples, run);
          for (const tenant of ['blue', 'red'] as const) {
            for (const filter of requested.map((attributes) => filterOf(attributes, known))) {
              const expected = known.flatMap((each) => plainRowOf(each, tenant, filter) ?? []);
              for (const order of orders)
                await expectListed(() => queriesOf(store, tenant), { tenant, filter, order, size: 1 + more }, expected);
            }
          }
          await store.arrivals.remove(known.map(({ state }) => state.arrivalId));
        },
      ),
      { ...casesOf(6), endOnFailure: true },
    );
  }, 300_000);

  it('moves a row to the start only for the tenant that has marked it; a page continues where the previous one ended', async () => {
    await using opened = await openStore();
    const { store } = opened;
    const samples = [1, 2, 3, 4, 5].map((number) => plainSample({ transportDocumentReference: `D${number}` }));
    const known = samples.map((sample, index) => knownOf({ ...sample, scenario: [{ hours: index }] }));
    await writeAll(store, known, samples, 1);
    const pageOf = async (tenant: TenantName, after?: string) => {
      const page = await queriesOf(store, tenant).arrivals('LAST_CHANGE', { filter: {}, page: { first: 2, after } });
      const last = page.rows.at(-1);
      return { names: page.rows.map(({ view }) => nameOf(view)), after: last && page.cursorOf(last) };
    };
    const first = await pageOf('blue');
    expect(first.names).toEqual(['D5', 'D4']);

    // Blue's row of the next page moves to the start; red's mark has no effect on blue's list.
    await mark(store, 'blue', 'D3', (marks, target) => marks.set({ ...target, kind: 'COLLECTED' }));
    await mark(store, 'red', 'D2', (marks, target) => marks.set({ ...target, kind: 'COLLECTED' }));
    const second = await pageOf('blue', first.after);
    expect(second.names).toEqual(['D2', 'D1']);
    expect((await pageOf('blue')).names).toEqual(['D3', 'D5']);
    expect((await pageOf('red')).names).toEqual(['D2', 'D5']);
    const countOf = async (tenant: TenantName) =>
      (await (await queriesOf(store, tenant).arrivals('ATTENTION', { filter: { isOpen: true }, page: {} })).totalCount()).value;
    expect([await countOf('blue'), await countOf('red')]).toEqual([4, 4]);
    // The count is that of the rows, although the list has changed since.
    const listed = await queriesOf(store, 'red').arrivals('ATTENTION', { filter: { isOpen: true }, page: {} });
    await mark(store, 'red', 'D4', (marks, target) => marks.set({ ...target, kind: 'COLLECTED' }));
    expect([listed.rows.length, (await listed.totalCount()).value]).toEqual([4, 4]);
    await mark(store, 'red', 'D4', (marks, target) => marks.remove({ ...target, kind: 'COLLECTED' }));

    // Removing the mark is a change too, and the latest one.
    await mark(store, 'red', 'D1', (marks, target) => marks.set({ ...target, kind: 'COLLECTED' }));
    await mark(store, 'red', 'D2', (marks, target) => marks.remove({ ...target, kind: 'COLLECTED' }));
    expect((await pageOf('red')).names).toEqual(['D2', 'D1']);
    expect([await countOf('blue'), await countOf('red')]).toEqual([4, 4]);
  });

  it('shows the other arrivals of a document that the caller may see, for a whole page by one query of the store', async () => {
    await using opened = await openStore();
    const { store } = opened;
    const [both, second] = [parties, [parties[0]]];
    const samples = [
      plainSample({ transportDocumentReference: 'D1', parties: both }),
      plainSample({ transportDocumentReference: 'D1', typeLabel: 'A', parties: both }),
      plainSample({ transportDocumentReference: 'D1', typeLabel: 'B', parties: second }),
      plainSample({ transportDocumentReference: 'D1', partner: 'zeta' }),
      ...Array.from({ length: 23 }, (_, index) => plainSample({ transportDocumentReference: 'D2', typeLabel: `L${index}` })),
    ];
    await writeAll(store, samples.map(knownOf), samples, 1);
    let requested = 0;
    const arrivals: ArrivalStore = {
      ...store.arrivals,
      findByTerms: (query) => {
        requested += 1;
        return store.arrivals.findByTerms(query);
      },
    };
    const sameOf = async (tenant: TenantName) => {
      const queries = queriesOf({ ...store, arrivals }, tenant);
      const page = await queries.arrivals('BEST_TIME', { filter: {}, page: { first: 100 } });
      const all = await Promise.all(page.rows.map(({ view }) => queries.sameDocument(view)));
      return new Map(page.rows.map(({ view }, index) => [view.arrivalId, (all[index] ?? []).map(({ arrivalId }) => arrivalId)]));
    };
    const [one, labelled, hidden] = samples.map(arrivalIdOf);
    const ofBlue = await sameOf('blue');
    expect(requested).toBe(1);
    expect(ofBlue.get(one ?? '')?.toSorted()).toEqual([labelled, hidden].toSorted());
    expect(ofBlue.get(arrivalIdOf({ partner: 'zeta', transportDocumentReference: 'D1' }))).toEqual([]);
    expect(ofBlue.get(arrivalIdOf({ partner: 'acme', transportDocumentReference: 'D2', typeLabel: 'L0' }))).toHaveLength(20);
    const ofRed = await sameOf('red');
    expect(ofRed.get(one ?? '')).toEqual([labelled]);
    expect(ofRed.has(hidden ?? '')).toBe(false);
  });
}

/** The state of a sample, with the marks of all tenants. */
interface Known {
  readonly state: ArrivalState;
  readonly parties: readonly Party[];
  readonly marks: readonly ArrivalMark[];
}

function plainSample(changes: Partial<Sample>): Sample {
  const marks = { blue: undefined, red: undefined };
  return {
    partner: 'acme',
    transportDocumentReference: 'D1',
    parties,
    containers: [],
    vesselName: 'EMMA',
    scenario: [{ hours: 0 }],
    marks,
    ...changes,
  };
}

function knownOf(sample: Sample): Known {
  const { partner, transportDocumentReference, typeLabel, scenario, containers, vesselName } = sample;
  const arrivalId = arrivalIdOf(sample);
  const partyTerms = sample.parties.map(({ code }) => partyTermOf(code));
  const partyWords = sample.parties.flatMap(({ name, code }) => [
    ...nameTerms('partyWord', name),
    ...codeTerms('partyWord', code.partyCode),
  ]);
  let state: ArrivalState | undefined;
  for (const { hours, notice = state === undefined ? noticeIssued(0) : undefined, schedule, port } of scenario) {
    const evidence = notice && {
      ...notice,
      partner,
      transportDocumentReference,
      typeLabel,
      containers: containers.map((equipmentReference) => ({ equipmentReference })),
      arrivalLeg: notice.arrivalLeg && { ...notice.arrivalLeg, vesselName },
    };
    const step = {
      arrivalId,
      views: viewsOfArrival(views, partner, []),
      nowMs: startMs + hours * 3_600_000,
      ...(evidence === undefined ? {} : { notice: { evidence, partyTerms, partyWords } }),
      sides: new Map(views.map(({ id, caller }) => [id, { schedule, port: caller.entitlement.portCalls ? port : undefined }])),
    };
    state = evaluateStep(state && { ...state, pending: [] }, step, evaluate);
  }
  if (state === undefined) throw new Error('a scenario has a step');
  const at = hoursLater(24 * 29);
  const marks = (['blue', 'red'] as const).flatMap((tenant): ArrivalMark[] => {
    const [alert] = Object.values(state?.views ?? {}).flatMap(({ openAlerts }) => openAlerts);
    if (sample.marks[tenant] === 'COLLECTED') return [{ tenant, arrivalId, target: arrivalId, kind: 'COLLECTED', at }];
    if (sample.marks[tenant] === 'ACKNOWLEDGED' && alert !== undefined)
      return [{ tenant, arrivalId, target: alert.alertId, kind: 'ACKNOWLEDGED', at }];
    return [];
  });
  const marked = (['blue', 'red'] as const).filter((tenant) => sample.marks[tenant] !== undefined);
  const markedAtMs = Object.fromEntries(marked.map((tenant) => [tenant, Date.parse(at) + arrivalId.length]));
  return { state: { ...state, pending: [], markedAtMs }, parties: sample.parties, marks };
}

/**
 * Writes the arrivals and their notices. @param run orders the versions of the notices, which several runs may contain
 */
async function writeAll(store: Store, known: readonly Known[], samples: readonly Sample[], run: number): Promise<void> {
  const versions = store.versions('arrival-notice-versions');
  await versions.append(
    known.map(({ state }, index) =>
      versionOf({
        entityId: state.arrivalId,
        partner: samples[index]?.partner ?? '',
        sortKey: String(run).padStart(6, '0'),
        text: JSON.stringify({ run }),
        index: { terms: [`partner:${state.notice.partner}`, ...state.partyTerms] },
      }),
    ),
  );
  await sequenceAll(versions);
  const written = await store.arrivals.write(known.map(({ state, marks }) => ({ row: rowOf(state, marks), revision: 0, putMarks: marks })));
  expect(written).toEqual(known.map(() => true));
}

function queriesOf(store: Store, tenant: TenantName): Queries {
  const caller = callerOf(rights[tenant], tenant);
  const reader = { view: viewOf(rights[tenant]), thresholds: thresholdsOf[tenant], charges: rights[tenant].charges };
  return createQueries({ store, signer, caller, reader, rows: uncounted, clock: { now: () => endMs } });
}

const nameOf = ({ arrivalId }: { readonly arrivalId: string }): string => JSON.parse(arrivalId)[1];

let marksMs = endMs;

async function mark(
  store: Store,
  tenant: TenantName,
  transportDocumentReference: string,
  set: (marks: ReturnType<typeof createMarks>, target: { arrivalId: string; target: string }) => Promise<void>,
): Promise<void> {
  marksMs += 1_000;
  const update = createUpdateArrivals(store, rowOf, () => {});
  const arrivalId = arrivalIdOf({ partner: 'acme', transportDocumentReference });
  const nowMs = marksMs;
  const clock = { ...systemClock, now: () => nowMs };
  const write = createMarkWriter(update, clock, () => {});
  await set(createMarks(write, { tenant }, clock), { arrivalId, target: arrivalId });
}

/** An arrival in the list of a tenant, computed by plain code. */
interface PlainRow {
  readonly arrivalId: string;
  /** For each order, the numbers to sort by, ascending. */
  readonly sortedBy: Readonly<Record<ArrivalOrder, readonly number[]>>;
}

/** Returns the row of an arrival in the list of a tenant; undefined if it is not in the list. */
function plainRowOf({ state, parties: named, marks }: Known, tenant: TenantName, filter: ArrivalFilter): PlainRow | undefined {
  const { arrivalId, notice } = state;
  const shown = shownIn(state, viewOf(rights[tenant]));
  if (shown === undefined) return undefined;
  const { snapshot, openAlerts, changedAtMs } = shown;
  const own = marks.filter((each) => each.tenant === tenant);
  const isCollected = own.some(({ kind }) => kind === 'COLLECTED');
  const open = openAlerts
    .filter(({ kind }) => kind !== 'CHARGES_CHANGED' || rights[tenant].charges)
    .flatMap((alert) => openAlertView(arrivalId, alert, thresholdsOf[tenant]) ?? []);
  const isSilenced = ({ alertId }: AlertView) => own.some((each) => each.target === alertId && isSilencing(each, endMs));
  const needingAttention = isCollected ? [] : open.filter((alert) => !isSilenced(alert));
  const isUrgent = needingAttention.some((alert) => urgentFromMs(alert, snapshot) <= endMs);
  const changedMs = Math.max(changedAtMs, state.markedAtMs?.[tenant] ?? 0);
  const listed = listedTimeOf(snapshot, thresholdsOf[tenant].etaChangedHours);
  const best = listed === undefined ? Number.POSITIVE_INFINITY : spanOf(listed).firstMs;
  const [bestDay, freeDay] = [listed?.localDate, snapshot.lastFree?.localDate];
  const leg = notice.arrivalLeg;
  const codes = [
    notice.transportDocumentReference,
    ...notice.containers.map(({ equipmentReference }) => equipmentReference),
    leg?.vesselIMONumber,
    notice.portOfDischarge?.UNLocationCode,
    leg?.carrierImportVoyageNumber,
  ];
  const names = [leg?.vesselName, notice.portOfDischarge?.locationName];
  const isAnyOf = (values: readonly unknown[] | null | undefined, value: unknown) => values == null || values.includes(value);
  const isListed =
    (filter.isOpen ?? (snapshot.isOpen && !isCollected)) === (snapshot.isOpen && !isCollected) &&
    (filter.needsAttention ?? needingAttention.length > 0) === needingAttention.length > 0 &&
    (filter.isUrgent ?? isUrgent) === isUrgent &&
    (filter.alertKinds == null || open.some(({ kind }) => filter.alertKinds?.includes(kind))) &&
    isAnyOf(filter.ids, globalIdOfArrival(arrivalId)) &&
    isAnyOf(filter.documentKeys, documentKeyOf(notice)) &&
    isAnyOf(filter.partners, notice.partner) &&
    isAnyOf(filter.states, snapshot.state) &&
    isAnyOf(filter.isReleased, snapshot.release.isReleased) &&
    isAnyOf(filter.UNLocationCodes, notice.portOfDischarge?.UNLocationCode) &&
    isWithin(bestDay, filter.bestDateFrom, filter.bestDateTo) &&
    isWithin(freeDay, filter.lastFreeDateFrom, filter.lastFreeDateTo) &&
    (filter.changedAfter == null || changedMs > Date.parse(filter.changedAfter)) &&
    isFound(filter.text, codes, names) &&
    isFound(
      filter.party,
      named.map(({ code }) => code.partyCode),
      named.map(({ name }) => name),
    );
  if (!isListed) return undefined;
  const rank = Math.max(0, ...needingAttention.map(({ severity }) => ['', 'INFO', 'LOOK', 'ACT_NOW'].indexOf(severity)));
  const deadlines = needingAttention.flatMap(({ kind, subject, after }) => {
    const day = kind === 'OVERDUE' ? after?.time?.localDate : kind.startsWith('LAST_FREE_DAY') ? subject : undefined;
    return day === undefined ? [] : Date.parse(day);
  });
  const free = freeDay === undefined ? Number.POSITIVE_INFINITY : Date.parse(freeDay);
  const sortedBy = {
    ATTENTION: [Math.min(...deadlines), -rank, best],
    BEST_TIME: [best],
    LAST_CHANGE: [-changedMs],
    LAST_FREE_DAY: [free, best],
  };
  return { arrivalId, sortedBy };
}

function isWithin(day: string | undefined, from: string | null | undefined, to: string | null | undefined): boolean {
  return (from == null && to == null) || (day !== undefined && day >= (from ?? '') && day <= (to ?? '9'));
}

/**
 * Returns whether each word of a text, or consecutive words joined with it, begins a code or a part of a name that
 * starts at a word.
 */
function isFound(text: string | null | undefined, codes: readonly (string | undefined)[], names: readonly (string | undefined)[]): boolean {
  if (text == null) return true;
  const plain = (written: string) =>
    written
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]/gu, '');
  const targets = [
    ...codes.map((code) => plain(code ?? '')),
    ...names.flatMap((name) => (name ?? '').split(/[\s-]/).map((_, index, all) => plain(all.slice(index).join('')))),
  ];
  const words = text.split(' ').map(plain);
  return words.every((_, at) =>
    words.some((_first, first) =>
      words.some((_last, last) => {
        const run = words.slice(first, last + 1).join('');
        return first <= at && at <= last && last - first < 4 && targets.some((target) => target.startsWith(run));
      }),
    ),
  );
}

/** Compares a list, page by page in both directions, and its count with the plain rows. */
async function expectListed(
  open: () => Queries,
  query: { readonly tenant: TenantName; readonly filter: ArrivalFilter; readonly order: ArrivalOrder; readonly size: number },
  expected: readonly PlainRow[],
): Promise<void> {
  const { tenant, filter, order, size } = query;
  const named = JSON.stringify(query);
  const reader = { view: viewOf(rights[tenant]), thresholds: thresholdsOf[tenant], charges: rights[tenant].charges };
  const read = async (direction: 'first' | 'last'): Promise<string[]> => {
    const ids: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = { [direction]: size, [direction === 'first' ? 'after' : 'before']: cursor };
      const { rows, cursorOf, hasNextPage, hasPreviousPage, totalCount } = await open().arrivals(order, {
        filter: arrivalFilterOf(filter, reader),
        page,
      });
      const found = rows.map(({ view }) => view.arrivalId);
      if (direction === 'first') ids.push(...found);
      else ids.unshift(...found);
      const edge = direction === 'first' ? rows.at(-1) : rows[0];
      if (!(direction === 'first' ? hasNextPage : hasPreviousPage)) {
        expect(await totalCount(), named).toEqual({ value: expected.length, isExact: true });
        return ids;
      }
      cursor = edge && cursorOf(edge);
    }
  };
  const listed = await read('first');
  expect(listed.toSorted(), named).toEqual(expected.map(({ arrivalId }) => arrivalId).toSorted());
  const sortedBy = new Map(expected.map((row) => [row.arrivalId, row.sortedBy[order]]));
  for (const [index, arrivalId] of listed.entries()) {
    const before = sortedBy.get(listed[index - 1] ?? '');
    if (before !== undefined) expect(isInOrder(before, sortedBy.get(arrivalId) ?? []), named).toBe(true);
  }
  expect(await read('last'), named).toEqual(listed);
}

function isInOrder(left: readonly number[], right: readonly number[]): boolean {
  const differing = left.findIndex((value, index) => value !== right[index]);
  return differing === -1 || (left[differing] ?? 0) < (right[differing] ?? 0);
}

const tenantMarks = fc.constantFrom('COLLECTED', 'ACKNOWLEDGED', 'UNDONE', undefined, undefined, undefined);
const samplesOfArrivals: fc.Arbitrary<Sample[]> = fc.uniqueArray(
  fc.record({
    partner: fc.constantFrom('acme', 'acme', 'zeta'),
    transportDocumentReference: fc.constantFrom('DOC-1', 'DOC-2', 'ØL 77'),
    typeLabel: fc.constantFrom(undefined, 'A', 'B'),
    parties: fc.subarray([...parties]),
    containers: fc.subarray(['FARU 100002-7', 'MSKU1234567']),
    vesselName: fc.constantFrom('EMMA', 'Meridian Star', 'STAR-OF ANNA'),
    scenario: scenarios,
    marks: fc.record({ blue: tenantMarks, red: tenantMarks }),
  }),
  { selector: arrivalIdOf, minLength: 1, maxLength: 9 },
);

const march = fc.integer({ min: 1, max: 20 }).map((day) => `2026-03-${String(day).padStart(2, '0')}`);
const attributes = {
  isOpen: fc.boolean(),
  needsAttention: fc.boolean(),
  isUrgent: fc.boolean(),
  alertKinds: fc.subarray([...alertKinds], { minLength: 1 }),
  ids: fc.array(fc.nat(9), { maxLength: 4 }),
  documentKeys: fc.array(fc.nat(9), { maxLength: 3 }),
  text: fc.constantFrom(
    'doc',
    'doc 1',
    'doc-2 emma',
    'faru1000027',
    'FARU 1000 02 7',
    'msku 12',
    'star',
    'meridianst',
    'anna',
    'sgs',
    '649',
    'ol',
    'x',
  ),
  party: fc.constantFrom('blue', 'freight LTD', 'line', 'rød line', 'blf7', 'red', 'blue red', 'other'),
  partners: fc.subarray(['acme', 'zeta']),
  UNLocationCodes: fc.subarray(['SGSIN', 'BEANR']),
  states: fc.subarray(['UNKNOWN', 'EXPECTED', 'ARRIVED', 'BERTHED', 'DISCHARGE_COMPLETED', 'OMITTED'] as const),
  isReleased: fc.subarray(['YES', 'NO', 'UNKNOWN'] as const),
  bestDateFrom: march,
  bestDateTo: march,
  lastFreeDateFrom: march,
  lastFreeDateTo: march,
  changedAfter: fc.integer({ min: 0, max: 200 }).map(hoursLater),
};
/** At most three attributes, so that some arrivals match. */
const filters = fc
  .tuple(fc.record(attributes), fc.subarray(Object.keys(attributes), { maxLength: 3 }))
  .map(([all, names]) => Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name))) as Partial<typeof all>);

/** Replaces indexes into the list of arrivals by their ids. */
function filterOf(
  { ids, documentKeys, ...rest }: Partial<Omit<ArrivalFilter, 'ids' | 'documentKeys'>> & { ids?: number[]; documentKeys?: number[] },
  known: readonly Known[],
): ArrivalFilter {
  const states = (places: readonly number[]) => places.flatMap((place) => known[place]?.state ?? []);
  return {
    ...rest,
    ...(ids === undefined ? {} : { ids: [...states(ids).map(({ arrivalId }) => globalIdOfArrival(arrivalId)), 'none'] }),
    ...(documentKeys === undefined ? {} : { documentKeys: states(documentKeys).map(({ notice }) => documentKeyOf(notice)) }),
  };
}
