import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { notificationOf } from './notification-of.ts';
import { findViolations } from './parse.ts';

const fixture = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`../../../test/fixtures/arrival-notices/${name}.json`, import.meta.url), 'utf8'));
const announced = (notice: object): unknown => JSON.parse(JSON.stringify(notificationOf(notice)));

test('the notification of a notice equals the one that a partner sends itself', () => {
  expect(announced(fixture('complete'))).toEqual(fixture('notification'));
});

test('every attribute of a notice that notifications have is in it, and no other', () => {
  const announcement = announced(fixture('every-attribute')) as object;
  expect(Object.keys(announcement)).toEqual(Object.keys(fixture('notification')));
  expect(findViolations('notification', announcement)).toEqual([]);
});

test('attributes that a notice lacks are omitted', () => {
  const { issueDateTime, transportDocumentReference } = fixture('minimal');
  expect(announced(fixture('minimal'))).toEqual({ issueDateTime, transportDocumentReference });
});

test('a container that is listed twice is named once, one without a number not at all', () => {
  const container = (equipmentReference?: string) => ({ equipment: equipmentReference === undefined ? {} : { equipmentReference } });
  const utilizedTransportEquipments = [container('FARU1000027'), container(), {}, container('FARU1000032'), container('FARU1000027')];
  expect(announced({ utilizedTransportEquipments })).toEqual({ equipmentReferences: ['FARU1000027', 'FARU1000032'] });
  expect(announced({ utilizedTransportEquipments: [container()] })).toEqual({});
});
