import { expect, it } from 'vitest';
import { noticeFilterOf } from './resolvers.ts';

it.each<[object, RegExp]>([
  [{ vesselName: '' }, /^Filter vesselName: expected a string that is not blank\.$/],
  [{ portOfDischarge: ' \t' }, /^Filter portOfDischarge: /],
  [{ transportDocumentReferences: ['DOC1', ' '] }, /^Filter transportDocumentReferences: /],
  [{ equipmentReferences: [''] }, /^Filter equipmentReferences: /],
  [{ partners: [''] }, /^Filter partners: /],
  [{ carrierImportVoyageNumber: '9999R' }, /^Filter carrierImportVoyageNumber: 9999R is a placeholder for "no voyage"\.$/],
  [{ universalImportVoyageReference: ' 9999r' }, /^Filter universalImportVoyageReference: /],
])('the filter %j is rejected instead of matching everything', (filter, message) => {
  expect(() => noticeFilterOf(filter)).toThrow(message);
});

it('absent attributes and empty lists are no conditions', () => {
  expect(noticeFilterOf({ vesselName: null, partners: [] })).toEqual({ partners: [] });
  expect(noticeFilterOf(undefined)).toEqual({});
});
