import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { notificationOf } from './notification-of.ts';
import { findViolations } from './parse.ts';

const fixture = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`../../../test/fixtures/arrival-notices/${name}.json`, import.meta.url), 'utf8'));
const announced = (notice: object): unknown => JSON.parse(JSON.stringify(notificationOf(notice)));

test('the notification of a notice is the same as the one that a partner sends', () => {
  expect(announced(fixture('complete'))).toEqual(fixture('notification'));
});

test('contains exactly the attributes of the notice that notifications have', () => {
  const announcement = announced(fixture('every-attribute')) as object;
  expect(Object.keys(announcement)).toEqual(Object.keys(fixture('notification')));
  expect(findViolations('notification', announcement)).toEqual([]);
});

test('omits attributes that the notice lacks', () => {
  const { issueDateTime, transportDocumentReference } = fixture('minimal');
  expect(announced(fixture('minimal'))).toEqual({ issueDateTime, transportDocumentReference });
});

test('names a container that is listed twice once, and omits one without a number', () => {
  const container = (equipmentReference?: string) => ({ equipment: equipmentReference === undefined ? {} : { equipmentReference } });
  const utilizedTransportEquipments = [container('FARU1000027'), container(), {}, container('FARU1000032'), container('FARU1000027')];
  expect(announced({ utilizedTransportEquipments })).toEqual({ equipmentReferences: ['FARU1000027', 'FARU1000032'] });
  expect(announced({ utilizedTransportEquipments: [container()] })).toEqual({});
});
