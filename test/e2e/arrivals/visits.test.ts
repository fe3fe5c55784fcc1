import { expect, test } from 'vitest';
import { dayIn } from '../../support/day-in.ts';
import { someStoresOfTests } from '../../support/stores.ts';
import { until } from '../../support/until.ts';
import { type HookedLandfall, openHooked } from '../webhooks/hooked-landfall.ts';
import { noticeOf, visit } from './arriving-notice.ts';

const tenants = { blue: { webhooks: [] }, red: { webhooks: [] }, green: { partners: ['none'], webhooks: [] } };

/** Documents of one ship. */
const documents = 300;

interface Visit {
  readonly id: string;
  readonly arrivalCount: number;
  readonly alertCounts: readonly { readonly kind: string; readonly count: number }[];
  readonly alertsCursor: string;
}

/** Creates the notice of a document on a ship. Some of its free time has passed. */
function noticeOn(voyage: string, reference: string, { version = 1, freeDay = -1 }: { version?: number; freeDay?: number } = {}): object {
  const ofContainers = [1, 2].map((number) => ({ equipment: { equipmentReference: `MSKU${reference.padStart(6, '0')}${number}` } }));
  const freeTimes = [{ typeCodes: ['DEM'], lastFreeDate: { value: dayIn(freeDay), classifier: 'EST' } }];
  const more = { utilizedTransportEquipments: ofContainers, freeTimes };
  const notice = noticeOf({ reference, version, arrivalDate: dayIn(-3), more });
  return JSON.parse(JSON.stringify(notice).replaceAll(visit.voyage, voyage));
}

const visitFields = `id match vesselName vessel { vesselIMONumber } port { UNLocationCode } carrierImportVoyageNumber state
  bestTime { localDate } arrivalCount containerCount severity deadline isUrgent alertCounts { kind count } alertsCursor`;

async function visitsAs(landfall: HookedLandfall, tenant: string, given = ''): Promise<Visit[]> {
  const query = `{ arrivalVisits${given} { nodes { ${visitFields} } totalCount { value isExact } } }`;
  const { arrivalVisits } = await landfall.queryAs<{ arrivalVisits: { nodes: Visit[]; totalCount: { value: number } } }>(tenant, query);
  expect(arrivalVisits.totalCount.value).toBeGreaterThanOrEqual(arrivalVisits.nodes.length);
  return arrivalVisits.nodes;
}

interface Result {
  readonly id: string;
  readonly code: string | null;
  readonly undo: { readonly action: string; readonly id: string } | null;
}

async function applyAs(landfall: HookedLandfall, tenant: string, marks: readonly object[]): Promise<Result[]> {
  const text = 'mutation ($marks: [MarkInput!]!) { applyMarks(marks: $marks) { id code undo { action id } } }';
  return (await landfall.queryAs<{ applyMarks: Result[] }>(tenant, text, { marks })).applyMarks;
}

test.for(someStoresOfTests())('documents of one ship are one row with its sums, for callers that see them, over $name', async (store) => {
  await using opened = store.open();
  await using landfall = await openHooked(tenants, opened.environment);
  for (const reference of ['1', '2', '3']) await landfall.push(noticeOn('2610E', reference));
  await landfall.push(noticeOn('2611E', '4', { freeDay: 20 }));
  const visits = await until(async () => {
    const all = await visitsAs(landfall, 'blue');
    return all.length === 2 && all[0]?.arrivalCount === 3 && all[0].alertCounts.length > 0 && all;
  });
  expect(visits[0]).toMatchObject({
    match: 'UNMATCHED',
    vesselName: visit.vesselName,
    vessel: { vesselIMONumber: visit.vesselIMONumber },
    port: { UNLocationCode: visit.UNLocationCode },
    carrierImportVoyageNumber: '2610E',
    state: 'EXPECTED',
    bestTime: { localDate: dayIn(-3) },
    arrivalCount: 3,
    containerCount: 6,
    severity: 'ACT_NOW',
    deadline: dayIn(-1),
    isUrgent: true,
    alertCounts: [{ kind: 'LAST_FREE_DAY_PASSED', count: 3 }],
  });
  expect(visits[1]).toMatchObject({
    carrierImportVoyageNumber: '2611E',
    arrivalCount: 1,
    containerCount: 2,
    severity: null,
    deadline: null,
  });
  expect(await visitsAs(landfall, 'green')).toEqual([]);
  expect(await visitsAs(landfall, 'blue', '(filter: { text: "2611E" })')).toMatchObject([{ id: visits[1]?.id }]);
  // What a row states is about the arrivals that match the filter.
  const one = '(filter: { transportDocumentReferences: ["2", "4"] }, orderBy: LAST_FREE_DAY)';
  expect((await visitsAs(landfall, 'blue', one)).map(({ arrivalCount }) => arrivalCount)).toEqual([1, 1]);

  const paged = `{ arrivalVisits(first: 1) { edges { cursor node { id
    arrivals(first: 2) { nodes { transportDocumentReference } pageInfo { hasNextPage endCursor } totalCount { value } }
    alerts(first: 2) { nodes { kind arrival { transportDocumentReference } visit { id arrivalCount } } pageInfo { hasNextPage } totalCount { value } }
  } } pageInfo { hasNextPage } } }`;
  const page = await landfall.queryAs<{ arrivalVisits: { edges: { cursor: string; node: object }[] } }>('blue', paged);
  const ofAlert = { kind: 'LAST_FREE_DAY_PASSED', visit: { id: visits[0]?.id, arrivalCount: 3 } };
  expect(page).toMatchObject({
    arrivalVisits: {
      edges: [
        {
          node: {
            id: visits[0]?.id,
            arrivals: { nodes: [{}, {}], pageInfo: { hasNextPage: true }, totalCount: { value: 3 } },
            alerts: { nodes: [ofAlert, ofAlert], pageInfo: { hasNextPage: true }, totalCount: { value: 3 } },
          },
        },
      ],
      pageInfo: { hasNextPage: true },
    },
  });
  const next = `{ arrivalVisits(first: 1, after: "${page.arrivalVisits.edges[0]?.cursor}") { nodes { id } pageInfo { hasNextPage } } }`;
  expect(await landfall.queryAs('blue', next)).toEqual({
    arrivalVisits: { nodes: [{ id: visits[1]?.id }], pageInfo: { hasNextPage: false } },
  });
  const ofVisit = `{ arrivals(filter: { visits: ["${visits[0]?.id}", "none"] }) { nodes { visit { id } } } }`;
  expect(await landfall.queryAs('blue', ofVisit)).toEqual({ arrivals: { nodes: Array(3).fill({ visit: { id: visits[0]?.id } }) } });
  await expect(landfall.queryAs('red', next)).rejects.toThrow('CURSOR_INVALID');

  // A document whose voyage changes moves alone.
  await landfall.push(noticeOn('2611E', '3', { version: 2 }));
  await until(async () => (await visitsAs(landfall, 'blue')).every(({ arrivalCount }) => arrivalCount === 2));
  expect((await visitsAs(landfall, 'blue')).map(({ id }) => id).toSorted()).toEqual(visits.map(({ id }) => id).toSorted());
});

