import { expect, test } from 'vitest';
import { dayIn } from '../../support/day-in.ts';
import { someStoresOfTests } from '../../support/stores.ts';
import { until } from '../../support/until.ts';
import { type HookedLandfall, keyOfTenant, openHooked } from '../webhooks/hooked-landfall.ts';
import { noticeOf } from './arriving-notice.ts';

interface Listed {
  readonly id: string;
  readonly typeLabel: string | null;
  readonly isCollected: boolean;
  readonly isOpen: boolean;
  readonly needsAttention: boolean;
  readonly lastFree: { readonly localDate: string } | null;
  readonly containers: readonly {
    readonly equipmentReference: string;
    readonly isCollected: boolean;
    readonly openAlerts: readonly { readonly kind: string }[];
  }[];
}

const tenants = { blue: { webhooks: [] }, red: { webhooks: [] } };
const containers = ['MSKU0000001', 'MSKU0000002', 'MSKU0000003'];

/** Creates a notice of containers, each of which has its last free day. */
function noticeOfContainers(days: Readonly<Record<string, number>>, { version = 1, label }: { version?: number; label?: string } = {}) {
  const freeTimes = Object.entries(days).map(([equipmentReference, day]) => ({
    typeCodes: ['DEM'],
    equipmentReferences: [equipmentReference],
    lastFreeDate: { value: dayIn(day), classifier: 'EST' },
  }));
  const utilizedTransportEquipments = Object.keys(days).map((equipmentReference, index) => ({
    equipment: { equipmentReference, ISOEquipmentCode: '22G1' },
    ...(index === 0 && { pickupInformation: { pickupNumber: 'PIN-OWN', pickupLocation: { locationName: 'Depot 7' } } }),
  }));
  const more = { freeTimes, utilizedTransportEquipments, ...(label !== undefined && { typeLabel: label }), ...cargoIn(Object.keys(days)) };
  return noticeOf({ reference: 'BOX', version, arrivalDate: dayIn(-1), more });
}

const cargoIn = (named: readonly string[]) => ({
  houseBillOfLadingReferences: ['HBL-77'],
  references: [{ type: 'CR', value: 'FILE 2026/17' }],
  pickupInformation: { pickupNumber: 'PIN-ALL', pickupLocation: { locationName: 'Terminal 2', UNLocationCode: 'NLRTM' } },
  documentParties: [
    { partyFunction: 'CN', partyName: 'Grünwald Möbel GmbH', purchaseOrderReferences: ['PO-4711'], reference: 'GM-9' },
    { partyFunction: 'N2', partyName: 'Second Notify' },
    { partyFunction: 'N1', partyName: 'First Notify' },
    { partyFunction: 'OS', partyName: 'Shanghai Chairs' },
  ],
  consignmentItems: [
    {
      carrierBookingReference: 'BKG-0815',
      descriptionOfGoods: ['Chairs'],
      cargoItems: named.map((equipmentReference) => ({ equipmentReference, cargoGrossWeight: { value: 100, unit: 'KGM' } })),
    },
  ],
});

const query = `{ arrivals(filter: { isOpen: null }, orderBy: BEST_TIME) { nodes {
  id typeLabel isCollected isOpen needsAttention lastFree { localDate }
  containers { equipmentReference isCollected openAlerts { kind } }
} } }`;

async function listAs(landfall: HookedLandfall, tenant: string): Promise<readonly Listed[]> {
  const { arrivals } = await landfall.queryAs<{ arrivals: { nodes: readonly Listed[] } }>(tenant, query);
  return arrivals.nodes.toSorted((left, right) => (left.typeLabel ?? '').localeCompare(right.typeLabel ?? ''));
}

/** Marks or unmarks containers as a tenant. @returns the code of the error */
async function mark(landfall: HookedLandfall, tenant: string, of: { field?: string; id: string; equipmentReferences?: unknown }) {
  const { field = 'markCollected', ...variables } = of;
  const text = `mutation ($id: ID!, $equipmentReferences: [String!]) {
    ${field}(id: $id, equipmentReferences: $equipmentReferences) { id }
  }`;
  const headers = { 'content-type': 'application/json', 'x-api-key': keyOfTenant(tenant) };
  const body = JSON.stringify({ query: text, variables });
  const answer = await (await fetch(`${landfall.url}/graphql`, { method: 'POST', headers, body })).json();
  return (answer as { errors?: { extensions: { code: string } }[] }).errors?.[0]?.extensions.code;
}

