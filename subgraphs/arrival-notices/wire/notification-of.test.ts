import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { notificationOf } from './notification-of.ts';
import { findViolations } from './parse.ts';

const fixture = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`../../../test/fixtures/arrival-notices/${name}.json`, import.meta.url), 'utf8'));
const announced = (notice: object): unknown => JSON.parse(JSON.stringify(notificationOf(notice)));

test('the announcement of a notice says what a partner says that announces it itself', () => {
  expect(announced(fixture('complete'))).toEqual(fixture('notification'));
});

test('every attribute of the standard that a notice tells is announced, and nothing that is none', () => {
  const announcement = announced(fixture('every-attribute')) as object;
  expect(Object.keys(announcement)).toEqual(Object.keys(fixture('notification')));
  expect(findViolations('notification', announcement)).toEqual([]);
});

test('what a notice does not tell is left out', () => {
  const { issueDateTime, transportDocumentReference } = fixture('minimal');
  expect(announced(fixture('minimal'))).toEqual({ issueDateTime, transportDocumentReference });
});

test('a container that stands in a notice twice, or without a number, is announced once, or not', () => {
  const container = (equipmentReference?: string) => ({ equipment: equipmentReference === undefined ? {} : { equipmentReference } });
  const utilizedTransportEquipments = [container('FARU1000027'), container(), {}, container('FARU1000032'), container('FARU1000027')];
  expect(announced({ utilizedTransportEquipments })).toEqual({ equipmentReferences: ['FARU1000027', 'FARU1000032'] });
  expect(announced({ utilizedTransportEquipments: [container()] })).toEqual({});
});
