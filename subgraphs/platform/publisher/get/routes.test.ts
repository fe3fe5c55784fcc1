import fastify from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Partner } from '../../partners/partner.ts';
import { type EndpointProfile, requestLimits } from './endpoint.ts';

import { type PublishAnswered, type PublishedPage, registerPublishRoutes } from './routes.ts';

const profile: EndpointProfile = {
  standard: 'Arrival Notice',
  version: '1.0.1',
  path: '/rows',
  parameters: [],
  refused: [],
  needsOneOf: [],
  ranges: [],
  unknownParameters: 'IGNORED_WITH_WARN',
};
const see = { partners: ['*'], parties: ['*' as const], charges: true, portCalls: true };
const partner = { id: 'reader', publish: { see, versions: {} } } as unknown as Partner;

/** Opens a server with one route that returns this page. */
function openEdge(answer: () => Promise<PublishedPage>) {
  const answered: PublishAnswered[] = [];
  const app = fastify();
  registerPublishRoutes(app, {
    routes: [{ profile, listName: 'rows', standard: 'ARRIVAL_NOTICE', answer }],
    findPartner: async () => partner,
    onAnswer: (each) => answered.push(each),
  });
  return { app, answered };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a request that exceeds its time limit is answered 503, and recorded as such', async () => {
  const answer = vi.fn(() => new Promise<never>(() => {}));
  const { app, answered } = openEdge(answer);
  const answering = app.inject('/rows');
  await vi.waitUntil(() => answer.mock.calls.length > 0);
  vi.advanceTimersByTime(requestLimits.timeLimitMs);
  const { statusCode, headers, body } = await answering;
  expect([statusCode, headers['retry-after'], headers['api-version']]).toEqual([503, '5', '1.0.1']);
  expect(JSON.parse(body).feedbackElements).toEqual([{ severity: 'ERROR', message: 'No answer within 30000 ms.' }]);
  expect(answered).toMatchObject([{ path: '/rows', partner: 'reader', status: 503, code: 'PUBLISH_TIMEOUT', rows: 0 }]);
  await app.close();
});

test('an internal failure does not reveal its cause', async () => {
  const { app } = openEdge(async () => {
    throw new Error('connect ECONNREFUSED 10.0.0.7:27017');
  });
  const { statusCode, body } = await app.inject('/rows');
  expect([statusCode, body]).toEqual([500, '{"feedbackElements":[{"severity":"ERROR","message":"An internal error occurred."}]}']);
  expect(vi.getTimerCount()).toBe(0);
  await app.close();
});