const collectedIn = (arrival: Listed | undefined) =>
  arrival?.containers.flatMap(({ equipmentReference, isCollected }) => (isCollected ? [equipmentReference] : []));

test.for(someStoresOfTests())(
  'a container is collected in all arrivals of its document, for the tenant that marks it, over $name',
  async (store) => {
    await using opened = store.open();
    await using landfall = await openHooked(tenants, opened.environment);
    const [first = '', second = '', third = ''] = containers;
    await landfall.push(noticeOfContainers({ [first]: 0, [second]: 5 }));
    await landfall.push(noticeOfContainers({ [first]: 0, [second]: 5 }, { label: 'DE' }));
    await until(async () => (await listAs(landfall, 'blue')).length === 2 && (await listAs(landfall, 'blue'))[0]?.needsAttention === true);
    const [{ id = '' } = {}] = await listAs(landfall, 'blue');

    expect(await mark(landfall, 'blue', { id, equipmentReferences: [first.toLowerCase()] })).toBeUndefined();
    for (const arrival of await listAs(landfall, 'blue')) {
      expect(arrival).toMatchObject({ isCollected: false, isOpen: true, needsAttention: false, lastFree: { localDate: dayIn(5) } });
      expect(arrival.containers.map(({ openAlerts }) => openAlerts)).toEqual([[], []]);
      expect(collectedIn(arrival)).toEqual([first]);
    }
    for (const arrival of await listAs(landfall, 'red')) {
      expect(arrival).toMatchObject({ isCollected: false, needsAttention: true, lastFree: { localDate: dayIn(0) } });
      expect(arrival.containers.map(({ openAlerts }) => openAlerts.map(({ kind }) => kind))).toEqual([['LAST_FREE_DAY_NEAR'], []]);
    }
    // A notice of another kind that is received later has the mark too, and the list that is sorted by the store agrees.
    await landfall.push(noticeOfContainers({ [first]: 0, [second]: 5 }, { label: 'EN' }));
    await until(async () => (await listAs(landfall, 'blue')).length === 3);
    expect((await listAs(landfall, 'blue')).map(collectedIn)).toEqual([[first], [first], [first]]);
    const byDay = `{ arrivals(filter: { lastFreeDateTo: "${dayIn(1)}" }) { nodes { id } } }`;
    expect(await landfall.queryAs('blue', byDay)).toEqual({ arrivals: { nodes: [] } });

    // When every tenant of the view has marked it, the log closes the alert. Removing a mark raises it again.
    for (const tenant of ['red', 'ops']) expect(await mark(landfall, tenant, { id, equipmentReferences: [first] })).toBeUndefined();
    const closed = '{ arrivalAlerts(filter: { isOpen: false }) { nodes { closeReason equipmentReferences } } }';
    const closedAlerts = async () =>
      (await landfall.queryAs<{ arrivalAlerts: { nodes: readonly object[] } }>('red', closed)).arrivalAlerts.nodes;
    await until(async () => (await closedAlerts()).length >= 2);
    expect((await closedAlerts())[0]).toEqual({ closeReason: 'COLLECTED', equipmentReferences: [first] });
    expect(await mark(landfall, 'red', { field: 'unmarkCollected', id, equipmentReferences: [first] })).toBeUndefined();
    await until(async () => (await listAs(landfall, 'red'))[0]?.needsAttention === true);
    expect((await listAs(landfall, 'blue'))[0]).toMatchObject({ needsAttention: false });

    // The last container ends the arrival, and one that is added reopens it.
    expect(await mark(landfall, 'blue', { id })).toBeUndefined();
    expect((await listAs(landfall, 'blue')).map(({ isCollected, isOpen }) => [isCollected, isOpen])).toEqual(Array(3).fill([true, false]));
    await landfall.push(noticeOfContainers({ [first]: 0, [second]: 5, [third]: 1 }, { version: 2 }));
    await until(async () => (await listAs(landfall, 'blue'))[0]?.isOpen === true);
    expect((await listAs(landfall, 'blue'))[0]).toMatchObject({
      isCollected: false,
      needsAttention: true,
      lastFree: { localDate: dayIn(1) },
    });
    expect(await mark(landfall, 'blue', { field: 'unmarkCollected', id })).toBeUndefined();
    expect((await listAs(landfall, 'blue')).map(collectedIn)).toEqual([[], [], []]);
    expect((await listAs(landfall, 'blue'))[0]).toMatchObject({ isOpen: true, lastFree: { localDate: dayIn(0) } });

    // Faulty arguments change nothing.
    const faulty = [[], ['NONE0000001'], [' '], Array(1_001).fill(first)];
    for (const equipmentReferences of faulty) expect(await mark(landfall, 'blue', { id, equipmentReferences })).toBe('BAD_USER_INPUT');
    expect(await mark(landfall, 'blue', { id: 'unknown', equipmentReferences: [first] })).toBe('NOT_FOUND');
    expect((await listAs(landfall, 'blue')).map(collectedIn)).toEqual([[], [], []]);
  },
);

