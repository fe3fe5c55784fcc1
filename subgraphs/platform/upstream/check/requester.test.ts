import { describe, expect, it } from 'vitest';
import { parsedPartner } from '../../../../test/support/parsed-partner.ts';
import { LandfallError } from '../../errors.ts';
import type { OutboundResponse } from '../../http/outbound.ts';
import type { Partner } from '../../partners/partner.ts';
import type { Clock } from '../../time/clock.ts';
import { createFileLines } from './file-lines.ts';
import { CheckEndedError, createCleanText, createRequester, maxRequests, ProbeEndedError } from './requester.ts';

type Scripted = Partial<OutboundResponse> | LandfallError;

const events = { events: [{}, {}] };

describe('a requester', () => {
  it('logs the request with its version, and counts the rows', async () => {
    const { requester, urls } = open([{ headers: { 'api-version': '2.0.0', 'next-page-cursor': 'c' } }]);
    const answer = await requester.requestPartner('/events', { vesselName: 'REEF TERN', portCallID: ['a', 'b'] });
    expect(answer).toMatchObject({ status: 200, apiVersion: '2.0.0', headers: { 'next-page-cursor': 'c' }, rows: events.events });
    expect(urls).toEqual(['https://acme.example/jit/events?vesselName=REEF%20TERN&portCallID=a,b']);
    expect(requester.drainRecords()).toMatchObject([
      { path: '/jit/events?vesselName=REEF%20TERN&portCallID=a,b', sentVersion: '2.0.0', status: 200, rows: 2 },
    ]);
    expect(requester.drainRecords()).toEqual([]);
  });

  it('keeps to the rate of the file, one request after the other', async () => {
    const { requester, pauses } = open([], 'limits: { requestsPerSecond: 4 }');
    for (let count = 0; count < 3; count += 1) await requester.requestPartner('/events');
    expect(pauses).toEqual([250, 250]);
  });

  it('pauses for as long as the partner demands, retries, and continues at half the rate', async () => {
    const { requester, pauses } = open([{ status: 429, headers: { 'retry-after': '7' } }, {}, {}], 'limits: { requestsPerSecond: 4 }');
    expect((await requester.requestPartner('/events')).status).toBe(200);
    await requester.requestPartner('/events');
    expect(pauses).toEqual([7_000, 500]);
    expect(requester.drainRecords().map(({ status }) => status)).toEqual([429, 200, 200]);
  });

  it('takes a 403 about a quota for what it is', async () => {
    const { requester, pauses } = open([{ status: 403, body: Buffer.from('Over Quota') }, {}]);
    expect((await requester.requestPartner('/events')).status).toBe(200);
    expect(pauses).toEqual([5_000]);
    expect(requester.shownLimit()).toBeUndefined();
  });

  it('names the limit that a partner has shown twice, by the requests between two pauses', async () => {
    const limited = (seconds: number) => ({ status: 429, headers: { 'retry-after': `${seconds}` } });
    const { requester } = open([limited(20), ...Array(8).fill({}), limited(58)], 'limits: { requestsPerSecond: 8 }');
    for (let count = 0; count < 9; count += 1) await requester.requestPartner('/events');
    expect(requester.shownLimit()).toBe('limits: { requestsPerMinute: 8 }');
    const { requester: other } = open([limited(1), {}, {}, limited(1)], 'limits: { requestsPerSecond: 8 }');
    for (let count = 0; count < 3; count += 1) await other.requestPartner('/events');
    expect(other.shownLimit()).toBe('limits: { requestsPerSecond: 1.3 }');
  });

  it.each([
    ['10;w=60', 'limits: { requestsPerMinute: 10 }'],
    ['"day";q=6000;w=86400, "minute";q=10;w=60', 'limits: { requestsPerDay: 6000 }'],
    ['30;w=10', 'limits: { requestsPerSecond: 3, burst: 30 }'],
    ['100;w=1', undefined],
    ['soon', undefined],
  ])('names the limit of RateLimit-Policy: %s, unless the file keeps to it', async (policy, limit) => {
    const { requester } = open([{ headers: { 'ratelimit-policy': policy } }]);
    await requester.requestPartner('/events');
    expect(requester.shownLimit()).toBe(limit);
  });

  it('waits for the reset when a request was the last one of a quota', async () => {
    const { requester, pauses } = open([{ headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '9' } }]);
    await requester.requestPartner('/events');
    await requester.requestPartner('/events');
    expect(pauses).toEqual([9_000]);
  });

  it('stops when the partner keeps demanding a lower rate', async () => {
    const { requester, urls, pauses } = open([{ status: 429 }, { status: 429 }, { status: 429 }]);
    await expect(requester.requestPartner('/events')).rejects.toThrow(CheckEndedError);
    expect(urls).toHaveLength(3);
    expect(pauses).toEqual([5_000, 5_000]);
  });

  it('does not pause beyond the time of the check', async () => {
    const { requester, pauses } = open([{ status: 429, headers: { 'retry-after': '36000' } }]);
    await expect(requester.requestPartner('/events')).rejects.toThrow('The time for the check has expired.');
    expect(pauses).toEqual([]);
  });

  it('retries temporary failures, and returns the last one when they persist', async () => {
    const { requester } = open([{ status: 503 }, {}, { status: 502 }, { status: 502 }, { status: 502 }]);
    expect((await requester.requestPartner('/events')).status).toBe(200);
    expect((await requester.requestPartner('/events')).status).toBe(502);
  });

  it('ends the check when the credential is rejected at first, and does not send it again', async () => {
    for (const status of [401, 403]) {
      const { requester, urls } = open([{ status }]);
      await expect(requester.requestPartner('/events')).rejects.toThrow(CheckEndedError);
      expect(urls).toHaveLength(1);
    }
  });

  it('ends the check when the first request finds no server, and later after three consecutive failures', async () => {
    const gone = new LandfallError('UPSTREAM_UNREACHABLE', 'acme.example could not be reached, or closed the connection.');
    await expect(open([gone]).requester.requestPartner('/events')).rejects.toThrow(CheckEndedError);
    const { requester } = open([{}, gone, gone, gone]);
    await requester.requestPartner('/events');
    await expect(requester.requestPartner('/events')).rejects.toThrow(ProbeEndedError);
    await expect(requester.requestPartner('/events')).rejects.toThrow(ProbeEndedError);
    await expect(requester.requestPartner('/events')).rejects.toThrow(CheckEndedError);
    expect(requester.drainRecords().map(({ failure }) => failure !== undefined)).toEqual([false, true, true, true]);
  });

  it('limits the number of requests', async () => {
    const { requester, urls } = open([]);
    for (let count = 0; count < maxRequests; count += 1) await requester.requestPartner('/events');
    await expect(requester.requestPartner('/events')).rejects.toThrow(ProbeEndedError);
    expect(urls).toHaveLength(maxRequests);
  });
});

