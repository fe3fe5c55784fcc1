import { expect, test } from 'vitest';
import type { Answer } from '../model.ts';
import { reportOf } from '../upstream/collect.ts';
import type { MatchRequest } from './match-requests.ts';
import { createPartnerRequests } from './partner-requests.ts';

const terms = { maxAgeMs: 1_000, waitUntil: 0 };
const requestAt = (UNLocationCode: string): MatchRequest => ({
  partner: 'acme',
  requestedBy: new Set(),
  query: { endpoint: 'vessel-schedules', conditions: { UNLocationCode } },
});
const ports = ['SGSIN', 'NLRTM', 'DEHAM', 'BEANR', 'GBFXT'];

/** Opens the requests to an endpoint that answers with `answerOf`, and records the ports that are requested. */
function openRequests(answerOf: (port: string) => Answer['report']) {
  const requested: string[] = [];
  const sendQuery = createPartnerRequests({
    findCached: async () => undefined,
    fetch: async ({ query }) => {
      const { UNLocationCode = '' } = query.conditions as { UNLocationCode?: string };
      requested.push(UNLocationCode);
      return { id: '', rows: [], report: answerOf(UNLocationCode) };
    },
  });
  return { requested, sendQuery };
}

/** Sends a request about each port to an endpoint that answers with `answerOf`. */
async function queryAbout(answerOf: (port: string) => Answer['report']) {
  const { requested, sendQuery } = openRequests(answerOf);
  const answers = await sendQuery(ports.map(requestAt), terms);
  return { requested, statuses: answers.map(({ answer }) => answer.report.status) };
}

const ok = reportOf('acme', { status: 'OK' });
const rejected = reportOf('acme', { status: 'FAILED', code: 'UPSTREAM_REJECTED' });

test('an endpoint that rejects the first two requests gets no others, and its answer applies to them', async () => {
  const { requested, statuses } = await queryAbout(() => rejected);
  expect(requested).toEqual(['SGSIN', 'NLRTM']);
  expect(statuses).toEqual(ports.map(() => 'FAILED'));
});

test.each([
  ['answers', () => ok],
  ['rejects one request', (port: string) => (port === 'SGSIN' ? rejected : ok)],
  ['fails without rejecting anything', () => reportOf('acme', { status: 'FAILED', code: 'UPSTREAM_UNREACHABLE' })],
])('an endpoint that %s gets all requests', async (_, answerOf) => {
  expect((await queryAbout(answerOf)).requested).toEqual(ports);
});

test('equal requests of fields with different timeouts count once', async () => {
  const many = Array.from({ length: 100 }, (_, number) => requestAt(`PORT${number}`));
  const { sendQuery } = openRequests(() => ok);
  const pages = await Promise.all([0, 2_000].map((waitUntil) => sendQuery(many, { ...terms, waitUntil })));
  expect(new Set(pages.flat().map(({ answer }) => answer.report.status))).toEqual(new Set(['OK']));
  const statuses = (await sendQuery([...many, ...ports.map(requestAt)], terms)).map(({ answer }) => answer.report.status);
  expect(statuses).not.toContain('BUDGET_EXHAUSTED');
});

test('more than 150 different requests are not sent', async () => {
  const { requested, sendQuery } = openRequests(() => ok);
  const answers = await sendQuery(
    Array.from({ length: 160 }, (_, number) => requestAt(`PORT${number}`)),
    terms,
  );
  expect(requested).toHaveLength(150);
  expect(answers.filter(({ answer }) => answer.report.status === 'BUDGET_EXHAUSTED')).toHaveLength(10);
});

test('one rejected request of two fields is one rejection', async () => {
  const { requested, sendQuery } = openRequests((port) => (port === 'SGSIN' ? rejected : ok));
  await Promise.all([0, 2_000].map((waitUntil) => sendQuery([requestAt('SGSIN')], { ...terms, waitUntil })));
  await sendQuery([requestAt('NLRTM')], terms);
  expect(requested).toEqual(['SGSIN', 'SGSIN', 'NLRTM']);
});
