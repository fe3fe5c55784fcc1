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

/** Opens a page of an answer with two rows, and weak references to the answer and its rows. */
async function openPage(): Promise<{ rows: AsyncIterator<Buffer>; held: WeakRef<object>[] }> {
  const documents = [{ carrierServiceCode: 'FE1' }, { carrierServiceCode: 'FE2' }];
  const report = { partner: 'acme', standard: 'COMMERCIAL_SCHEDULES', status: 'OK', feedback: [] } as const;
  const answer: Answer = { id: 'one', report, rows: documents.map((document) => ({ document, violations: [], byteLength: 30 })) };
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
  return { rows, held: [answer, ...documents].map((each) => new WeakRef(each)) };
}

/**
 * Collects garbage in a later turn, because a weak reference that was read keeps its target until the end of the turn.
 */
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  await setImmediate();
  runInNewContext('gc')();
}
