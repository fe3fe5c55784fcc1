import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { openCaller } from '#platform/access/entitlement.ts';
import { createCursorSigner } from '#platform/log/cursor-signer.ts';
import type { Partner } from '#platform/partners/partner.ts';
import type { PublishRoute } from '#platform/publisher/get/routes.ts';
import { createInvalidRows } from '#platform/publisher/invalid-rows.ts';
import type { Answer } from '../model.ts';
import type { SchedulePage } from '../queries.ts';
import { parseRow } from '../wire/parse.ts';
import { createProducerRoutes } from './routes.ts';

const signer = createCursorSigner(Buffer.from('a secret of the deployment'));
const subscriber = { partner: { id: 'reader' } as Partner, caller: openCaller };

test('while a page is written, neither its answer nor its written rows are kept in memory', async () => {
  const { rows, held } = await openPage();
  await rows.next();
  await collectGarbage();
  expect(held.map((each) => each.deref() !== undefined)).toEqual([false, false, true]);
  expect(String((await rows.next()).value)).toBe('{"carrierServiceCode":"FE2"}');
});

const suez = { UNLocationCode: 'EGSUZ', waterwaySMDGEntryPointCode: 'SUEZS' };
const conforming = { isCargoOperationalCall: false, location: suez };

test.each([
  ['that conforms', conforming, conforming, []],
  ['without the flag', { location: suez }, conforming, ['isCargoOperationalCall: expected false at a point of a waterway, got undefined']],
  ['with null as the flag', { isCargoOperationalCall: null, location: suez }, conforming, [expect.any(String), expect.any(String)]],
  [
    'that claims cargo and a visit of a port',
    { portVisitReference: 'EGSUZ1', isCargoOperationalCall: true, location: suez },
    conforming,
    [
      'isCargoOperationalCall: expected false at a point of a waterway, got true',
      'portVisitReference: is not allowed at a point of a waterway',
    ],
  ],
  [
    'with too long a code and without the flag',
    { location: { UNLocationCode: 'EGSUZ', waterwaySMDGEntryPointCode: 'SUEZSOUTH' } },
    { isCargoOperationalCall: false, location: { UNLocationCode: 'EGSUZ' } },
    ['location.waterwaySMDGEntryPointCode: expected at most 6 characters, got 9', expect.stringContaining('isCargoOperationalCall')],
  ],
  [
    'without a UN/LOCODE',
    { isCargoOperationalCall: false, location: { locationName: 'Suez', waterwaySMDGEntryPointCode: 'SUEZS' } },
    { isCargoOperationalCall: false, location: { locationName: 'Suez' } },
    ['location.UNLocationCode: is required at a point of a waterway and absent'],
  ],
  [
    'with an invalid UN/LOCODE',
    { isCargoOperationalCall: false, location: { ...suez, UNLocationCode: 'SUEZ' } },
    { isCargoOperationalCall: false, location: {} },
    [expect.stringContaining('location.UNLocationCode: expected a string that matches')],
  ],
  ['that is no passage', { portVisitReference: 'V', location: { UNLocationCode: 'EGSUZ' } }, undefined, []],
])(
  'a passage of a waterway %s is published as the standard demands, never as a call of a port',
  async (_what, written, published, messages) => {
    const identified = { transportCallReference: 'R', carrierImportVoyageNumber: '702W', timestamps: [departure] };
    const rowWith = (call: object) => ({
      carrierServiceName: 'Far East Lion',
      carrierServiceCode: 'FE1',
      vesselSchedules: [{ isDummyVessel: false, transportCalls: [{ ...identified, ...call }] }, { isDummyVessel: true }],
    });
    const parsed = parseRow('vessel-schedules', rowWith(written));
    const place = '$.vesselSchedules[0].transportCalls[0].';
    expect(parsed?.violations.map(({ path, message }) => `${path.replace(place, '')}: ${message}`)).toEqual(messages);
    const { document = {}, violations = [], record } = parsed ?? {};
    const { rows } = await openPage([{ document, violations, byteLength: 300, ...(record === document ? {} : { record }) }]);
    expect(JSON.parse(String((await rows.next()).value))).toEqual(rowWith(published ?? written));
  },
);

const departure = { eventTypeCode: 'DEPA', eventClassifierCode: 'PLN', eventDateTime: '2027-01-14T04:00:00+02:00' };

const twoRows = (): Answer['rows'] =>
  ['FE1', 'FE2'].map((carrierServiceCode) => ({ document: { carrierServiceCode }, violations: [], byteLength: 30 }));

/** Opens a page of an answer, and weak references to the answer and its rows. */
async function openPage(answered = twoRows()): Promise<{ rows: AsyncIterator<Buffer>; held: WeakRef<object>[] }> {
  const report = { partner: 'acme', standard: 'COMMERCIAL_SCHEDULES', status: 'OK', feedback: [] } as const;
  const answer: Answer = { id: 'one', report, rows: answered };
  const schedules = async (): Promise<SchedulePage> => ({
    rows: answer.rows.map((row, index) => ({ row, answer, position: `one ${index}` })),
    sources: [],
    hasNextPage: false,
    hasPreviousPage: false,
    cursorOf: ({ position }) => position,
  });
  const routes = createProducerRoutes({ queriesFor: () => ({ schedules }), signer, invalidRows: createInvalidRows() });
  const route = routes.find(({ profile }) => profile.path === '/v1/vessel-schedules') as PublishRoute;
  const page = await route.answer({ subscriber, values: {}, limit: 100, cursor: undefined });
  const rows = (page.rows as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  return { rows, held: [answer, ...answered.map(({ document }) => document)].map((each) => new WeakRef(each)) };
}

/**
 * Collects garbage in a later turn, because a weak reference that was read keeps its target until the end of the turn.
 */
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  await setImmediate();
  runInNewContext('gc')();
}