test.for(someStoresOfTests())('an arrival shows whose cargo it is, and is found by any of it, over $name', async (store) => {
  await using opened = store.open();
  await using landfall = await openHooked(tenants, opened.environment);
  await landfall.push(noticeOfContainers({ [containers[0] ?? '']: 0, [containers[1] ?? '']: 5, [containers[2] ?? '']: 5 }));
  await landfall.push(noticeOf({ reference: 'OTHER' }));
  await until(async () => (await listAs(landfall, 'blue')).length === 2);
  const shown = `{ arrivals(filter: { transportDocumentReferences: ["BOX"] }) { nodes {
    consignee { partyFunction partyName reference } notifyParties { partyName } shipper { partyName }
    carrierBookingReferences purchaseOrderReferences houseBillOfLadingReferences customerReferences pickupNumbers
    descriptionOfGoods cargoGrossWeight { value unit }
    containers { ISOEquipmentCode pickupNumber pickupLocation { locationName port { UNLocationCode } } cargoGrossWeight { value unit } }
  } } }`;
  const place = { locationName: 'Terminal 2', port: { UNLocationCode: 'NLRTM' } };
  const box = { ISOEquipmentCode: '22G1', cargoGrossWeight: { value: 100, unit: 'KGM' } };
  expect(await landfall.queryAs('blue', shown)).toEqual({
    arrivals: {
      nodes: [
        {
          consignee: { partyFunction: 'CN', partyName: 'Grünwald Möbel GmbH', reference: 'GM-9' },
          notifyParties: [{ partyName: 'First Notify' }, { partyName: 'Second Notify' }],
          shipper: { partyName: 'Shanghai Chairs' },
          carrierBookingReferences: ['BKG-0815'],
          purchaseOrderReferences: ['PO-4711'],
          houseBillOfLadingReferences: ['HBL-77'],
          customerReferences: ['FILE 2026/17'],
          pickupNumbers: ['PIN-ALL', 'PIN-OWN'],
          descriptionOfGoods: ['Chairs'],
          cargoGrossWeight: { value: 300, unit: 'KGM' },
          containers: [
            { ...box, pickupNumber: 'PIN-OWN', pickupLocation: { locationName: 'Depot 7', port: null } },
            { ...box, pickupNumber: 'PIN-ALL', pickupLocation: place },
            { ...box, pickupNumber: 'PIN-ALL', pickupLocation: place },
          ],
        },
      ],
    },
  });
  const texts = [
    'grunwald mobel',
    'first notify',
    'shanghai',
    'PO 4711',
    'bkg0815',
    'HBL-77',
    'file 2026',
    'PIN-OWN',
    'pin-all',
    'gm9',
    'MSKU0000003',
  ];
  for (const text of [...texts, 'möbel meridian po-4711']) {
    const found = `{ arrivals(filter: { text: "${text}" }) { nodes { transportDocumentReference } } }`;
    expect([text, await landfall.queryAs('blue', found)]).toEqual([text, { arrivals: { nodes: [{ transportDocumentReference: 'BOX' }] } }]);
  }
});

interface Row {
  readonly equipmentReference: string | null;
  readonly arrival: { readonly transportDocumentReference: string };
}

