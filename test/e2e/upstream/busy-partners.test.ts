import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noticeWith, vesselScheduleWith } from '../../contract/matching/samples.ts';
import { deferred } from '../../support/deferred.ts';
import { type FakePartner, openFakePartner, type ScriptedAnswer } from '../../support/fake-partner.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { type OpenLandfall, openLandfall } from '../../support/open-landfall.ts';

interface Source {
  readonly partner: { readonly id: string };
  readonly status: string;
  readonly code: string | null;
  readonly retryAt: string | null;
}
interface Connection {
  readonly nodes: readonly { readonly partner: { readonly id: string } }[];
  readonly sources: readonly Source[];
}

const [ready, busy] = ['ready', 'busy'];
const pause: ScriptedAnswer = { status: 429, headers: { 'retry-after': '2' } };

const requests = {
  arrivalNotices: {
    field: 'arrivalNotices(maxAgeSeconds: 0',
    answerOf: (partner: string): object => ({ arrivalNotices: [noticeWith({ transportDocumentReference: partner })] }),
  },
  portCallEvents: {
    field: 'portCallEvents(maxAgeSeconds: 0',
    answerOf: (partner: string): object => ({
      events: [{ eventID: partner, eventUpdatedDateTime: '2026-12-20T07:00:00Z', portCall: { portCallID: 'P' } }],
    }),
  },
  vesselSchedules: {
    field: 'vesselSchedules(filter: { vesselIMONumber: "9321483" }',
    answerOf: (): object => [vesselScheduleWith()],
  },
} as const;
type FieldName = keyof typeof requests;

/** A Landfall with two carriers that offer all standards. */
interface World extends AsyncDisposable {
  readonly landfall: OpenLandfall;
  readonly carriers: Readonly<Record<string, FakePartner>>;
}

