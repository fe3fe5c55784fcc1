import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pagingParameters } from '#platform/publisher/get/endpoint.ts';
import { arrivalNoticesEndpoint } from '../../../subgraphs/arrival-notices/profile.ts';
import { scheduleEndpoints } from '../../../subgraphs/commercial-schedules/profile.ts';
import { eventsEndpoint } from '../../../subgraphs/port-calls/profile.ts';
import { casesOf } from '../../support/random-cases.ts';
import { openPublishing, type Publishing } from './open-publishing.ts';

let publishing: Publishing;
beforeAll(async () => {
  publishing = await openPublishing({ acme: { schedules: { vesselSchedules: [{ carrierServiceCode: 'FE1' }] } } });
  const arrivalNotices = Array.from({ length: 5 }, (_, number) => ({
    transportDocumentReference: `DOC${number}`,
    issueDateTime: '2026-03-02T13:05:00Z',
  }));
  await publishing.push('acme', { arrivalNotices, events: [{ eventID: '00000000-0000-4000-8000-000000000001' }] });
});
afterAll(async () => publishing[Symbol.asyncDispose]());

const hostile = [
  ...[
    '',
    ' ',
    ',',
    ',,',
    '%',
    '%00',
    '%zz',
    '%ff%fe',
    '%ed%a0%80',
    '%F0%9F%9A%A2',
    "'; DROP TABLE x; --",
    '[object Object]',
    '__proto__',
    '$gt',
    '{"$ne":1}',
  ],
  ...[
    'null',
    'undefined',
    'NaN',
    '-0',
    '1e9',
    '0x10',
    '9'.repeat(400),
    'true',
    'TRUE',
    '2026-02-30',
    '2026-12-01',
    '0000-00-00',
    '2026-12-01T24:00:00Z',
  ],
  ...[
    '2026-12-01T00:00:00Z',
    '9999-12-31T23:59:60-23:59',
    'SGSIN',
    '9321483',
    'DOC1',
    '\u202e',
    'a'.repeat(2_000),
    '(((((a)+)+)+)+)+$',
    'DRY',
    'CY',
    '#',
    '?a=b&c',
  ],
];

test.each([arrivalNoticesEndpoint, eventsEndpoint, ...Object.values(scheduleEndpoints)])(
  'any query of $path is answered with 200 or 400, with a body of the standard',
  async ({ path, parameters, refused, standard }) => {
    const names = [...[...parameters, ...pagingParameters].map(({ name }) => name), ...refused, 'constructor', '__proto__', 'x[]', ''];
    const value = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...hostile) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
    );
    const parameter = fc.tuple(fc.constantFrom(...names), value, fc.boolean());
    await fc.assert(
      fc.asyncProperty(fc.array(parameter, { maxLength: 8 }), async (requested) => {
        const query = requested.map(
          ([name, text, isRaw]) =>
            `${encodeURIComponent(name)}=${isRaw ? encodeURI(text.toWellFormed()) : encodeURIComponent(text.toWellFormed())}`,
        );
        const got = await publishing.get(`${path}?${query.join('&')}`);
        if (got.status === 200) {
          expect(Array.isArray(got.rows)).toBe(true);
          return;
        }
        expect(got.status).toBe(400);
        const issues = standard === 'Commercial Schedules' ? (got.body as { errors: unknown[] }).errors : got.feedback;
        expect(issues.length).toBeGreaterThan(0);
      }),
      casesOf(120),
    );
    // The previous requests have changed nothing.
    expect((await publishing.get('/arrival-notices')).rows).toHaveLength(5);
  },
);