test.for(someStoresOfTests())(
  'one mark acknowledges the 300 documents of a ship as they were seen; one raised meanwhile stays, and undo restores the others, over $name',
  async (store) => {
    await using opened = store.open();
    await using landfall = await openHooked(tenants, opened.environment);
    await landfall.push(...Array.from({ length: documents }, (_, index) => noticeOn('2610E', String(index + 1))));
    const countOf = async (tenant: string) => (await visitsAs(landfall, tenant))[0]?.alertCounts.reduce((sum, { count }) => sum + count, 0);
    const logged = async () => {
      const counted = '{ arrivalAlerts(first: 1) { totalCount { value } } }';
      return (await landfall.queryAs<{ arrivalAlerts: { totalCount: { value: number } } }>('blue', counted)).arrivalAlerts.totalCount.value;
    };
    await until(async () => (await countOf('blue')) === documents);
    // What is in the list is in the log soon after.
    await until(async () => (await logged()) === documents);
    const [seen] = await visitsAs(landfall, 'blue');
    const acknowledge = { action: 'ACKNOWLEDGE', id: seen?.id, alertsSeen: seen?.alertsCursor };
    await landfall.push(noticeOn('2610E', 'late'));
    await until(async () => (await countOf('blue')) === documents + 1);
    // Several replicas number the entries of the log one after the other.
    await until(async () => (await logged()) === documents + 1);

    expect(await applyAs(landfall, 'green', [acknowledge])).toMatchObject([{ code: 'CURSOR_INVALID' }]);
    const results = await applyAs(landfall, 'blue', [acknowledge]);
    expect(results.map(({ code, undo }) => [code, undo?.action])).toEqual(Array(documents).fill([null, 'UNACKNOWLEDGE']));
    expect([await countOf('blue'), await countOf('red')]).toEqual([1, documents + 1]);
    expect((await visitsAs(landfall, 'blue'))[0]).toMatchObject({
      arrivalCount: documents + 1,
      alertCounts: [{ kind: 'LAST_FREE_DAY_PASSED', count: 1 }],
    });
    // Repeated, it marks nothing more.
    expect(await applyAs(landfall, 'blue', [acknowledge])).toEqual([]);
    const undone = await applyAs(
      landfall,
      'blue',
      results.flatMap(({ undo }) => undo ?? []),
    );
    expect(undone.map(({ code }) => code)).toEqual(Array(documents).fill(null));
    expect(await countOf('blue')).toBe(documents + 1);

    // The latest cursor includes the new one, and a snooze is a mark like the others.
    const [now] = await visitsAs(landfall, 'blue');
    const until10 = new Date(Date.now() + 600_000).toISOString();
    const snoozed = await applyAs(landfall, 'blue', [{ action: 'SNOOZE', id: now?.id, until: until10, alertsSeen: now?.alertsCursor }]);
    expect(snoozed.map(({ undo }) => undo?.action)).toEqual(Array(documents + 1).fill('UNSNOOZE'));
    expect(await countOf('blue')).toBe(0);
    const faulty = [
      { ...acknowledge, alertsSeen: null },
      { ...acknowledge, action: 'UNACKNOWLEDGE' },
      { ...acknowledge, alertsSeen: 'x' },
    ];
    expect((await applyAs(landfall, 'blue', faulty)).map(({ code }) => code)).toEqual([
      'BAD_USER_INPUT',
      'BAD_USER_INPUT',
      'CURSOR_INVALID',
    ]);
  },
);