async function openWorld(limits = 'requestsPerSecond: 1000'): Promise<World> {
  const folder = await temporaryFolder();
  const carriers: Record<string, FakePartner> = {};
  for (const id of [ready, busy]) {
    const carrier = await openFakePartner();
    carriers[id as string] = carrier;
    const endpoints = ['arrivalNotices', 'commercialSchedules', 'portCalls'].map((name) => `${name}: { baseUrl: "${carrier.url}" }`);
    const lines = [`id: ${id}`, `name: ${id}`, 'allowPrivate: true', `limits: { ${limits} }`, ...endpoints];
    await writeFile(join(folder.path, `${id}.yaml`), lines.join('\n'));
  }
  const landfall = await openLandfall({ PARTNERS_DIR: folder.path });
  return {
    landfall,
    carriers,
    [Symbol.asyncDispose]: async () => {
      await landfall[Symbol.asyncDispose]();
      for (const carrier of Object.values(carriers)) await carrier[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

let world: World;
const carrier = (id: string | undefined) => world.carriers[id ?? ''] as FakePartner;

async function sendQuery(name: FieldName, more = 'maxWaitMs: 60000'): Promise<{ from: string[]; sources: Record<string, Source> }> {
  const query = `{ answer: ${requests[name].field}, ${more}) { nodes { partner { id } } sources { partner { id } status code retryAt } } }`;
  const { answer } = await world.landfall.query<{ answer: Connection }>(query);
  return {
    from: answer.nodes.map(({ partner }) => partner.id).toSorted(),
    sources: Object.fromEntries(answer.sources.map((source) => [source.partner.id, source])),
  };
}

describe('a page over two carriers', () => {
  beforeEach(async () => {
    world = await openWorld();
  });
  afterEach(() => world[Symbol.asyncDispose]());

  it.each<FieldName>(['arrivalNotices', 'portCallEvents', 'vesselSchedules'])(
    'of %s does not wait for the one that requests a pause, and the next query has its answer',
    async (name) => {
      const { answerOf } = requests[name];
      carrier(ready).answer({ body: answerOf('ready') }, { body: answerOf('ready') });
      carrier(busy).answer(pause, { body: answerOf('busy') });
      const before = Date.now();
      const first = await sendQuery(name);
      expect(carrier(busy).requests).toHaveLength(1);
      expect(first.from).toEqual(['ready']);
      expect(first.sources).toMatchObject({ ready: { status: 'OK' }, busy: { status: 'PARTNER_BUSY', code: 'UPSTREAM_BUSY' } });
      expect(Date.parse(first.sources['busy']?.retryAt ?? '')).toBeGreaterThanOrEqual(before + 1_000);
      // Callers that query meanwhile share the waiting request.
      carrier(ready).answer({ body: answerOf('ready') });
      expect((await sendQuery(name)).sources).toMatchObject({ busy: { status: 'PARTNER_BUSY' } });
      await carrier(busy).received(2);
      const stored = name === 'vesselSchedules' ? 'maxAgeSeconds: 900' : 'first: 20';
      const query = `{ answer: ${requests[name].field.replace('maxAgeSeconds: 0', 'orderBy: OLDEST_FIRST')}, ${stored}) { nodes { partner { id } } } }`;
      await expect
        .poll(async () =>
          (await world.landfall.query<{ answer: Connection }>(query)).answer.nodes.map(({ partner }) => partner.id).toSorted(),
        )
        .toEqual(['busy', 'ready']);
      expect(carrier(busy).requests).toHaveLength(2);
    },
  );

  it.each<FieldName>(['arrivalNotices', 'portCallEvents', 'vesselSchedules'])(
    'of %s waits maxWaitMs for the slow one, and equal queries share the pending request',
    async (name) => {
      const { answerOf } = requests[name];
      const answered = deferred();
      carrier(ready).answer(...Array.from({ length: 4 }, () => ({ body: answerOf('ready') })));
      carrier(busy).answer({ body: answerOf('busy'), after: answered.promise });
      await sendQuery(name, 'maxWaitMs: 0');
      await carrier(busy).received(1);
      const held = await sendQuery(name, 'maxWaitMs: 200');
      expect(held.sources).toMatchObject({ busy: { status: 'PENDING', code: null, retryAt: null } });
      const next = sendQuery(name, 'maxWaitMs: 60000');
      // Answered after the previous one has arrived.
      await sendQuery(name, 'maxWaitMs: 0');
      answered.resolve();
      expect(await next).toMatchObject({ from: ['busy', 'ready'], sources: { busy: { status: 'OK' } } });
      expect(carrier(busy).requests).toHaveLength(1);
    },
  );

  it('of match sets does not wait longer either, for all its requests together', async () => {
    carrier(ready).answer({ body: requests.arrivalNotices.answerOf('TD1') });
    carrier(busy).answer({ body: { arrivalNotices: [] } });
    await sendQuery('arrivalNotices');
    const answered = deferred();
    carrier(ready).answer({ body: [] }, { body: [] }, { body: [vesselScheduleWith()] }, { body: [] });
    carrier(busy).answer(pause, { body: [], after: answered.promise });
    const before = carrier(busy).requests.length;
    const joined = async (more: string) => {
      const query = `{ arrivalNotices { nodes { current { arrivalCall(${more}) { outcome sources { partner { id } status } } } } } }`;
      const answer = await world.landfall.query<{ arrivalNotices: { nodes: { current: { arrivalCall: object } }[] } }>(query);
      return answer.arrivalNotices.nodes[0]?.current.arrivalCall;
    };
    const sourcesAre = (status: string) => [
      { partner: { id: 'busy' }, status },
      { partner: { id: 'ready' }, status: 'EMPTY' },
    ];
    expect(await joined('maxWaitMs: 60000')).toEqual({ outcome: 'UNKNOWN', sources: sourcesAre('PARTNER_BUSY') });
    expect(carrier(busy).requests).toHaveLength(before + 1);
    await carrier(busy).received(before + 2);
    expect(await joined('maxWaitMs: 100')).toEqual({ outcome: 'UNKNOWN', sources: sourcesAre('PENDING') });
    answered.resolve();
  });

  it('does not wait for a partner that failed ten times in a row', async () => {
    const { answerOf } = requests.portCallEvents;
    carrier(ready).answer(...Array.from({ length: 11 }, () => ({ body: answerOf('ready') })));
    for (let time = 0; time < 10; time += 1)
      expect((await sendQuery('portCallEvents')).sources).toMatchObject({ busy: { status: 'FAILED' } });
    const { sources } = await sendQuery('portCallEvents');
    expect(sources).toMatchObject({ busy: { status: 'PARTNER_BUSY', code: 'UPSTREAM_BUSY', retryAt: expect.any(String) } });
    expect(carrier(busy).requests).toHaveLength(10);
  });

  it.each([-1, -2_000])('is rejected if it would wait for %i ms', async (maxWaitMs) => {
    for (const name of Object.keys(requests) as FieldName[]) {
      await expect(sendQuery(name, `maxWaitMs: ${maxWaitMs}`)).rejects.toThrow(/maxWaitMs.*BAD_USER_INPUT/);
    }
  });
});

it('a partner whose limits are used up for longer than maxWaitMs is not waited for', async () => {
  await using opened = await openWorld('requestsPerSecond: 0.01');
  world = opened;
  for (const id of [ready, busy]) carrier(id).answer({ body: requests.portCallEvents.answerOf('any') });
  await sendQuery('portCallEvents');
  const before = Date.now();
  const { sources } = await sendQuery('portCallEvents', 'maxWaitMs: 60000');
  expect(sources).toMatchObject({ busy: { status: 'PARTNER_BUSY' }, ready: { status: 'PARTNER_BUSY' } });
  expect(Date.parse(sources['busy']?.retryAt ?? '')).toBeGreaterThan(before + 90_000);
});