/**
 * Opens a requester over these responses in order, followed by endless 200s with two events. Pauses end immediately.
 */
function open(answers: readonly Scripted[], lines = '') {
  const partner = parsed(lines);
  const { portCalls: claims } = partner;
  if (claims === undefined) throw new Error('no port calls');
  const queue = [...answers];
  const urls: string[] = [];
  const pauses: number[] = [];
  let now = 0;
  const clock: Clock = {
    now: () => now,
    wait: async (ms) => {
      pauses.push(ms);
      now += ms;
    },
  };
  const requester = createRequester({
    partner,
    claims,
    found: { filters: new Map() },
    rowsOf: (body) => (body as typeof events).events,
    send: async (_, { url }) => {
      urls.push(url);
      const answer = queue.shift() ?? {};
      if (answer instanceof LandfallError) throw answer;
      const body = Buffer.from(JSON.stringify(events));
      return { status: 200, headers: {}, body, apiVersion: undefined, redact: (text: string) => text, excerpt: () => '', ...answer };
    },
    clock,
    deadline: 600_000,
    cleanText: createCleanText(partner),
    fileLines: createFileLines(partner),
  });
  return { requester, urls, pauses };
}

function parsed(lines: string): Partner {
  const text = ['id: acme', 'name: ACME', 'portCalls: { baseUrl: "https://acme.example/jit" }', lines].join('\n');
  return parsedPartner(text);
}
