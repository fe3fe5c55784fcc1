import { expect, test } from 'vitest';
import type { Answer } from '../model.ts';
import { reportOf } from '../upstream/collect.ts';
import type { MatchRequest } from './match-requests.ts';
import { createPartnerRequests } from './matches.ts';

const terms = { maxAgeMs: 1_000, waitUntil: 0 };
const requestAt = (UNLocationCode: string): MatchRequest => ({
  partner: 'acme',
  requestedBy: new Set(),
  query: { endpoint: 'vessel-schedules', conditions: { UNLocationCode } },
});
const ports = ['SGSIN', 'NLRTM'];

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

const ok = reportOf('acme', { status: 'OK' });

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
