import { expect, test } from 'vitest';
import { dayIn } from '../../support/day-in.ts';
import { someStoresOfTests } from '../../support/stores.ts';
import { until } from '../../support/until.ts';
import { openHooked } from '../webhooks/hooked-landfall.ts';
import { noticeOf } from './arriving-notice.ts';

interface Alerts {
  readonly arrivalAlerts: {
    readonly nodes: readonly { id: string; kind: string; closedAt: string | null; after: { source: string } | null }[];
  };
}

const list = 'query ($isOpen: Boolean) { arrivalAlerts(filter: { isOpen: $isOpen }) { nodes { id kind closedAt after { source } } } }';

test.for(someStoresOfTests())(
  'tenants who shared alerts find each of them by its id after one has marked the arrival, over $name',
  async (store) => {
    await using opened = store.open();
    await using landfall = await openHooked({ blue: { webhooks: [], partners: ['acme'] }, red: { webhooks: [] } }, opened.environment);
    const alertsOf = async (tenant: string, isOpen: boolean | null = null) =>
      (await landfall.queryAs<Alerts>(tenant, list, { isOpen })).arrivalAlerts.nodes;
    const pushDay = async (version: number, days: number) => {
      await landfall.push(noticeOf({ reference: 'REF1', version, arrivalDate: dayIn(days) }));
      // Versions that are evaluated together are no changes in between.
      await until(
        async () => (await alertsOf('red')).length === version - 1 && (version > 3 || (await alertsOf('blue')).length === version - 1),
      );
    };
    await until(async () => {
      await landfall.push(noticeOf({ reference: 'REF1', arrivalDate: dayIn(10) }));
      return (
        (await landfall.queryAs<{ arrivals: { nodes: object[] } }>('blue', '{ arrivals { nodes { id } } }')).arrivals.nodes.length === 1
      );
    });
    await pushDay(2, 13);
    // Closes the first alert.
    await pushDay(3, 16);
    const before = await alertsOf('blue');
    expect(before.map(({ closedAt }) => closedAt !== null)).toEqual([false, true]);
    expect(await alertsOf('red')).toEqual(before);

    // From then on the two tenants have entries of their own.
    const [arrival] = (await landfall.queryAs<{ arrivals: { nodes: { id: string }[] } }>('blue', '{ arrivals { nodes { id } } }')).arrivals
      .nodes;
    await landfall.queryAs('blue', 'mutation ($id: ID!) { markCollected(id: $id) { id } }', { id: arrival?.id });
    await pushDay(4, 19);
    const ids = before.map(({ id }) => id);
    for (const tenant of ['blue', 'red']) expect((await alertsOf(tenant)).map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
    for (const tenant of ['blue', 'red'])
      for (const id of ids) {
        const mutation = 'mutation ($id: ID!) { acknowledgeAlert(id: $id) { id } }';
        expect(await landfall.queryAs(tenant, mutation, { id })).toEqual({ acknowledgeAlert: { id } });
      }
  },
);
