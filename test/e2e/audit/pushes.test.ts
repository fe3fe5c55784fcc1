import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPartners, type TestPartners } from '../../support/partners.ts';
import { all, partners, pushes, withoutHidden } from '../access/visibility-world.ts';
import { type AuditedLandfall, openAudited } from './audited-landfall.ts';

let producers: TestPartners;
let landfall: AuditedLandfall;
beforeAll(async () => {
  producers = await openPartners({ ...partners, reader: { lines: ['publish: { see: { partners: [acme] } }'] } });
  landfall = await openAudited({ mode: 'together', partners: producers, tenants: { all } });
});
afterAll(async () => {
  for (const each of [landfall, producers]) await each?.[Symbol.asyncDispose]();
});

const [first, second] = pushes.filter(({ partner }) => partner === 'acme').map(({ object }) => object);
const none = { stored: 0, repeated: 0, clashing: 0, refused: 0 };

/** Sends a push. @returns the resulting lines */
async function linesOf(
  body: unknown,
  { path = '/arrival-notices', key = 'key-of-acme', type = 'application/json' } = {},
): Promise<unknown[]> {
  const before = landfall.lines().length;
  await fetch(`${landfall.url}/dcsa${path}`, {
    method: 'POST',
    headers: { 'content-type': type, 'x-api-key': key, 'x-request-id': 'push-1' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return landfall.lines().slice(before);
}

describe('a push', () => {
  const accepted = { msg: 'a push was accepted', partner: 'acme', path: '/arrival-notices', requestId: 'push-1', status: 200 };

  test('that is accepted is logged with its partner, the number of objects and their results', async () => {
    const clash = { ...first, versionLabel: 'another' };
    expect(await linesOf({ arrivalNotices: [first, second, {}] })).toEqual([
      expect.objectContaining({ ...accepted, audit: true, level: 30, objects: 3, ...none, stored: 2, refused: 1 }),
    ]);
    expect(await linesOf({ arrivalNotices: [first, clash, withoutHidden(second ?? {})] })).toEqual([
      expect.objectContaining({ ...accepted, objects: 3, ...none, repeated: 2, clashing: 1 }),
    ]);
    const events = pushes.filter(({ path }) => path === '/events').map(({ object }) => object);
    expect(await linesOf({ events: [...events, ...events] }, { path: '/events', key: 'key-of-quay' })).toEqual([
      expect.objectContaining({ ...accepted, path: '/events', partner: 'quay', objects: 6, ...none, stored: 3, repeated: 3 }),
    ]);
  });

  test.for([
    [
      'of a stranger',
      { arrivalNotices: [first] },
      { key: 'a-stolen-key' },
      { partner: 'unknown', status: 401, code: 'PUSH_UNAUTHENTICATED', objects: 0 },
    ],
    ['that is no JSON', '{', {}, { partner: 'acme', status: 400, code: 'PUSH_INVALID', objects: 0 }],
    ['of another type', '{}', { type: 'text/plain' }, { partner: 'acme', status: 415, code: 'PUSH_MEDIA_TYPE', objects: 0 }],
  ] as const)('%s is logged as rejected, with the reason', async ([, body, options, expected]) => {
    const [line, ...others] = await linesOf(body, options);
    expect([line, others]).toEqual([expect.objectContaining({ msg: 'a push was refused', path: '/arrival-notices', ...expected }), []]);
    expect(line).not.toHaveProperty('stored');
  });

  test('and the reads and rejections of a subscriber are logged, except for schedules', async () => {
    const read = async (path: string, key = 'key-of-reader') => {
      const before = landfall.lines().length;
      await (await fetch(`${landfall.url}/dcsa${path}`, { headers: { 'x-api-key': key, 'x-request-id': 'get-1' } })).arrayBuffer();
      return landfall.lines().slice(before);
    };
    const line = { path: '/arrival-notices', requestId: 'get-1', partner: 'reader', status: 200 };
    expect(await read('/arrival-notices')).toEqual([
      expect.objectContaining({ ...line, msg: 'a subscriber read', rows: { noticeVersions: 2 }, partners: ['acme'] }),
    ]);
    const [nothing, ...others] = await read('/events?UNLocationCode=NLRTM');
    expect([nothing, others]).toEqual([expect.objectContaining({ ...line, path: '/events', msg: 'a subscriber read' }), []]);
    expect(nothing).not.toHaveProperty('rows');
    const refused = { ...line, msg: 'a subscriber was refused' };
    expect(await read('/arrival-notices', 'key-of-acme')).toEqual([
      expect.objectContaining({ ...refused, partner: 'acme', status: 403, code: 'PUBLISH_FORBIDDEN' }),
    ]);
    expect(await read('/v1/vessel-schedules?vesselIMONumber=9321483')).toEqual([]);
  });

  test('is logged without keys and without any of its content', () => {
    expect(landfall.lines().length).toBeGreaterThan(5);
    expect(landfall.text()).not.toMatch(/key-of|stolen|FREIGHT|BLUETD|REDTD|48213|9321483|SGSIN|8b0b6c1e/);
  });
});
