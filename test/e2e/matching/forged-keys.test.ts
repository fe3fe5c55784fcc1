import { matchKeyOfNotice } from '@landfall/matching/keys/match-key.ts';
import { encodeMatchKey } from '@landfall/matching/keys/match-key-text.ts';
import { expect, test } from 'vitest';
import { encodeMatchQuery } from '#platform/matching/match-sets.ts';
import { noticeWith, vesselScheduleWith } from '../../contract/matching/samples.ts';
import { openSchedules, pageOf } from '../schedules/open-schedules.ts';

const query = `query ($keys: [_Any!]!) { _entities(representations: $keys) {
  ... on CallMatchSet { outcome } ... on RouteMatchSet { sources { partner { id } } } ... on TransportCall { records { partner { id } } } } }`;

test('a forged key of a match set is rejected, and the others of its page are answered', async () => {
  await using schedules = await openSchedules({ acme: { otherwise: pageOf([vesselScheduleWith()]) } });
  const matchQuery = encodeMatchQuery(encodeMatchKey(matchKeyOfNotice(noticeWith(), { partner: 'acme' })), {});
  const keys = [
    { __typename: 'CallMatchSet', matchQuery: `${matchQuery}x` },
    { __typename: 'CallMatchSet', matchQuery },
    { __typename: 'CallMatchSet', matchQuery: matchQuery.replace('900+', '-1+') },
    { __typename: 'RouteMatchSet', matchQuery: '900+2000~1.W10' },
    { __typename: 'RouteMatchSet', matchQuery },
    { __typename: 'TransportCall', id: 'AAAA' },
  ];
  const { data, errors = [] } = await schedules.tryQuery(query, { keys });
  expect(JSON.parse(JSON.stringify(data))).toEqual({
    _entities: [null, { outcome: 'UNIQUE' }, null, null, { sources: [{ partner: { id: 'acme' } }] }, null],
  });
  expect(errors.map(({ path, extensions }) => [path?.[1], extensions['code']]).sort()).toEqual([
    [0, 'BAD_USER_INPUT'],
    [2, 'BAD_USER_INPUT'],
    [3, 'BAD_USER_INPUT'],
    [5, 'NOT_FOUND'],
  ]);
});
