import { expect, test } from 'vitest';
import { openPublishing, type Publishing } from './open-publishing.ts';

interface Pushed {
  readonly id: string;
  readonly notice: { readonly transportDocumentReference: string; readonly issueDateTime: string; readonly [attribute: string]: unknown };
}

const roasters = [{ identifyingCodes: [{ codeListProvider: 'ZZZ', partyCode: 'ROASTERS' }] }];
const strangers = [{ identifyingCodes: [{ codeListProvider: 'ZZZ', partyCode: 'STRANGERS' }] }];
const charges = [{ chargeName: 'THC', currencyAmount: 'faulty' }];

/**
 * Notices of two partners; some name the party, some did before, some do now; some have charges, also in invalid forms.
 */
const pushed: readonly Pushed[] = Array.from({ length: 12 }, (_, number) => ({
  id: number % 3 === 0 ? 'coral' : 'acme',
  notice: {
    transportDocumentReference: `DOC${number}`,
    issueDateTime: '2026-03-02T13:05:00Z',
    documentParties: number % 2 === 0 ? roasters : strangers,
    transport: { portOfDischarge: { UNLocationCode: number < 6 ? 'NLRTM' : 'BEANR' } },
    ...(number % 4 === 0 ? { charges } : {}),
    ...(number === 5 ? { isElectronic: 'faulty' } : {}),
  },
}));
const later: readonly Pushed[] = [1, 2].map((number) => ({
  id: 'acme',
  notice: {
    transportDocumentReference: `DOC${number}`,
    issueDateTime: '2026-03-03T13:05:00Z',
    documentParties: number === 1 ? roasters : strangers,
    transport: { portOfDischarge: { UNLocationCode: 'NLRTM' } },
  },
}));

/** The rows that a subscriber may see, in the order in which they were first received. */
const seen: Readonly<Record<string, (rows: readonly Pushed[]) => Pushed[]>> = {
  exclusive: (rows) => rows.filter(({ id }) => id === 'acme'),
  consignee: (rows) => rows.filter(({ notice }) => notice['documentParties'] === roasters),
  frugal: (rows) => rows.map(({ id, notice: { charges: _charges, ...notice } }) => ({ id, notice })),
};
const requests = [
  '',
  'portOfDischarge=NLRTM',
  'transportDocumentReferences=DOC0,DOC1,DOC2,DOC5',
  'includeVisualization=true',
  'removeCharges=true',
];

test.each(Object.keys(seen))(
  'for subscriber %s hidden rows and attributes leave no trace: responses are the same as without them',
  async (as) => {
    const current = pushed.map(
      (row) => later.find(({ notice }) => notice.transportDocumentReference === row.notice.transportDocumentReference) ?? row,
    );
    await using everything = await openPublishing();
    for (const { id, notice } of [...pushed, ...later]) await everything.push(id, { arrivalNotices: [notice] });
    await using onlyThat = await openPublishing();
    for (const { id, notice } of seen[as]?.(current) ?? []) await onlyThat.push(id, { arrivalNotices: [notice] });
    expect((await everything.walk('/arrival-notices', as)).flatMap(({ rows }) => rows).length).toBeGreaterThan(3);
    for (const request of requests) {
      for (const limit of [1, 3, 100]) {
        const requested = `/arrival-notices?limit=${limit}${request === '' ? '' : `&${request}`}`;
        expect([requested, await traceOf(everything, requested, as)]).toEqual([requested, await traceOf(onlyThat, requested, as)]);
      }
    }
  },
);

test('a subscriber with other rights gets its own answers, and cursors are valid with their own rights only', async () => {
  await using publishing = await openPublishing();
  for (const { id, notice } of pushed) await publishing.push(id, { arrivalNotices: [notice] });
  const counts = await Promise.all(
    ['reader', 'frugal', 'consignee', 'exclusive'].map(async (as) => (await publishing.get('/arrival-notices', as)).rows.length),
  );
  expect(counts).toEqual([12, 12, 6, 8]);
  const hidden = await publishing.get('/arrival-notices?transportDocumentReferences=DOC1', 'consignee');
  const unknown = await publishing.get('/arrival-notices?transportDocumentReferences=MISSING', 'consignee');
  expect(hidden.text).toBe(unknown.text);
  expect([...hidden.headers.keys()].toSorted()).toEqual([...unknown.headers.keys()].toSorted());
});

/** Returns every part of a response that might reveal hidden data; cursors differ between deployments. */
async function traceOf(publishing: Publishing, request: string, as: string): Promise<unknown[]> {
  const pages = await publishing.walk(request, as);
  return pages.map(({ status, text, headers }) => [
    status,
    text,
    headers.get('landfall-row-sources'),
    headers.get('landfall-missing-sources'),
    headers.has('next-page-cursor'),
  ]);
}