test.for(someStoresOfTests())(
  'containers are listed page by page in both directions, in the order of their arrivals, over $name',
  async (store) => {
    await using opened = store.open();
    await using landfall = await openHooked({ ...tenants, green: { partners: ['none'], webhooks: [] } }, opened.environment);
    const numbers = Array.from({ length: 7 }, (_, index) => `TCLU000000${index}`);
    const daysOf = (of: readonly string[]) => Object.fromEntries(of.map((number, index) => [number, 9 - index]));
    const reference = (document: string, notice: object) => ({ ...notice, transportDocumentReference: document });
    await landfall.push(reference('D1', noticeOfContainers(daysOf(numbers.slice(0, 3)))));
    await landfall.push(noticeOf({ reference: 'D2', arrivalDate: dayIn(3) }));
    await landfall.push(reference('D3', noticeOfContainers(daysOf(numbers.slice(3)))));
    await until(async () => (await listAs(landfall, 'blue')).length === 3);
    const pageAs = async (tenant: string, given: string) => {
      const text = `{ arrivalContainers(orderBy: LAST_FREE_DAY, ${given}) {
      edges { cursor } nodes { equipmentReference arrival { transportDocumentReference } } pageInfo { hasNextPage hasPreviousPage }
      totalCount { value isExact }
    } }`;
      const { arrivalContainers: page } = await landfall.queryAs<{
        arrivalContainers: {
          edges: { cursor: string }[];
          nodes: Row[];
          pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean };
          totalCount: { value: number; isExact: boolean };
        };
      }>(tenant, text);
      return { ...page, names: page.nodes.map((row) => row.equipmentReference ?? row.arrival.transportDocumentReference) };
    };
    // The arrival with the earliest day first; within an arrival the earliest day first; without a day last.
    const [a, b] = [numbers.slice(3).toReversed(), numbers.slice(0, 3).toReversed()];
    const expected = [...a, ...b, 'D2'];
    expect((await pageAs('blue', 'first: 50')).names).toEqual(expected);
    expect((await pageAs('green', 'first: 50')).names).toEqual([]);
    expect((await pageAs('blue', 'first: 2')).totalCount).toEqual({ value: expected.length, isExact: true });
    expect((await pageAs('green', 'first: 2')).totalCount).toEqual({ value: 0, isExact: true });
    for (const size of [1, 2, 3, 5]) {
      const [forwards, backwards]: [string[], string[]] = [[], []];
      for (let after = ''; ; ) {
        const page = await pageAs('blue', `first: ${size}${after}`);
        forwards.push(...page.names);
        if (!page.pageInfo.hasNextPage) break;
        after = `, after: "${page.edges.at(-1)?.cursor}"`;
      }
      for (let before = ''; ; ) {
        const page = await pageAs('blue', `last: ${size}${before}`);
        backwards.unshift(...page.names);
        if (!page.pageInfo.hasPreviousPage) break;
        before = `, before: "${page.edges[0]?.cursor}"`;
      }
      expect([forwards, backwards]).toEqual([expected, expected]);
    }
    const filtered = (filter: string) => pageAs('blue', `first: 50, filter: { ${filter} }`).then(({ names }) => names);
    expect(await filtered('text: "tclu0000004"')).toEqual(['TCLU0000004']);
    expect(await filtered('text: "D1"')).toEqual(b);
    expect(await filtered('equipmentReferences: ["tclu 0000001", "TCLU0000005"]')).toEqual(['TCLU0000005', 'TCLU0000001']);
    // The last free day is that of the container, not the earliest one of its arrival.
    const due = `filter: { lastFreeDateFrom: "${dayIn(7)}", lastFreeDateTo: "${dayIn(8)}" }`;
    expect((await pageAs('blue', `first: 50, ${due}`)).names).toEqual([5, 4, 2, 1].map((index) => numbers[index]));
    const [one, two] = [await pageAs('blue', `first: 1, ${due}`), await pageAs('blue', `last: 2, ${due}`)];
    expect([one.names, two.names, one.totalCount.value]).toEqual([[numbers[5]], [numbers[2], numbers[1]], 4]);
    const [{ id = '' } = {}] = (await listAs(landfall, 'blue')).filter((arrival) => arrival.containers.length === 4);
    expect(await mark(landfall, 'blue', { id, equipmentReferences: [a[0]] })).toBeUndefined();
    expect((await filtered('isOpen: true')).toSorted()).toEqual([...a.slice(1), ...b, 'D2'].toSorted());
    expect((await filtered('isOpen: null')).toSorted()).toEqual(expected.toSorted());
    // A cursor is valid for its own list and caller only.
    const [{ cursor } = { cursor: '' }] = (await pageAs('blue', 'first: 1')).edges;
    await expect(pageAs('green', `first: 1, after: "${cursor}"`)).rejects.toThrow('CURSOR_INVALID');
    await expect(pageAs('blue', `first: 1, after: "${cursor}", filter: { text: "D1" }`)).rejects.toThrow('CURSOR_INVALID');
  },
);

