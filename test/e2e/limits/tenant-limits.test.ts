import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyOf, type OpenAccess, openAccess } from '../access/open-access.ts';
import { openAs, until } from '../access/socket-of-tenant.ts';
import { type OpenGateway, openGateway } from '../gateway/open-gateway.ts';

const [blue, red] = [keyOf('blue'), keyOf('red')];
const query = '{ callers }';

let opened: OpenAccess;
let landfall: OpenGateway;
beforeAll(async () => {
  opened = await openAccess({ blue: blue.written, red: red.written });
  landfall = await openGateway({ access: opened.access });
});
afterAll(async () => {
  for (const each of [landfall, opened]) await each?.[Symbol.asyncDispose]();
});

/** Applies limits: those of all tenants, and those of blue. */
async function limit(ofAll: object, ofBlue: object): Promise<void> {
  await opened.write({ blue: { ...blue.written, limits: ofBlue }, red: red.written }, { limits: ofAll });
  expect(await opened.access.reload()).toEqual([]);
}

async function codeFor({ sent }: typeof blue): Promise<string> {
  const answer = (await (await landfall.post({ query }, sent)).json()) as { errors?: { extensions: { code: string } }[] };
  return answer.errors?.[0]?.extensions.code ?? 'OK';
}

async function reportedLimit({ sent }: typeof blue): Promise<number> {
  const answer = await landfall.post({ query }, { ...sent, 'x-graphql-cost': 'report' });
  return ((await answer.json()) as { extensions: { cost: { limit: number } } }).extensions.cost.limit;
}

describe('limits of the access file', () => {
  it('apply to all tenants, field by field for one of them, and as soon as the file changes them', async () => {
    await limit({ operationCost: 50_000 }, {});
    expect([await reportedLimit(blue), await reportedLimit(red)]).toEqual([50_000, 50_000]);
    await limit({ operationCost: 50_000 }, { operationCost: 1_000 });
    expect([await reportedLimit(blue), await reportedLimit(red)]).toEqual([1_000, 50_000]);
    await limit({}, { sockets: 1 });
    expect([await reportedLimit(blue), await reportedLimit(red)]).toEqual([100_000, 100_000]);
  });

  it('let a tenant begin this many requests, independent of others', async () => {
    await limit({ requestsPerMinute: 0 }, { requestsPerMinute: 2 });
    expect([await codeFor(blue), await codeFor(blue), await codeFor(blue)]).toEqual(['OK', 'OK', 'RATE_LIMITED']);
    for (let place = 0; place < 5; place += 1) expect(await codeFor(red)).toBe('OK');
    await limit({ requestsPerMinute: 0 }, {});
    expect(await codeFor(blue)).toBe('OK');
  });

  it('do not affect running subscriptions, and apply to the next operation of the same socket', async () => {
    await limit({}, { sockets: 1 });
    await using client = await openAs(landfall.url, blue.sent);
    client.subscribe('s', 'subscription { arrivalNoticeVersionReceived(after: "0") { cursor } }');
    landfall.subgraph.append({ reference: 'MB1' });
    await client.until(() => client.payloadsOf('s').length === 1);
    await limit({}, { sockets: 1, requestsPerMinute: 1 });
    landfall.subgraph.append({ reference: 'MB2' });
    await client.until(() => client.payloadsOf('s').length === 2);
    client.subscribe('first', query);
    await until(client, 'first', 'complete');
    client.subscribe('second', query);
    await until(client, 'second', 'error');
  });

  it('change the quota of known callers for requests to partners, and not their rights', async () => {
    await limit({}, { partnerCallsPerMinute: 5 });
    const { caller } = await opened.access.signIn({ kind: 'key', key: Buffer.from(blue.sent['x-api-key']) });
    const { key } = caller;
    expect(caller.partnerCallsPerMinute).toBe(5);
    await limit({ partnerCallsPerMinute: 9 }, {});
    expect(caller.partnerCallsPerMinute).toBe(9);
    const later = await opened.access.signIn({ kind: 'key', key: Buffer.from(blue.sent['x-api-key']) });
    expect([later.caller.key, later.caller.partnerCallsPerMinute]).toEqual([key, 9]);
  });
});
