import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alertKinds } from '../../../subgraphs/arrivals/alerts.ts';
import { dayIn } from '../../support/day-in.ts';
import { type OpenLandfall, openLandfall } from '../../support/open-landfall.ts';
import { someStoresOfTests } from '../../support/stores.ts';
import { alertNameOf, createAlertSubscriber } from '../../support/subscriber.ts';
import { noticeOf } from './arriving-notice.ts';
import { untilArrival } from './until-arrival.ts';

interface Listed {
  readonly arrivalAlerts: {
    readonly nodes: { readonly id: string; readonly kind: string; readonly transition: string; readonly needsAttention: boolean }[];
    readonly totalCount: { readonly value: number };
  };
}

describe.for(someStoresOfTests())('alerts over $name', (store) => {
  const opened = store.open();
  let landfall: OpenLandfall;
  beforeAll(async () => {
    landfall = await openLandfall(opened.environment, { evaluatesArrivals: true });
  });
  afterAll(async () => {
    await landfall[Symbol.asyncDispose]();
    await opened[Symbol.asyncDispose]();
  });

  test('a later arrival date of a notice raises ETA_CHANGED once, for subscribers, in the list and in the log', async () => {
    // From the start of the log, because the subscription may begin after the alert on a busy machine.
    const subscriber = createAlertSubscriber('0');
    const listening = subscriber.listen(landfall.url);
    await landfall.push(noticeOf({ reference: 'ETA1', arrivalDate: dayIn(2) }));
    await untilArrival(landfall, 'ETA1', ({ bestTime }) => bestTime?.localDate === dayIn(2));
    await landfall.push(noticeOf({ reference: 'ETA1', version: 2, arrivalDate: dayIn(4) }));
    await subscriber.until((events) => events.some((event) => alertNameOf(event) === 'ETA_CHANGED RAISED ETA1'));
    // A repeated push, and an older version that arrives late, change nothing.
    await landfall.push(noticeOf({ reference: 'ETA1', version: 2, arrivalDate: dayIn(4) }));
    await landfall.push(noticeOf({ reference: 'ETA1', version: 0, arrivalDate: dayIn(8) }));
    await landfall.push(noticeOf({ reference: 'ETA2', arrivalDate: dayIn(10) }));
    await untilArrival(landfall, 'ETA2', ({ bestTime }) => bestTime?.localDate === dayIn(10));
    await landfall.push(noticeOf({ reference: 'ETA2', version: 2, arrivalDate: dayIn(9) }));
    await subscriber.until((events) => events.some((event) => alertNameOf(event) === 'ETA_CHANGED RAISED ETA2'));
    await subscriber.stop();
    await listening;
    const raised = subscriber.events.filter((event) => alertNameOf(event) === 'ETA_CHANGED RAISED ETA1');
    expect(raised).toMatchObject([{ alert: { hoursMoved: 48, before: { text: dayIn(2) }, after: { text: dayIn(4) } } }]);

    const { arrivalAlerts } = await landfall.query<Listed>(
      '{ arrivalAlerts(filter: { kinds: [ETA_CHANGED] }) { nodes { id kind transition needsAttention } totalCount { value } } }',
    );
    expect(arrivalAlerts.totalCount.value).toBe(2);
    expect(arrivalAlerts.nodes.map(({ id }) => id)).toContain(raised[0]?.alert?.id);
    const { arrivalAlertLog } = await landfall.query<{ arrivalAlertLog: { events: { alert: { id: string } }[] } }>(
      '{ arrivalAlertLog(after: "0", filter: { kinds: [ETA_CHANGED] }) { events { cursor alert { id } } } }',
    );
    expect(arrivalAlertLog.events.map(({ alert }) => alert.id).filter((id) => id === raised[0]?.alert?.id)).toHaveLength(1);
  });

  test('an alert is selected by threshold', async () => {
    const countOf = async (hours: number) => {
      const query = `{ arrivalAlerts(filter: { kinds: [ETA_CHANGED], etaChangedHours: ${hours} }) { totalCount { value } } }`;
      return (await landfall.query<Listed>(query)).arrivalAlerts.totalCount.value;
    };
    // Two days, and one day.
    expect([await countOf(1), await countOf(24), await countOf(48)]).toEqual([2, 2, 1]);
    await expect(countOf(7)).rejects.toThrow(/etaChangedHours: expected one of 1, 3, 6, 12, 24, 48, got 7/);
  });

  test('the arrival of a notice explains every kind of alert, raised or not', async () => {
    interface Joined {
      readonly arrivalNotice: {
        readonly arrival: {
          readonly state: string;
          readonly notice: { readonly transportDocumentReference: string };
          readonly checks: { readonly kind: string; readonly outcome: string; readonly reason: string }[];
          readonly statements: { readonly schedule: { readonly outcome: string } };
          readonly openAlerts: { readonly kind: string }[];
        };
      };
    }
    const { arrivalNotice } = await landfall.query<Joined>(
      `{ arrivalNotice(partner: "acme", transportDocumentReference: "ETA1") { arrival {
        state checks { kind outcome reason } notice { transportDocumentReference } statements { schedule { outcome } } openAlerts { kind } } } }`,
    );
    const { arrival } = arrivalNotice;
    expect(arrival).toMatchObject({
      state: 'EXPECTED',
      notice: { transportDocumentReference: 'ETA1' },
      openAlerts: [{ kind: 'ETA_CHANGED' }],
    });
    expect(arrival.checks.map(({ kind }) => kind)).toEqual([...alertKinds]);
    expect(arrival.checks.find(({ kind }) => kind === 'ETA_CHANGED')?.outcome).toBe('RAISED');
    for (const { reason } of arrival.checks) expect(reason).toMatch(/\w+ .*\w/);
  });

  test('a tenant acknowledges, snoozes and collects, and undoes each', async () => {
    const { arrivalAlerts } = await landfall.query<Listed>(
      '{ arrivalAlerts(filter: { kinds: [ETA_CHANGED] }, orderBy: OLDEST_FIRST) { nodes { id needsAttention } } }',
    );
    const id = arrivalAlerts.nodes[0]?.id ?? '';
    const mark = async (mutation: string) => {
      const answer = await landfall.query<{ done: { needsAttention: boolean } }>(`mutation { done: ${mutation} { needsAttention } }`);
      return answer.done.needsAttention;
    };
    expect(arrivalAlerts.nodes[0]?.needsAttention).toBe(true);
    expect(await mark(`acknowledgeAlert(id: "${id}")`)).toBe(false);
    expect(await mark(`acknowledgeAlert(id: "${id}")`)).toBe(false);
    expect(await mark(`unacknowledgeAlert(id: "${id}")`)).toBe(true);
    expect(await mark(`snoozeAlert(id: "${id}", until: "${new Date(Date.now() + 60_000).toISOString()}")`)).toBe(false);
    expect(await mark(`unsnoozeAlert(id: "${id}")`)).toBe(true);
    await expect(mark(`snoozeAlert(id: "${id}", until: "2020-01-01T00:00:00Z")`)).rejects.toThrow('expected an instant in the future');
    await expect(mark('acknowledgeAlert(id: "none")')).rejects.toThrow('There is no such alert.');

    const listed = async () => {
      const query = '{ arrivals { nodes { id transportDocumentReference needsAttention } totalCount { value isExact } } }';
      interface Arrivals {
        readonly arrivals: {
          readonly nodes: { readonly id: string; readonly transportDocumentReference: string; readonly needsAttention: boolean }[];
          readonly totalCount: { readonly value: number; readonly isExact: boolean };
        };
      }
      return (await landfall.query<Arrivals>(query)).arrivals;
    };
    const before = await listed();
    expect(before.nodes.map(({ transportDocumentReference }) => transportDocumentReference).toSorted()).toEqual(['ETA1', 'ETA2']);
    expect(before.totalCount).toEqual({ value: 2, isExact: true });
    const collected = before.nodes.find(({ transportDocumentReference }) => transportDocumentReference === 'ETA2')?.id ?? '';
    const collect = (mutation: string) =>
      landfall.query(`mutation { done: ${mutation}(id: "${collected}") { isCollected isOpen needsAttention } }`);
    expect(await collect('markCollected')).toEqual({ done: { isCollected: true, isOpen: false, needsAttention: false } });
    expect((await listed()).nodes).toMatchObject([{ transportDocumentReference: 'ETA1', needsAttention: true }]);
    expect(await collect('unmarkCollected')).toMatchObject({ done: { isCollected: false } });
    await untilArrival(landfall, 'ETA2', ({ isOpen }) => isOpen);
    expect((await listed()).nodes).toHaveLength(2);
  });

  test('a mutation requires POST', async () => {
    const query = encodeURIComponent('mutation { acknowledgeAlert(id: "x") { id } }');
    const answer = await fetch(`${landfall.url}/graphql?query=${query}`);
    expect(answer.status).toBe(405);
  });

  test('arrivals are found by words, parties and days, and link to the other arrivals of their document', async () => {
    const more = {
      documentParties: [
        { partyFunction: 'CN', partyName: 'Blåvand Freight', identifyingCodes: [{ codeListProvider: 'SMDG', partyCode: 'BLAV' }] },
      ],
      freeTimes: [{ typeCodes: ['DEM'], lastFreeDate: { value: dayIn(20), classifier: 'EST' } }],
    };
    await landfall.push(noticeOf({ reference: 'FIND-1', more: { ...more, typeLabel: 'PDF' } }));
    await landfall.push(noticeOf({ reference: 'FIND-1', more }));
    const { id } = await untilArrival(landfall, 'FIND-1', ({ bestTime }) => bestTime !== null);
    const find = async (filter: string) => {
      const query = `{ arrivals(filter: ${filter}, orderBy: LAST_FREE_DAY) { nodes { transportDocumentReference } } }`;
      const { arrivals } = await landfall.query<{ arrivals: { nodes: { transportDocumentReference: string }[] } }>(query);
      return arrivals.nodes.map(({ transportDocumentReference }) => transportDocumentReference).filter((name) => name.startsWith('FIND'));
    };
    const filters = [
      '{ text: "find1 meridian" }',
      '{ text: "Star 93214 nlr 2610" }',
      '{ party: "blavand" }',
      '{ party: "blav freight" }',
      `{ lastFreeDateFrom: "${dayIn(20)}", lastFreeDateTo: "${dayIn(20)}" }`,
      `{ bestDateFrom: "${dayIn(10)}", bestDateTo: "${dayIn(10)}", UNLocationCodes: ["nl rtm"] }`,
      '{ changedAfter: "2026-01-01T00:00:00Z" }',
    ];
    expect(await Promise.all(filters.map(find))).toEqual(filters.map(() => ['FIND-1', 'FIND-1']));
    expect(await find(`{ ids: ["${id}"] }`)).toEqual(['FIND-1']);
    expect(await Promise.all(['{ text: "find1 venus" }', '{ party: "meridian" }', '{ alertKinds: [ARRIVED] }'].map(find))).toEqual([
      [],
      [],
      [],
    ]);

    const changed = await landfall.query<{ arrival: { changedAt: string } }>(`{ arrival(id: "${id}") { changedAt } }`);
    const { changedAt } = changed.arrival;
    const before = new Date(Date.parse(changedAt) - 1).toISOString();
    expect(await find(`{ ids: ["${id}"], changedAfter: "${before}" }`)).toEqual(['FIND-1']);
    expect(await find(`{ ids: ["${id}"], changedAfter: "${changedAt}" }`)).toEqual([]);

    const query = `{ arrival(id: "${id}") { typeLabel sameDocument { typeLabel sameDocument { id } } } }`;
    const { arrival } = await landfall.query<{ arrival: unknown }>(query);
    expect(arrival).toEqual({ typeLabel: null, sameDocument: [{ typeLabel: 'PDF', sameDocument: [{ id }] }] });
    await expect(landfall.query('{ arrival(partner: "acme") { id } }')).rejects.toThrow(/expected either id, or partner/);
  });
});