interface Result {
  readonly code: string | null;
  readonly undo: object | null;
}

test.for(someStoresOfTests())(
  'many marks are applied at once, each by itself, and their undo restores what was before, over $name',
  async (store) => {
    await using opened = store.open();
    await using landfall = await openHooked({ ...tenants, green: { partners: ['none'], webhooks: [] } }, opened.environment);
    const [first = '', second = ''] = containers;
    await landfall.push(noticeOfContainers({ [first]: 0, [second]: 1 }));
    await landfall.push(noticeOf({ reference: 'BARE' }));
    const state = async () => {
      const fields = 'id transportDocumentReference isCollected openAlerts { id acknowledgedAt snoozedUntil } containers { isCollected }';
      const { arrivals } = await landfall.queryAs<{
        arrivals: {
          nodes: {
            id: string;
            isCollected: boolean;
            openAlerts: { id: string; acknowledgedAt: string | null; snoozedUntil: string | null }[];
          }[];
        };
      }>('blue', `{ arrivals(filter: { isOpen: null }, orderBy: LAST_FREE_DAY) { nodes { ${fields} } } }`);
      return arrivals.nodes;
    };
    await until(async () => (await state()).length === 2 && (await state())[0]?.openAlerts.length === 2);
    const [boxes, bare] = await state();
    const [one, two] = boxes?.openAlerts ?? [];
    const text = 'mutation ($marks: [MarkInput!]!) { applyMarks(marks: $marks) { code undo { action id until equipmentReferences } } }';
    const apply = async (tenant: string, marks: readonly object[]) =>
      (await landfall.queryAs<{ applyMarks: Result[] }>(tenant, text, { marks })).applyMarks;
    const snoozeEnd = new Date(Date.now() + 600_000).toISOString();
    const before = await state();
    const marks = [
      { action: 'ACKNOWLEDGE', id: one?.id },
      { action: 'SNOOZE', id: two?.id, until: snoozeEnd },
      { action: 'SNOOZE', id: two?.id },
      { action: 'SNOOZE', id: two?.id, until: '2020-01-01T00:00:00Z' },
      { action: 'ACKNOWLEDGE', id: 'none' },
      { action: 'ACKNOWLEDGE', id: boxes?.id },
      { action: 'MARK_COLLECTED', id: boxes?.id, equipmentReferences: [first] },
      { action: 'MARK_COLLECTED', id: boxes?.id, equipmentReferences: ['NONE0000001'] },
      { action: 'MARK_COLLECTED', id: bare?.id },
    ];
    const results = await apply('blue', marks);
    const invalid = ['BAD_USER_INPUT', 'BAD_USER_INPUT', 'NOT_FOUND', 'NOT_FOUND'];
    expect(results.map(({ code }) => code)).toEqual([null, null, ...invalid, null, 'BAD_USER_INPUT', null]);
    expect(results.map(({ undo }) => undo === null)).toEqual([false, false, true, true, true, true, false, true, false]);
    const [ofBoxes, ofBare] = await state();
    expect(ofBoxes).toMatchObject({ isCollected: false, containers: [{ isCollected: true }, { isCollected: false }] });
    expect(ofBare).toMatchObject({ isCollected: true });
    expect(ofBoxes?.openAlerts.find(({ id }) => id === one?.id)?.acknowledgedAt).toEqual(expect.any(String));
    expect(ofBoxes?.openAlerts.find(({ id }) => id === two?.id)?.snoozedUntil).toBe(snoozeEnd);
    // Repeated, they change nothing, so that there is nothing to undo; another tenant without the right finds nothing.
    const repeated = await apply('blue', marks);
    expect(repeated.map(({ undo }) => undo)).toEqual(marks.map(() => null));
    expect((await apply('green', marks.slice(0, 2))).map(({ code }) => code)).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    const undos = results.flatMap(({ undo }) => undo ?? []);
    expect((await apply('blue', undos)).map(({ code }) => code)).toEqual(undos.map(() => null));
    expect(await state()).toEqual(before);

    await expect(apply('blue', [])).rejects.toThrow('expected 1 to 500 values');
    await expect(apply('blue', Array(501).fill(marks[0]))).rejects.toThrow('expected 1 to 500 values');
  },
);
