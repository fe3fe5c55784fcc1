import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { createParseBudget } from '#platform/operations/request-policy.ts';
import { type GraphqlAnswer, type OpenGateway, openGateway } from '../gateway/open-gateway.ts';
import { openSocket } from '../gateway/socket-client.ts';
import { hostileOperations } from './hostile-operations.ts';

const newType = { accept: 'application/graphql-response+json' };
/**
 * About 100 ms are expected. First calls are not compiled yet, sending the request counts as well, and some machines
 * are slower.
 */
const maxCpuMs = 3_000;
const sizeCodes = ['OPERATION_TOO_LARGE', 'GRAPHQL_VALIDATION_FAILED'];

/** Returns the CPU time of this process during the work, in milliseconds, including the requests. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

async function post(landfall: OpenGateway, body: unknown): Promise<{ status: number; answer: GraphqlAnswer }> {
  const response = await landfall.post(body, newType);
  return { status: response.status, answer: (await response.json()) as GraphqlAnswer };
}

describe('a malicious operation', () => {
  it.each(Object.entries(hostileOperations))('(%s) is rejected by a 400 after little work, every time', async (_name, query) => {
    await using landfall = await openGateway();
    await landfall.query('{ callers }');
    for (const suffix of ['', ' ', '  ']) {
      let refused: Awaited<ReturnType<typeof post>> | undefined;
      const cpuMs = await cpuOf(async () => {
        refused = await post(landfall, { query: query + suffix });
      });
      expect(refused?.status).toBe(400);
      expect(refused?.answer).not.toHaveProperty('data');
      expect(sizeCodes).toContain(refused?.answer.errors?.[0]?.extensions.code);
      expect(cpuMs).toBeLessThan(maxCpuMs);
    }
  });

  it('does not affect others, and the process keeps nothing of hundreds of them', async () => {
    await using landfall = await openGateway();
    landfall.subgraph.append({ reference: 'A' });
    const hostile = Object.values(hostileOperations).filter((query) => query.length < 20_000);
    const flood = async (count: number): Promise<void> => {
      let sent = 0;
      const send = async (): Promise<void> => {
        while (sent < count) {
          const number = sent++;
          const query = `${hostile[number % hostile.length]} #${number}`;
          const { status } = await post(landfall, { query });
          expect(status).toBe(400);
        }
      };
      const neighbour = async (): Promise<void> => {
        while (sent < count)
          expect(await landfall.query('{ notices { nodes { id } } }')).toEqual({ data: { notices: { nodes: [{ id: 'notice-A' }] } } });
      };
      await Promise.all([send(), send(), neighbour()]);
    };
    await flood(100);
    const before = reservedBytes();
    const more = 200;
    await flood(more);
    // A text that is parsed before it is rejected takes more than this.
    expect((reservedBytes() - before) / more).toBeLessThan(48 * 1024);
  });

  it.each(['http', 'websocket'])(
    'uses up its tenant’s time for new documents, over %s, while known documents are still executed',
    async (by) => {
      const clock = { time: 0, now: () => clock.time };
      await using landfall = await openGateway({ policy: { parseBudget: createParseBudget(clock) }, openLimits: { parseMsPerMinute: 50 } });
      await using client = await openSocket(landfall.url);
      const overSocket = async (query: string, id: string): Promise<string> => {
        client.subscribe(id, query);
        await client.until((messages) => messages.some((message) => message.id === id && message.type !== 'next'));
        return JSON.stringify(client.messages.find((message) => message.id === id)?.payload);
      };
      const answerTo = async (query: string, id: string): Promise<string> =>
        by === 'http' ? JSON.stringify((await post(landfall, { query })).answer) : overSocket(query, id);
      const known = await answerTo('{ callers }', 'known');
      const hostile = (number: number) => answerTo(`${hostileOperations['rows of rows']} #${number}`, `${number}`);
      for (let number = 0; !(await hostile(number)).includes('RATE_LIMITED'); number += 1);
      expect([known, await answerTo('{ callers }', 'again')]).toEqual([expect.stringContaining('"data"'), known]);
      const refused = await landfall.post({ query: '{ __typename }' }, newType);
      expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
      clock.time += Number(refused.headers.get('retry-after')) * 1_000;
      expect(await landfall.query('{ __typename }')).toEqual({ data: { __typename: 'Query' } });
    },
  );
});

describe('variables that are too large', () => {
  it.each([
    ['values', [Array.from({ length: 20_000 }, () => 1)], /more than 10000 values/],
    ['levels', nested(1_000), /more than 16 levels/],
    [
      'values of one object',
      Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, index])),
      /more than 10000 values/,
    ],
  ])('(%s) are rejected before they are validated', async (_what, value, message) => {
    await using landfall = await openGateway();
    const cpuMs = await cpuOf(async () => {
      const { status, answer } = await post(landfall, { query: 'query($v: JSON) { echo(value: $v) }', variables: { v: value } });
      expect([status, answer.errors?.[0]?.extensions.code]).toEqual([400, 'OPERATION_TOO_LARGE']);
      expect(answer.errors?.[0]?.message).toMatch(message);
    });
    expect(cpuMs).toBeLessThan(maxCpuMs);
  });

  it('are rejected even if the operation does not use them', async () => {
    await using landfall = await openGateway();
    const { answer } = await post(landfall, { query: '{ callers }', variables: { unused: nested(100) } });
    expect(answer.errors?.[0]?.extensions.code).toBe('OPERATION_TOO_LARGE');
  });
});

describe('a list of requests', () => {
  it('in one body is rejected by one 400 that names the reason', async () => {
    await using landfall = await openGateway();
    const { status, answer } = await post(
      landfall,
      Array.from({ length: 1_000 }, () => ({ query: '{ callers }' })),
    );
    expect([status, answer.errors?.length, answer.errors?.[0]?.extensions.code]).toEqual([400, 1, 'BAD_REQUEST']);
    expect(answer.errors?.[0]?.message).toContain('Batched requests are not supported');
  });
});

describe('a cursor', () => {
  it.each(['garbage', 'c-1', '', '__proto__', 'x'.repeat(50_000), '\u0000'])(
    'that the server never issued (%j) is rejected as such',
    async (after) => {
      await using landfall = await openGateway();
      const answer = await landfall.query('query($after: String) { arrivalNoticeVersionLog(after: $after) { cursor } }', { after });
      expect([answer.data, answer.errors?.[0]?.extensions.code]).toEqual([null, 'CURSOR_INVALID']);
    },
  );
});

describe('the cost of an operation', () => {
  const query = 'query($first: Int) { notices(first: $first) { nodes { id versions { id } } } broken }';

  it('is returned on request, with the actual cost and the limit', async () => {
    await using landfall = await openGateway({ openLimits: { operationCost: 1_000 } });
    landfall.subgraph.append({ reference: 'A' }, { reference: 'A' }, { reference: 'B' });
    const response = await landfall.post({ query, variables: { first: 10 } }, { 'x-graphql-cost': 'report' });
    const { data, extensions } = (await response.json()) as { data: unknown; extensions: unknown };
    expect(data).toMatchObject({ notices: { nodes: [{ versions: [{}, {}] }, { versions: [{}] }] } });
    expect(extensions).toEqual({ cost: { estimated: 1 + 10 * (1 + 5) + 3, actual: 1 + 2 + 3 + 3, limit: 1_000 } });
    expect(await landfall.query(query, { first: 10 })).not.toHaveProperty('extensions');
  });

  it('over the limit is rejected before the execution, with the cost, the limit and the most expensive field', async () => {
    await using landfall = await openGateway({ openLimits: { operationCost: 1_000 } });
    const { answer } = await post(landfall, { query, variables: { first: 500 } });
    expect(answer).toEqual({
      errors: [
        {
          message: 'The operation costs 3004, at most 1000 is allowed; the most expensive field is notices.nodes.versions.',
          extensions: { code: 'OPERATION_TOO_LARGE' },
        },
      ],
    });
    expect(await landfall.query('{ __typename }')).toHaveProperty('data');
  });
});

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function reservedBytes(): number {
  collectGarbage();
  return getHeapStatistics().used_heap_size;
}
