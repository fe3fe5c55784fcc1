import { expect, inject, test } from 'vitest';
import { openDatabase } from '../../support/database.ts';
import { dayIn } from '../../support/day-in.ts';
import { startLandfall } from '../../support/landfall.ts';
import { storesOfTests } from '../../support/stores.ts';
import { until } from '../../support/until.ts';
import { keyOfTenant, openHooked } from '../webhooks/hooked-landfall.ts';
import { noticeOf } from './arriving-notice.ts';

interface Marked {
  readonly arrivals: {
    readonly nodes: readonly { readonly id: string; readonly isCollected: boolean; readonly openAlerts: readonly MarkedAlert[] }[];
  };
}
interface MarkedAlert {
  readonly id: string;
  readonly acknowledgedAt: string | null;
  readonly snoozedUntil: string | null;
}

const tenants = { blue: { webhooks: [] }, red: { webhooks: [] } };
const snoozeEnd = new Date(Date.now() + 600_000).toISOString();

/** Sends a mutation as a tenant. @returns the codes of its errors */
async function send(url: string, tenant: string, mutation: string): Promise<string[]> {
  const headers = { 'content-type': 'application/json', 'x-api-key': keyOfTenant(tenant) };
  const body = JSON.stringify({ query: `mutation { ${mutation} { id } }` });
  const answer = await (await fetch(`${url}/graphql`, { method: 'POST', headers, body })).json();
  const { errors = [] } = answer as { errors?: { extensions: { code: string } }[] };
  return errors.map(({ extensions }) => extensions.code);
}

/**
 * Sends many marks of two tenants on one arrival at once, and in the end one of each kind, until it is accepted. @returns
 * the codes of errors of the first ones
 */
async function markAtOnce(urls: readonly string[], arrival: string, alert: string): Promise<string[]> {
  const pairs = [
    [`acknowledgeAlert(id: "${alert}")`, `unacknowledgeAlert(id: "${alert}")`],
    [`snoozeAlert(id: "${alert}", until: "${snoozeEnd}")`, `unsnoozeAlert(id: "${alert}")`],
    [`markCollected(id: "${arrival}")`, `unmarkCollected(id: "${arrival}")`],
  ];
  const urlOf = (number: number) => urls[number % urls.length] ?? '';
  const sent = Array.from({ length: 150 }, (_, number) =>
    send(urlOf(number), number % 2 === 0 ? 'blue' : 'red', pairs[number % 3]?.[number % 5 === 0 ? 1 : 0] ?? ''),
  );
  const codes = (await Promise.all(sent)).flat();
  await Promise.all(pairs.map(([set = ''], number) => until(async () => (await send(urlOf(number), 'blue', set)).length === 0)));
  return codes;
}

/** Opens Landfall with an arrival that has an alert. */
async function openWithAlert(settings: Readonly<Record<string, string>>) {
  const landfall = await openHooked(tenants, settings);
  const marked = async () => (await landfall.queryAs<Marked>('blue', query)).arrivals.nodes[0];
  for (const version of [1, 2]) {
    await landfall.push(noticeOf({ reference: 'MARK', version, arrivalDate: dayIn(8 + 2 * version) }));
    await until(async () => ((await marked())?.openAlerts.length ?? -1) >= version - 1);
  }
  return { ...landfall, marked };
}

const query = '{ arrivals(filter: { isOpen: null }) { nodes { id isCollected openAlerts { id acknowledgedAt snoozedUntil } } } }';

/** Marks the arrival at several addresses at once, and checks that each mark succeeds and the last ones are kept. */
async function checkMarks(landfall: Awaited<ReturnType<typeof openWithAlert>>, urls: readonly string[]): Promise<void> {
  const { id = '', openAlerts = [] } = (await landfall.marked()) ?? {};
  const alert = openAlerts[0]?.id ?? '';
  const codes = await markAtOnce(urls, id, alert);
  // On a machine that is too busy, a mark may have to be sent again.
  expect(codes.filter((code) => code !== 'STORE_UNAVAILABLE')).toEqual([]);
  expect(codes.length).toBeLessThan(8);
  const after = await landfall.marked();
  expect(after?.isCollected).toBe(true);
  // The alert may have closed, because the arrival was collected.
  for (const marked of after?.openAlerts ?? []) {
    if (marked.id === alert) expect(marked).toEqual({ id: alert, acknowledgedAt: expect.any(String), snoozedUntil: snoozeEnd });
  }
}

test.for(storesOfTests())('marks on one arrival succeed, however many are sent at once, over $name', async (store) => {
  await using opened = store.open();
  await using landfall = await openWithAlert(opened.environment);
  await checkMarks(landfall, [landfall.url]);
});

const [mongodbUrl, redisUrl] = [inject('mongodbUrl'), inject('redisUrl')];

test.runIf(mongodbUrl && redisUrl)('marks on one arrival succeed when they are sent to several processes at once', async () => {
  await using database = openDatabase(mongodbUrl ?? '');
  await using landfall = await openWithAlert({ MONGODB_URL: database.url, REDIS_URL: redisUrl ?? '' });
  const environment = { ...landfall.environment, PORT: '0' };
  await using second = await startLandfall(['serve'], { environment });
  await using third = await startLandfall(['serve'], { environment });
  await checkMarks(landfall, [landfall.url, second.url, third.url]);
});
