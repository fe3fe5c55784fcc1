import { expect, test } from 'vitest';
import type { Answer } from '../model.ts';
import { reportOf } from '../upstream/collect.ts';
import { createPartnerRequests } from './ask-partners.ts';
import type { MatchRequest } from './match-requests.ts';

const terms = { maxAgeMs: 1_000, waitUntil: 0 };
const requestAt = (UNLocationCode: string): MatchRequest => ({
  partner: 'acme',
  askedFor: new Set(),
  question: { endpoint: 'vessel-schedules', conditions: { UNLocationCode } },
});
const ports = ['SGSIN', 'NLRTM', 'DEHAM', 'BEANR', 'GBFXT'];

/** Asks an endpoint that says so to each port. */
async function askAbout(answerOf: (port: string) => Answer['report']) {
  const asked: string[] = [];
  const ask = createPartnerRequests({
    findHeld: async () => undefined,
    ask: async ({ question }) => {
      const { UNLocationCode = '' } = question.conditions as { UNLocationCode?: string };
      asked.push(UNLocationCode);
      return { id: '', rows: [], report: answerOf(UNLocationCode) };
    },
  });
  const answers = await ask(ports.map(requestAt), terms);
  return { asked, statuses: answers.map(({ answer }) => answer.report.status) };
}

const ok = reportOf('acme', { status: 'OK' });
const rejected = reportOf('acme', { status: 'FAILED', code: 'UPSTREAM_REJECTED' });

test('an endpoint that rejects the first two questions is asked no others, and its answer stands for them', async () => {
  const { asked, statuses } = await askAbout(() => rejected);
  expect(asked).toEqual(['SGSIN', 'NLRTM']);
  expect(statuses).toEqual(ports.map(() => 'FAILED'));
});

test.each([
  ['answers', () => ok],
  ['rejects one question', (port: string) => (port === 'SGSIN' ? rejected : ok)],
  ['fails without rejecting anything', () => reportOf('acme', { status: 'FAILED', code: 'UPSTREAM_UNREACHABLE' })],
])('an endpoint that %s is asked everything', async (_, answerOf) => {
  expect((await askAbout(answerOf)).asked).toEqual(ports);
});
