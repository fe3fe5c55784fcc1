import { expect, test } from 'vitest';
import { dayIn } from '../../support/day-in.ts';
import { partnerKeys } from '../../support/landfall.ts';
import { someStoresOfTests } from '../../support/stores.ts';
import { until } from '../../support/until.ts';
import { noticeOf } from '../arrivals/arriving-notice.ts';
import { type HookedLandfall, openHooked } from '../webhooks/hooked-landfall.ts';

interface Cursors {
  readonly [field: string]: { readonly edges?: readonly { cursor: string }[]; readonly events?: readonly { cursor: string }[] };
}

const edges = 'edges { cursor }';
const query = `{
  noticesNewest: arrivalNotices(orderBy: NEWEST_FIRST) { ${edges} }
  noticesOldest: arrivalNotices(orderBy: OLDEST_FIRST) { ${edges} }
  noticesChanged: arrivalNotices(orderBy: RECENTLY_CHANGED) { ${edges} }
  notifications: arrivalNoticeNotifications { ${edges} }
  portCallEvents(orderBy: RECENTLY_CHANGED) { ${edges} }
  attention: arrivals(orderBy: ATTENTION) { ${edges} }
  bestTime: arrivals(orderBy: BEST_TIME) { ${edges} }
  lastChange: arrivals(orderBy: LAST_CHANGE) { ${edges} }
  lastFree: arrivals(orderBy: LAST_FREE_DAY) { ${edges} }
  arrivalAlerts { ${edges} }
  arrivalNoticeVersionLog(after: "0", first: 100) { events { cursor } }
  portCallEventLog(after: "0", first: 100) { events { cursor } }
  arrivalAlertLog(after: "0", first: 100) { events { cursor } }
}`;

const issueDateTime = '2026-01-01T00:00:00Z';

/** Pushes rows of one partner: two versions of a notice, of which the second raises an alert, a notification and an event each. */
async function pushRows(landfall: HookedLandfall, key: keyof typeof partnerKeys, numbers: readonly number[]): Promise<void> {
  const references = numbers.map((number) => `REF${String(number).padStart(3, '0')}`);
  const push = async (path: string, body: object) => {
    const { status } = await landfall.dcsa(path, { key: partnerKeys[key], body: JSON.stringify(body) });
    expect(status).toBe(200);
  };
  for (const version of [1, 2]) {
    const arrivalNotices = references.map((reference) => noticeOf({ reference, version, arrivalDate: dayIn(8 + 2 * version) }));
    await push('/arrival-notices', { arrivalNotices });
    // A version that is evaluated together with the first one is no change, so it raises no alert.
    const seen = version === 1 ? 'arrivals' : 'arrivalAlerts';
    if (key === 'acme') await until(async () => (await landfall.queryAs<Seen>('blue', rows))[seen].nodes.length > Math.max(...numbers));
  }
  await push('/arrival-notice-notifications', {
    arrivalNoticeNotifications: references.map((transportDocumentReference) => ({ transportDocumentReference, issueDateTime })),
  });
  const eventIDs = numbers.map((number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`);
  await push('/events', { events: eventIDs.map((eventID) => ({ eventID, eventUpdatedDateTime: issueDateTime })) });
}

type Seen = Record<'arrivals' | 'arrivalAlerts', { readonly nodes: readonly object[] }>;
const rows = '{ arrivals { nodes { id } } arrivalAlerts { nodes { id } } }';

test.for(someStoresOfTests())('the length of a cursor does not depend on the rows of others, over $name', async (store) => {
  await using opened = store.open();
  await using landfall = await openHooked({ blue: { webhooks: [], partners: ['acme'] }, red: { webhooks: [] } }, opened.environment);
  const lengths = new Map<string, Set<number>>();
  for (const stage of [0, 1, 2]) {
    await pushRows(landfall, 'acme', [stage]);
    const seen = async () => landfall.queryAs<Cursors>('blue', query);
    const cursorsOf = ({ edges: found = [], events = [] }: Cursors[string]) => [...found, ...events].map(({ cursor }) => cursor);
    const answer = await until(async () => {
      const fields = await seen();
      return Object.values(fields).every((field) => cursorsOf(field).length > stage) && fields;
    });
    for (const [field, value] of Object.entries(answer)) {
      const known = lengths.get(field) ?? new Set();
      lengths.set(field, known);
      for (const { length } of cursorsOf(value)) known.add(length);
    }
    // Others have two digits of rows, then three.
    const others = Array.from({ length: stage === 0 ? 5 : 45 }, (_, index) => 100 + stage * 50 + index);
    await pushRows(landfall, 'other', others);
  }
  expect(Object.fromEntries([...lengths].map(([field, found]) => [field, found.size]))).toEqual(
    Object.fromEntries([...lengths.keys()].map((field) => [field, 1])),
  );
});
