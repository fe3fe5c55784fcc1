import { expect, test } from 'vitest';
import { messageContentOf } from './message-body.ts';

const route = { url: 'https://in.acme.example/notices', version: '1.0.1', listName: 'arrivalNotices' } as const;
const object = (partner: string, json: string) => ({ partner, bytes: Buffer.from(json) });

test('a message is one object with the list, contains its objects byte for byte, and names the partner of each', () => {
  const objects = [object('coral', '{ "a": 1.50 }'), object('acme', '{"ü":"\\u00fc"}'), object('coral', '{}')];
  const { body, headers, ...rest } = messageContentOf(route, objects);
  expect(body.toString()).toBe('{"arrivalNotices":[{ "a": 1.50 },{"ü":"\\u00fc"},{}]}');
  expect(JSON.parse(body.toString()).arrivalNotices).toHaveLength(3);
  expect(headers).toEqual({
    'content-type': 'application/json',
    'API-Version': '1.0.1',
    'Landfall-Row-Sources': '"coral";rows="0 2", "acme";rows="1"',
  });
  expect(rest).toEqual({ url: route.url, listName: 'arrivalNotices' });
});

test('a subscriber without a version header is sent none', () => {
  expect(messageContentOf({ ...route, version: undefined }, [object('acme', '{}')]).headers).not.toHaveProperty('API-Version');
});
